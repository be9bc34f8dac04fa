// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Decodes what ``encode(_:)`` returned.
  ///
  /// The caller has to verify the text: damaged bytes can become any.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text, at most the limit of decoded bytes.
  package mutating func decode(
    _ source: ByteSource, _ range: ByteRange
  ) throws(HuskError) -> [UInt8] {
    if let fault { throw fault }
    byteLimit = limits.decodedByteCount(forInputOf: range.count)
    if isPrimed { byteLimit = min(byteLimit, PrimedModel.byteLimit) }
    forget()
    var decoder = RangeDecoder(source, range)
    let gaps = try decodeGaps(from: &decoder)
    var writer = DocumentWriter(gaps: gaps, byteLimit: byteLimit, depthLimit: limits.depth)
    try decode(TemplatePlan.root, 0, from: &decoder, to: &writer)
    try writer.finish()
    try checkEnd(of: decoder)
    guard !decoder.hasMore else {
      throw HuskError(.extraValue, "the message goes on behind its last value")
    }
    return writer.bytes
  }

  @inline(__always)
  private func decodeGaps(from decoder: inout RangeDecoder) throws(HuskError) -> GapList {
    let listed = Self.decode(layouts.frequencies, from: &decoder)
    if listed < layouts.layouts.count { return try GapBytes.decode(layouts.layouts[listed]) }
    var bytes: [UInt8] = []
    for _ in 0..<(try decodeCount(from: &decoder)) {
      bytes.append(UInt8(truncatingIfNeeded: decoder.bits(8)))
      try checkEnd(of: decoder)
    }
    return try GapBytes.decode(bytes)
  }

  /// Reads a number of which nothing is known.
  @inline(__always) func decodeCount(from decoder: inout RangeDecoder) throws(HuskError) -> Int {
    let bitCount = Int(decoder.bits(6))
    let count = decoder.bits(bitCount)
    guard count <= UInt64(Token.maxOffset) else { throw Self.invalid("a count is out of range") }
    return Int(count)
  }

  static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidValue, "the message is damaged: \(what)")
  }

  /// Checks that no more was read than there is.
  @inline(__always) func checkEnd(of decoder: RangeDecoder) throws(HuskError) {
    guard !decoder.isExhausted else {
      throw HuskError(.truncated, "the message ends before its last value")
    }
  }

  /// Checks that slots do not nest too deeply.
  @inline(__always) private func checkDepth(_ depth: Int) throws(HuskError) {
    guard depth <= limits.slotDepth else {
      throw HuskError(.limitExceeded, "more than the limit of depth \(limits.depth)")
    }
  }

  /// Checks that there are no more elements or members than one array or object may have (SPEC §10.1 Limits).
  @inline(__always) func checkCount(_ count: UInt64) throws(HuskError) {
    guard count <= UInt64(Token.maxExtent) else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(Token.maxExtent) values in one array or object")
    }
  }

  /// Reads the value of a slot.
  mutating func decode(
    _ slot: Int, _ depth: Int, from decoder: inout RangeDecoder, to writer: inout DocumentWriter
  ) throws(HuskError) {
    try checkDepth(depth)
    try checkEnd(of: decoder)
    let node = plan.nodes[slot]
    if case .any = node { return try decodeScalar(slot, .scalar, from: &decoder, to: &writer) }
    nesting += 1
    defer { nesting -= 1 }
    try DeepStack.descend(to: nesting) { () throws(HuskError) in
      try decode(node, at: slot, depth, from: &decoder, to: &writer)
    }
  }

  private mutating func decode(
    _ node: TemplatePlan.Node, at slot: Int, _ depth: Int, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    guard let head = try decodeHead(slot, from: &decoder) else {
      return try decodeMisfit(slot, depth, from: &decoder, to: &writer)
    }
    let outside = isPrimed ? primed?.place : nil
    defer { if let outside { primed?.place = outside } }
    switch node {
    case .object(let shape):
      if isPrimed { primed?.enterObject(at: slot, head) }
      try decodeObject(shape, head, slot, depth, from: &decoder, to: &writer)
    case .array(let element):
      try checkCount(head)
      try writer.open(isObject: false)
      for _ in 0..<head { try decode(element, depth + 1, from: &decoder, to: &writer) }
      try writer.close()
    case .tuple(let first, let count):
      guard head == 0 else { throw Self.invalid("a tuple has no such head") }
      try writer.open(isObject: false)
      for position in 0..<count {
        try decode(first + position, depth + 1, from: &decoder, to: &writer)
      }
      try writer.close()
    case .map(let keys):
      try checkCount(head)
      try writer.open(isObject: true)
      for _ in 0..<head {
        try decodeScalar(keys, .key, from: &decoder, to: &writer)
        if isPrimed { primed?.enterMember() }
        try decode(keys + 1, depth + 1, from: &decoder, to: &writer)
        if let outside { primed?.place = outside }
      }
      try writer.close()
    case .oneOf(let first, let count):
      guard head < UInt64(count) else { throw Self.invalid("a tag is out of range") }
      if isPrimed { primed?.enterAlternative(Int(head)) }
      try decode(first + Int(head), depth + 1, from: &decoder, to: &writer)
    case .any, .constant, .enumeration: preconditionFailure("a scalar has no head")
    }
  }

  /// Reads the head of a value, or `nil` where the value is not as its slot says.
  private mutating func decodeHead(
    _ slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> UInt64? {
    let symbol = try decodeSymbol(at: slot, from: &decoder)
    if symbol < entries.headCount(at: slot) { return entries.head(symbol, at: slot) }
    guard decoder.bit(probability: Self.half) == 0 else { return nil }
    guard case .object = plan.nodes[slot] else { return UInt64(try decodeCount(from: &decoder)) }
    var head: UInt64 = 0
    for (place, share) in slots[slot].presence.prefix(64).enumerated() {
      let bit = decoder.bit(probability: Self.probability(of: share))
      head |= UInt64(bit) << UInt64(place)
    }
    return head
  }

  /// Reads the symbol of a head or an entry, or the escape behind the last.
  mutating func decodeSymbol(
    at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int {
    guard isPrimed else { return symbols.decode(at: slot, from: &decoder) }
    let escape = slots[slot].symbols.escape
    if primed?.codes(.symbols, of: slot) ?? false,
      let symbol = try primed?.decodeSymbol(escape: escape, at: slot, from: &decoder)
    {
      symbols.note(symbol, at: slot)
      return symbol
    }
    let symbol = symbols.decode(at: slot, from: &decoder)
    primed?.note(symbol: symbol, escape: escape, at: slot)
    return symbol
  }

  private mutating func decodeObject(
    _ number: Int, _ head: UInt64, _ slot: Int, _ depth: Int, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    try writer.open(isObject: true)
    var presence = head
    var rest: [Bool] = []
    for share in slots[slot].presence.dropFirst(64) {
      rest.append(decoder.bit(probability: Self.probability(of: share)) == 1)
    }
    var optional = 0
    let shape = plan.shapes.entries[number]
    for number in shape.first..<shape.end {
      let field = plan.shapes.fields[number]
      if field.isOptional {
        let isThere = optional < 64 ? presence & 1 == 1 : rest[optional - 64]
        presence >>= 1
        optional += 1
        guard isThere else { continue }
      }
      try writer.write(.key, keys[number], of: keys.source)
      try decode(field.slot, depth + 1, from: &decoder, to: &writer)
    }
    try writer.close()
  }
}
