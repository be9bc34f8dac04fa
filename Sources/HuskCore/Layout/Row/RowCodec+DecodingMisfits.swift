// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Reads a value that is not as its slot says (SPEC §13.9 Misfits).
  mutating func decodeMisfit(
    _ slot: Int, _ depth: Int, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    guard decoder.bit(probability: Self.half) == 1 else {
      return try decodeAny(.scalar, noting: nil, from: &decoder, to: &writer)
    }
    guard let shape = plan.shape(at: slot) else {
      throw Self.invalid("a slot has no objects to compare with")
    }
    try decodeLoose(shape, depth, from: &decoder, to: &writer)
  }

  /// Reads an object member by member, the fields of a shape by their number.
  private mutating func decodeLoose(
    _ shape: Int, _ depth: Int, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    let fields = plan.shapes[shape].fields
    try writer.open(isObject: true)
    var expected = 0
    while true {
      try checkEnd(of: decoder)
      var field = expected
      if decoder.bit(probability: Self.orderShare) == 0 {
        guard decoder.bit(probability: Self.half) == 1 else {
          lexeme = [ASCII.quote]
          try decodeText(at: anySlot, from: &decoder)
          try writer.write(.key, lexeme + [ASCII.quote])
          try decodeAny(.scalar, noting: nil, from: &decoder, to: &writer)
          continue
        }
        field = try decodeCount(from: &decoder)
      }
      guard field < fields.count else {
        guard field == fields.count else { throw Self.invalid("a field is out of range") }
        return try writer.close()
      }
      try writer.write(key: fields[field].content)
      try decode(fields[field].slot, depth + 1, from: &decoder, to: &writer)
      expected = field + 1
    }
  }

  /// Reads a value of which nothing is known; a string is noted at a slot.
  mutating func decodeAny(
    _ neighbor: GapNeighbor, noting slot: Int?, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    let kind = AnyKind(rawValue: decoder.bits(2)) ?? .string
    guard neighbor == .scalar || kind == .string else { throw Self.invalid("a key is no string") }
    switch kind {
    case .string:
      lexeme = [ASCII.quote]
      try decodeText(at: anySlot, from: &decoder)
      if let slot, registers.copies(slot) {
        registers.note(Array(lexeme.dropFirst()), at: slot)
      }
      try writer.write(neighbor, lexeme + [ASCII.quote])
    case .number:
      lexeme = []
      try decodeText(at: anySlot, from: &decoder)
      try writer.write(.scalar, lexeme)
    case .literal:
      let literals = ["null", "false", "true"]
      let number = Int(decoder.bits(2))
      guard number < literals.count else { throw Self.invalid("an unknown literal") }
      try writer.write(.scalar, Array(literals[number].utf8))
    case .container:
      nesting += 1
      defer { nesting -= 1 }
      try DeepStack.descend(to: nesting) { () throws(HuskError) in
        try decodeContainer(from: &decoder, to: &writer)
      }
    }
  }

  /// Reads an array or object of which nothing is known.
  private mutating func decodeContainer(
    from decoder: inout RangeDecoder, to writer: inout DocumentWriter
  ) throws(HuskError) {
    switch ContainerKind(rawValue: decoder.bits(2)) {
    case .text:
      lexeme = []
      try decodeText(at: anySlot, from: &decoder)
      try write(container: lexeme, to: &writer)
    case .array:
      let count = try decodeCount(from: &decoder)
      try checkCount(UInt64(count))
      try writer.open(isObject: false)
      for _ in 0..<count {
        try checkEnd(of: decoder)
        try decodeAny(.scalar, noting: nil, from: &decoder, to: &writer)
      }
      try writer.close()
    case .object:
      let shape = try decodeCount(from: &decoder)
      guard shape < plan.shapes.count else { throw Self.invalid("a shape is out of range") }
      // The writer counts the levels, of which this one is in a container of its own.
      try decodeLoose(shape, 0, from: &decoder, to: &writer)
    case nil: throw Self.invalid("an unknown kind of container")
    }
  }

  /// Writes an array or object that is carried as it is.
  private func write(
    container: [UInt8], to writer: inout DocumentWriter
  ) throws(HuskError) {
    let bytes = PaddedBytes(container)
    var tokenizer = Tokenizer(limits: limits)
    do throws(HuskError) {
      try tokenizer.tokenize(bytes, as: .json)
    } catch {
      throw error.code == .limitExceeded ? error : Self.invalid("a value is no JSON text")
    }
    for index in 0..<tokenizer.tape.count {
      let token = tokenizer.tape[index]
      switch token.kind {
      case .openObject, .openArray: try writer.open(isObject: token.kind == .openObject)
      case .closeObject, .closeArray: try writer.close()
      default: try writer.write(GapNeighbor(token.kind), token.range, of: bytes.source)
      }
    }
  }
}
