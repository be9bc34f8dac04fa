// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Reads a scalar, a key, or a container as it is.
  mutating func decodeScalar(
    _ slot: Int, _ neighbor: GapNeighbor, from decoder: inout RangeDecoder,
    to writer: inout DocumentWriter
  ) throws(HuskError) {
    if isLeftOut(from: &decoder) {
      return try writer.write(neighbor, Self.leftOut)
    }
    let entry = try decodeSymbol(at: slot, from: &decoder)
    if entry < entries.count(at: slot) {
      let lexeme = entries.range(of: entry, at: slot)
      guard neighbor == .scalar || entries.source[lexeme.offset] == ASCII.quote else {
        throw Self.invalid("a key is no string")
      }
      note(entry: entry, at: slot)
      return try writer.write(neighbor, lexeme, of: entries.source)
    }
    let number = try decodeForm(at: slot, from: &decoder)
    guard number < matcher.forms.count(at: slot) else {
      return try decodeAny(neighbor, noting: slot, from: &decoder, to: &writer)
    }
    let form = matcher.forms.form(number, at: slot)
    guard form.scale < 0 else {
      guard neighbor == .scalar else { throw Self.invalid("a key is no string") }
      let mantissa = try decodeInteger(0, of: form, number, at: slot, from: &decoder)
      return try writer.write(mantissa, scale: form.scale)
    }
    lexeme.removeAll(keepingCapacity: true)
    lexeme.append(ASCII.quote)
    var integer = 0
    for index in 0..<form.partCount {
      let part = matcher.forms.part(index, of: form)
      var value: Int64 = 0
      if part.kind.isInteger {
        value = try decodeInteger(integer, of: form, number, at: slot, from: &decoder)
        integer += 1
      }
      try decode(part, value, at: slot, from: &decoder)
    }
    if registers.copies(slot) { registers.note(Array(lexeme.dropFirst()), at: slot) }
    lexeme.append(ASCII.quote)
    try writer.write(neighbor, lexeme)
  }

  private mutating func decodeForm(
    at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int {
    if isPrimed,
      let form = try primed?.decodeForm(
        matcher.forms.count(at: slot), at: slot, from: &decoder)
    {
      return form
    }
    return matcher.forms.decodeForm(at: slot, from: &decoder)
  }

  /// Reads a symbol whose frequencies are few.
  static func decode(_ frequencies: [Int], from decoder: inout RangeDecoder) -> Int {
    guard frequencies.count > 1 else { return 0 }
    let target = decoder.target(of: frequencies.reduce(0, +))
    var start = 0
    var number = 0
    while start + frequencies[number] <= target {
      start += frequencies[number]
      number += 1
    }
    decoder.take(start: start, frequency: frequencies[number])
    return number
  }

  private mutating func decodeInteger(
    _ index: Int, of form: FormTable.Form, _ number: Int, at slot: Int,
    from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int64 {
    let model = matcher.forms.integer(index, of: form)
    let difference = try decodeDifference(model, index, number, slot, from: &decoder)
    let value = registers.prediction(model) &+ difference
    registers.note(value, at: slot)
    return value
  }

  @inline(__always) private mutating func decodeDifference(
    _ model: FormTable.Integer, _ index: Int, _ form: Int, _ slot: Int,
    from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int64 {
    if isPrimed, primed?.codes(.integers, of: slot) ?? false,
      let difference = try primed?.decodeDifference(index, ofForm: form, at: slot, from: &decoder)
    {
      return difference
    }
    let place = matcher.forms.decodePlace(model, from: &decoder)
    let magnitude =
      place < model.magnitudeCount
      ? matcher.forms.magnitude(place, model) : Int(decoder.bits(8))
    guard magnitude < IntegerModel.magnitudeCount else {
      throw Self.invalid("an integer is out of range")
    }
    let bits = decoder.bits(IntegerModel.bitCount(of: magnitude))
    let difference = IntegerModel.difference(magnitude, bits: bits)
    if isPrimed { primed?.note(difference: difference, index, ofForm: form, at: slot) }
    return difference
  }

  /// Appends a part of a string to ``lexeme``; `value` is its integer, where it has one.
  private mutating func decode(
    _ part: FormTable.Part, _ value: Int64, at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) {
    switch part.kind {
    case .literal:
      // It costs a message next to nothing, and so could become too much.
      try checkCount(lexeme.count + part.bytes.count)
      matcher.forms.source.append(part.bytes, to: &lexeme)
    case .copy:
      let string = registers.string(at: part.count)
      try checkCount(lexeme.count + string.count)
      lexeme += string
    case .digits: try appendDigits(value, width: part.count)
    case .hexadecimal, .upperHexadecimal:
      guard value >= 0, value >> Int64(4 * part.count) == 0 else {
        throw Self.invalid("a hexadecimal number has too many digits")
      }
      let letter = part.kind == .hexadecimal ? ASCII.lowerA : ASCII.upperA
      for place in (0..<part.count).reversed() {
        let digit = UInt8(truncatingIfNeeded: value >> Int64(4 * place) & 15)
        lexeme.append(digit < 10 ? ASCII.zero + digit : letter + digit - 10)
      }
    case .characters:
      for _ in 0..<part.count {
        let number = decoder.target(of: part.bytes.count)
        decoder.take(start: number, frequency: 1)
        lexeme.append(matcher.forms.source[part.bytes.offset + number])
      }
      try checkEnd(of: decoder)
    case .moment:
      guard let runs = part.unit.split(value) else {
        throw Self.invalid("a moment is out of range")
      }
      for (index, run) in runs.enumerated() {
        try appendDigits(run, width: part.unit.widths[index])
        if index < part.bytes.count {
          lexeme.append(matcher.forms.source[part.bytes.offset + index])
        }
      }
    case .text: try decodeText(at: slot, from: &decoder)
    }
  }

  /// Checks that a string does not become longer than the text may be.
  @inline(__always) private func checkCount(_ count: Int) throws(HuskError) {
    guard count <= byteLimit else {
      throw HuskError(.limitExceeded, "more than the limit of \(byteLimit) decoded bytes")
    }
  }

  /// Appends the digits of a number to ``lexeme``, so many unless `width` is 0.
  private mutating func appendDigits(_ value: Int64, width: Int) throws(HuskError) {
    let start = lexeme.count
    lexeme.append(digits: value.magnitude, width: width)
    guard value >= 0, width == 0 || lexeme.count - start == width else {
      throw Self.invalid("a number has too many digits")
    }
  }

  /// Appends a text without its terminator to ``lexeme``.
  mutating func decodeText(at slot: Int, from decoder: inout RangeDecoder) throws(HuskError) {
    guard !isPrimed else {
      try primed?.decodeText(at: slot, from: &decoder, to: &lexeme)
      return try checkCount(lexeme.count)
    }
    text?.start(slot)
    while true {
      let byte = text?.decode(from: &decoder) ?? Self.terminator
      if byte == Self.terminator { return }
      lexeme.append(byte)
      try checkEnd(of: decoder)
      try checkCount(lexeme.count)
    }
  }
}
