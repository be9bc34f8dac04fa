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
    let fields = plan.shapes[shape].fields
    try writer.open(isObject: true)
    var expected = 0
    while true {
      try checkEnd(of: decoder)
      var field = expected
      if decoder.bit(probability: Self.orderShare) == 0 {
        guard decoder.bit(probability: Self.half) == 1 else {
          var key: [UInt8] = [ASCII.quote]
          try decodeText(at: anySlot, from: &decoder, to: &key)
          try writer.write(.key, key + [ASCII.quote])
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
    var lexeme: [UInt8] = []
    switch kind {
    case .string:
      lexeme.append(ASCII.quote)
      try decodeText(at: anySlot, from: &decoder, to: &lexeme)
      if let slot, registers.copies(slot) {
        registers.note(Array(lexeme.dropFirst()), at: slot)
      }
      try writer.write(neighbor, lexeme + [ASCII.quote])
    case .number:
      try decodeText(at: anySlot, from: &decoder, to: &lexeme)
      try writer.write(.scalar, lexeme)
    case .literal:
      let literals = ["null", "false", "true"]
      let number = Int(decoder.bits(2))
      guard number < literals.count else { throw Self.invalid("an unknown literal") }
      try writer.write(.scalar, Array(literals[number].utf8))
    case .container:
      try decodeText(at: anySlot, from: &decoder, to: &lexeme)
      try write(container: lexeme, to: &writer)
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
