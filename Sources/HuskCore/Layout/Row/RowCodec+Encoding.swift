// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Encodes a message, which is one JSON text, without check or frame.
  ///
  /// - Throws: ``HuskError`` where it is not one JSON text.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func encode(_ bytes: borrowing PaddedBytes) throws(HuskError) -> [UInt8] {
    var tokenizer = Tokenizer(limits: limits)
    swap(&tokenizer, &self.tokenizer)
    defer { swap(&tokenizer, &self.tokenizer) }
    try tokenizer.tokenize(bytes, as: .json)
    if let fault { throw fault }
    if isPrimed {
      guard bytes.count <= PrimedModel.byteLimit else {
        throw HuskError(
          .limitExceeded, "more than \(PrimedModel.byteLimit) bytes for a primed template")
      }
      byteLimit = bytes.count
    }
    forget()
    var encoder = RangeEncoder()
    encode(gaps: GapScanner.scan(tokenizer.tape, bytes.source), to: &encoder)
    _ = encode(TemplatePlan.root, 0, tokenizer.tape, bytes.source, to: &encoder)
    return encoder.finish()
  }

  @inline(__always) private func encode(gaps: GapList, to encoder: inout RangeEncoder) {
    let bytes = GapBytes.encode(gaps)
    let listed = layoutNumbers[bytes]
    Self.encode(listed ?? layouts.layouts.count, layouts.frequencies, to: &encoder)
    guard listed == nil else { return }
    Self.encode(count: bytes.count, to: &encoder)
    for byte in bytes { encoder.encode(bits: UInt64(byte), count: 8) }
  }

  /// Writes a symbol whose frequencies are few.
  static func encode(_ number: Int, _ frequencies: [Int], to encoder: inout RangeEncoder) {
    guard frequencies.count > 1 else { return }
    encoder.encode(
      start: frequencies[..<number].reduce(0, +), frequency: frequencies[number],
      of: frequencies.reduce(0, +))
  }

  /// Writes a number of which nothing is known: six bits for its size, then its bits.
  static func encode(count: Int, to encoder: inout RangeEncoder) {
    let bitCount = Int.bitWidth - count.leadingZeroBitCount
    encoder.encode(bits: UInt64(bitCount), count: 6)
    encoder.encode(bits: UInt64(count), count: bitCount)
  }

  /// Writes the value at a tape index as its slot says, and returns the index after it.
  mutating func encode(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) -> Int {
    let node = plan.nodes[slot]
    if case .any = node { return encodeScalar(slot, index, tape, source, to: &encoder) }
    nesting += 1
    defer { nesting -= 1 }
    return DeepStack.descend(to: nesting) {
      encode(node, at: slot, index, tape, source, to: &encoder)
    }
  }

  private mutating func encode(
    _ node: TemplatePlan.Node, at slot: Int, _ index: Int, _ tape: borrowing TokenTape,
    _ source: ByteSource, to encoder: inout RangeEncoder
  ) -> Int {
    guard let head = plan.head(of: slot, at: index, tape, source) else {
      return encodeMisfit(slot, index, tape, source, to: &encoder)
    }
    encode(head: head, at: slot, to: &encoder)
    let outside = isPrimed ? primed?.place : nil
    defer { if let outside { primed?.place = outside } }
    let end = index + tape[index].extent
    var next = index + 1
    switch node {
    case .object(let shape):
      if isPrimed { primed?.enterObject(at: slot, head) }
      encode(restOf: slot, shape, index, tape, source, to: &encoder)
      var field = plan.shapes.entries[shape].first
      while next < end {
        while !plan.shapes.isKey(of: field, tape[next].range, source) { field += 1 }
        let child = plan.shapes.fields[field].slot
        next = encode(child, next + 1, tape, source, to: &encoder)
        field += 1
      }
    case .array(let element):
      while next < end { next = encode(element, next, tape, source, to: &encoder) }
    case .tuple(let first, let count):
      for position in 0..<count {
        next = encode(first + position, next, tape, source, to: &encoder)
      }
    case .map(let keys):
      while next < end {
        _ = encodeScalar(keys, next, tape, source, to: &encoder)
        if isPrimed { primed?.enterMember() }
        next = encode(keys + 1, next + 1, tape, source, to: &encoder)
        if let outside { primed?.place = outside }
      }
    case .oneOf(let first, _):
      if isPrimed { primed?.enterAlternative(Int(head)) }
      return encode(first + Int(head), index, tape, source, to: &encoder)
    case .any, .constant, .enumeration: preconditionFailure("a scalar has no head")
    }
    return end + 1
  }

  /// Writes the head of a value that is as its slot says.
  private mutating func encode(head: UInt64, at slot: Int, to encoder: inout RangeEncoder) {
    if let symbol = entries.symbol(of: head, at: slot) {
      return encode(symbol: symbol, at: slot, to: &encoder)
    }
    encode(symbol: entries.headCount(at: slot), at: slot, to: &encoder)
    encoder.encode(bit: 0, probability: Self.half)
    switch plan.nodes[slot] {
    case .object:
      for (place, share) in slots[slot].presence.prefix(64).enumerated() {
        encoder.encode(
          bit: Int(head >> UInt64(place) & 1), probability: Self.probability(of: share))
      }
    default: Self.encode(count: Int(head), to: &encoder)
    }
  }

  /// Writes the symbol of a head or an entry, or the escape behind the last.
  mutating func encode(symbol: Int, at slot: Int, to encoder: inout RangeEncoder) {
    let start = probe == nil ? 0 : encoder.cost
    if isPrimed {
      encodePrimed(symbol: symbol, at: slot, to: &encoder)
    } else {
      symbols.encode(symbol, at: slot, to: &encoder)
    }
    if probe != nil { probe?.symbols[slot] += encoder.cost - start }
  }

  private mutating func encodePrimed(
    symbol: Int, at slot: Int, to encoder: inout RangeEncoder
  ) {
    let escape = slots[slot].symbols.escape
    if primed?.codes(.symbols, of: slot) ?? false {
      primed?.encode(symbol: symbol, escape: escape, at: slot, to: &encoder)
      symbols.note(symbol, at: slot)
    } else {
      symbols.encode(symbol, at: slot, to: &encoder)
      primed?.note(symbol: symbol, escape: escape, at: slot)
    }
  }

  /// Writes which optional fields are there behind the first 64.
  @inline(__always) private func encode(
    restOf slot: Int, _ shape: Int, _ index: Int, _ tape: borrowing TokenTape,
    _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    let optionalCount = plan.shapes.entries[shape].optionalCount
    guard optionalCount > 64 else { return }
    let words = plan.shapes[shape].presence(ofObjectAt: index, tape, source)
    for place in 64..<optionalCount {
      encoder.encode(
        bit: Int(words[place / 32] >> UInt32(place % 32) & 1),
        probability: Self.probability(of: slots[slot].presence[place]))
    }
  }

  /// The probability in 4096 that a share in 256 stands for.
  static func probability(of share: UInt8) -> Int { max(Int(share) * 16, 8) }
}
