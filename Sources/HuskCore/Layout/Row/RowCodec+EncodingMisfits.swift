// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Writes a value that is not as its slot says (SPEC §13.9 Misfits).
  mutating func encodeMisfit(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) -> Int {
    encode(symbol: entries.headCount(at: slot), at: slot, to: &encoder)
    encoder.encode(bit: 1, probability: Self.half)
    let shape = shape(forMisfitAt: index, of: slot, tape, source)
    encoder.encode(bit: shape == nil ? 0 : 1, probability: Self.half)
    guard let shape else { return encodeAny(index, tape, source, to: &encoder) }
    return encodeLoose(shape, index, tape, source, to: &encoder)
  }

  /// The shape that a value is compared with where it is an object, or `nil` where any value is as good.
  private mutating func shape(
    forMisfitAt index: Int, of slot: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> Int? {
    guard tape[index].kind == .openObject, let shape = plan.shape(at: slot) else { return nil }
    guard case .oneOf = plan.nodes[slot] else { return shape }
    // The first of the alternatives need not be the one that the object is like.
    let value = index..<Tokenizer.end(of: index, on: tape)
    likeObjects.look(at: value, shapeFinder, plan, tape, source)
    guard let like = likeObjects.first(in: value), like.index == index else { return shape }
    return like.shape == shape ? shape : nil
  }

  /// Writes an object member by member, the fields of a shape by their number.
  private mutating func encodeLoose(
    _ number: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) -> Int {
    let fields = plan.shapes[number].fields
    let end = index + tape[index].extent
    var next = index + 1
    var expected = 0
    while next < end {
      let key = tape[next].range
      guard let field = shapeFinder.field(key, of: number, from: expected, plan, source) else {
        encoder.encode(bit: 0, probability: Self.orderShare)
        encoder.encode(bit: 0, probability: Self.half)
        encode(text: ByteRange(offset: key.offset + 1, count: key.count - 2), source, to: &encoder)
        next = encodeAny(next + 1, tape, source, to: &encoder)
        continue
      }
      encode(field: field, expected, to: &encoder)
      next = encode(fields[field].slot, next + 1, tape, source, to: &encoder)
      expected = field + 1
    }
    encode(field: fields.count, expected, to: &encoder)
    return end + 1
  }

  /// Writes the number of a field, or that of the end, which stands behind the last.
  private func encode(field: Int, _ expected: Int, to encoder: inout RangeEncoder) {
    encoder.encode(bit: field == expected ? 1 : 0, probability: Self.orderShare)
    guard field != expected else { return }
    encoder.encode(bit: 1, probability: Self.half)
    Self.encode(count: field, to: &encoder)
  }

  /// Writes a value of which nothing is known, and returns the index after it.
  mutating func encodeAny(
    _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) -> Int {
    let token = tape[index]
    let end = Tokenizer.end(of: index, on: tape)
    switch token.kind {
    case .string, .key:
      encoder.encode(bits: AnyKind.string.rawValue, count: 2)
      let inner = ByteRange(offset: token.offset + 1, count: token.extent - 2)
      encode(text: inner, source, to: &encoder)
    case .number:
      encoder.encode(bits: AnyKind.number.rawValue, count: 2)
      encode(text: token.range, source, to: &encoder)
    case .literal:
      encoder.encode(bits: AnyKind.literal.rawValue, count: 2)
      encoder.encode(bits: UInt64(Self.literal(source[token.offset])), count: 2)
    default:
      encoder.encode(bits: AnyKind.container.rawValue, count: 2)
      nesting += 1
      defer { nesting -= 1 }
      DeepStack.descend(to: nesting) {
        encodeContainer(index..<end, tape, source, to: &encoder)
      }
    }
    return end
  }

  /// Writes an array or object of which nothing is known: value by value where most of it is in objects that
  /// are like those of the template, such as a message in an envelope, and as a text otherwise.
  private mutating func encodeContainer(
    _ value: Range<Int>, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) {
    let index = value.lowerBound
    likeObjects.look(at: value, shapeFinder, plan, tape, source)
    guard let first = likeObjects.first(in: value),
      2 * likeObjects.byteCount(in: value) >= tape.byteCount(of: value)
    else {
      encoder.encode(bits: ContainerKind.text.rawValue, count: 2)
      var bytes: [UInt8] = []
      TokenPrinter.append(value, tape, source, to: &bytes)
      let copy = PaddedBytes(bytes)
      return encode(text: ByteRange(offset: 0, count: bytes.count), copy.source, to: &encoder)
    }
    guard tape[index].kind == .openArray else {
      encoder.encode(bits: ContainerKind.object.rawValue, count: 2)
      // What is like none is compared with that of the first one inside, which has to be somewhere.
      Self.encode(count: first.shape, to: &encoder)
      _ = encodeLoose(first.shape, index, tape, source, to: &encoder)
      return
    }
    encoder.encode(bits: ContainerKind.array.rawValue, count: 2)
    let end = index + tape[index].extent
    Self.encode(count: tape[end].extent, to: &encoder)
    var next = index + 1
    while next < end { next = encodeAny(next, tape, source, to: &encoder) }
  }

  /// The number of the literal that starts with a byte.
  static func literal(_ first: UInt8) -> Int {
    first == ASCII.lowerN ? 0 : first == ASCII.lowerF ? 1 : 2
  }

  /// Writes a text of no slot.
  private mutating func encode(
    text range: ByteRange, _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    encode(text: range, at: anySlot, source, to: &encoder)
  }

  /// Writes a text and its terminator.
  mutating func encode(
    text range: ByteRange, at slot: Int, _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    guard !isPrimed else {
      primed?.encode(text: range, at: slot, source, to: &encoder)
      return
    }
    text?.start(slot)
    for offset in range.offset..<range.end { text?.encode(source[offset], to: &encoder) }
    text?.encode(Self.terminator, to: &encoder)
  }
}

/// What a value of which nothing is known can be (SPEC §13.9 Misfits).
enum AnyKind: UInt64 {
  case string, number, literal, container
}

/// How an array or object is written of which nothing is known (SPEC §13.9 Misfits).
enum ContainerKind: UInt64 {
  case text, array, object
}
