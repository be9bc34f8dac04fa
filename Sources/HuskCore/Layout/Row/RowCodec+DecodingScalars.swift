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
    if entry < slots[slot].entries.count {
      let lexeme = slots[slot].entries[entry].bytes
      guard neighbor == .scalar || lexeme[0] == ASCII.quote else {
        throw Self.invalid("a key is no string")
      }
      note(entry: entry, at: slot)
      return try writer.write(neighbor, lexeme)
    }
    let form = try decodeForm(at: slot, from: &decoder)
    guard form < slots[slot].forms.count else {
      return try decodeAny(neighbor, noting: slot, from: &decoder, to: &writer)
    }
    switch slots[slot].forms[form] {
    case .number(let scale, let model):
      guard neighbor == .scalar else { throw Self.invalid("a key is no string") }
      let mantissa = try decodeInteger(model, 0, ofForm: form, at: slot, from: &decoder)
      try writer.write(.scalar, Self.decimal(mantissa, scale))
    case .string(let parts):
      var lexeme: [UInt8] = [ASCII.quote]
      var integer = 0
      for part in parts {
        try decode(part, &integer, ofForm: form, at: slot, from: &decoder, to: &lexeme)
      }
      if registers.copies(slot) { registers.note(Array(lexeme.dropFirst()), at: slot) }
      lexeme.append(ASCII.quote)
      try writer.write(neighbor, lexeme)
    }
  }

  private mutating func decodeForm(
    at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int {
    let count = slots[slot].forms.count
    if isPrimed, let form = try primed?.decodeForm(count, at: slot, from: &decoder) { return form }
    return Self.decode(slots[slot].formFrequencies, from: &decoder)
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
    _ model: IntegerModel, _ index: Int, ofForm form: Int, at slot: Int,
    from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int64 {
    let difference = try decodeDifference(model, index, form, slot, from: &decoder)
    let value = registers.prediction(model) &+ difference
    registers.note(value, at: slot)
    return value
  }

  private mutating func decodeDifference(
    _ model: IntegerModel, _ index: Int, _ form: Int, _ slot: Int,
    from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int64 {
    if isPrimed, primed?.codes(.integers, of: slot) ?? false,
      let difference = try primed?.decodeDifference(index, ofForm: form, at: slot, from: &decoder)
    {
      return difference
    }
    let place = Self.decode(model.frequencies, from: &decoder)
    let magnitude =
      place < model.magnitudes.count ? model.magnitudes[place] : Int(decoder.bits(8))
    guard magnitude < IntegerModel.magnitudeCount else {
      throw Self.invalid("an integer is out of range")
    }
    let bits = decoder.bits(IntegerModel.bitCount(of: magnitude))
    let difference = IntegerModel.difference(magnitude, bits: bits)
    if isPrimed { primed?.note(difference: difference, index, ofForm: form, at: slot) }
    return difference
  }

  /// A mantissa with so many fraction digits.
  private static func decimal(_ mantissa: Int64, _ scale: Int) -> [UInt8] {
    var digits = Array(String(mantissa.magnitude).utf8)
    if scale > 0 {
      if digits.count <= scale {
        digits.insert(contentsOf: repeatElement(ASCII.zero, count: scale + 1 - digits.count), at: 0)
      }
      digits.insert(ASCII.period, at: digits.count - scale)
    }
    return mantissa < 0 ? [ASCII.minus] + digits : digits
  }

  private mutating func decode(
    _ part: ValueForm.Part, _ integer: inout Int, ofForm form: Int, at slot: Int,
    from decoder: inout RangeDecoder, to lexeme: inout [UInt8]
  ) throws(HuskError) {
    func next(_ model: IntegerModel) throws(HuskError) -> Int64 {
      defer { integer += 1 }
      return try decodeInteger(model, integer, ofForm: form, at: slot, from: &decoder)
    }
    switch part {
    case .literal(let literal): try append(literal, to: &lexeme)
    case .copy(let other): try append(registers.string(at: other), to: &lexeme)
    case .digits(let width, let model):
      let value = try next(model)
      try Self.append(value, width: width, to: &lexeme)
    case .hexadecimal(let width, let isUppercase, let model):
      let value = try next(model)
      guard value >= 0, value >> Int64(4 * width) == 0 else {
        throw Self.invalid("a hexadecimal number has too many digits")
      }
      let digits = (isUppercase ? CharacterClass.upperHexadecimal : .hexadecimal).characters
      for place in (0..<width).reversed() {
        lexeme.append(digits[Int(value >> Int64(4 * place) & 15)])
      }
    case .characters(let set, let count):
      for _ in 0..<count {
        let number = decoder.target(of: set.characters.count)
        decoder.take(start: number, frequency: 1)
        lexeme.append(set.characters[number])
      }
      try checkEnd(of: decoder)
    case .moment(let unit, let separators, let model):
      guard let runs = unit.split(try next(model)) else {
        throw Self.invalid("a moment is out of range")
      }
      for (index, run) in runs.enumerated() {
        try Self.append(run, width: unit.widths[index], to: &lexeme)
        if index < separators.count { lexeme.append(separators[index]) }
      }
    case .text: try decodeText(at: slot, from: &decoder, to: &lexeme)
    }
  }

  /// Appends bytes that cost a message next to nothing, and so could become too many.
  @inline(__always)
  private func append(_ bytes: [UInt8], to lexeme: inout [UInt8]) throws(HuskError) {
    try checkCount(lexeme.count + bytes.count)
    lexeme += bytes
  }

  /// Checks that a string does not become longer than the text may be.
  @inline(__always) private func checkCount(_ count: Int) throws(HuskError) {
    guard count <= byteLimit else {
      throw HuskError(.limitExceeded, "more than the limit of \(byteLimit) decoded bytes")
    }
  }

  private static func append(
    _ value: Int64, width: Int, to lexeme: inout [UInt8]
  ) throws(HuskError) {
    let digits = Array(String(value.magnitude).utf8)
    guard value >= 0, width == 0 || digits.count <= width else {
      throw invalid("a number has too many digits")
    }
    if digits.count < width {
      lexeme.append(contentsOf: repeatElement(ASCII.zero, count: width - digits.count))
    }
    lexeme += digits
  }

  /// Reads a text without its terminator.
  mutating func decodeText(
    at slot: Int, from decoder: inout RangeDecoder, to lexeme: inout [UInt8]
  ) throws(HuskError) {
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
