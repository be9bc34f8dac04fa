// SPDX-License-Identifier: Apache-2.0

extension RowCodec {
  /// Writes the scalar, or the key or container as it is, at a tape index, and returns the index
  /// after it (SPEC §13.6 Forms).
  mutating func encodeScalar(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource,
    to encoder: inout RangeEncoder
  ) -> Int {
    let token = tape[index]
    if isLeftOut(slot, token, to: &encoder) { return Tokenizer.end(of: index, on: tape) }
    guard token.isScalar || token.kind == .key else {
      encode(symbol: slots[slot].entries.count, at: slot, to: &encoder)
      encode(form: slots[slot].forms.count, at: slot, to: &encoder)
      return encodeAny(index, tape, source, to: &encoder)
    }
    if let entry = entries.symbol(of: token.range, in: source, at: slot) {
      encode(symbol: entry, at: slot, to: &encoder)
      note(entry: entry, at: slot)
      return index + 1
    }
    encode(symbol: slots[slot].entries.count, at: slot, to: &encoder)
    let found = form(of: token.range, at: slot, source)
    // A form may copy what stood at this slot before, so the string is noted behind it.
    if registers.copies(slot), source[token.offset] == ASCII.quote {
      let inner = ByteRange(offset: token.offset + 1, count: token.extent - 2)
      registers.note(source.bytes(inner), at: slot)
    }
    encode(form: found ?? slots[slot].forms.count, at: slot, to: &encoder)
    guard let found else { return encodeAny(index, tape, source, to: &encoder) }
    encode(found, at: slot, source, to: &encoder)
    return index + 1
  }

  /// The number of the form that a lexeme has, which ``matcher`` takes it apart by.
  private mutating func form(of lexeme: ByteRange, at slot: Int, _ source: ByteSource) -> Int? {
    // A closure would copy all of the codec.
    for number in slots[slot].forms.indices
    where matcher.match(slots[slot].forms[number], lexeme, source, registers) {
      return number
    }
    return nil
  }

  /// Writes the number of a form.
  private mutating func encode(form number: Int, at slot: Int, to encoder: inout RangeEncoder) {
    guard !isPrimed else { primed?.encode(form: number, at: slot, to: &encoder); return }
    Self.encode(number, slots[slot].formFrequencies, to: &encoder)
  }

  /// Writes what ``matcher`` found.
  private mutating func encode(
    _ form: Int, at slot: Int, _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    switch slots[slot].forms[form] {
    case .number(_, let model): encode(integer: 0, model, ofForm: form, at: slot, to: &encoder)
    case .string(let parts):
      var integer = 0
      var range = 0
      for part in parts {
        switch part {
        case .literal, .copy: break
        case .digits(_, let model), .hexadecimal(_, _, let model), .moment(_, _, let model):
          encode(integer: integer, model, ofForm: form, at: slot, to: &encoder)
          integer += 1
        case .characters(let set, _):
          for offset in matcher.ranges[range].offset..<matcher.ranges[range].end {
            encoder.encode(
              start: Int(set.numbers[Int(source[offset])]), frequency: 1, of: set.characters.count)
          }
          range += 1
        case .text:
          encode(text: matcher.ranges[range], at: slot, source, to: &encoder)
          range += 1
        }
      }
    }
  }

  /// Writes an integer that ``matcher`` found (SPEC §13.7 Integers).
  private mutating func encode(
    integer index: Int, _ model: IntegerModel, ofForm form: Int, at slot: Int,
    to encoder: inout RangeEncoder
  ) {
    let value = matcher.integers[index]
    let difference = value &- registers.prediction(model)
    registers.note(value, at: slot)
    let start = probe == nil ? 0 : encoder.cost
    defer { if probe != nil { probe?.integers[slot] += encoder.cost - start } }
    if isPrimed, primed?.codes(.integers, of: slot) ?? false {
      primed?.encode(difference: difference, index, ofForm: form, at: slot, to: &encoder)
      return
    }
    if isPrimed { primed?.note(difference: difference, index, ofForm: form, at: slot) }
    let magnitude = IntegerModel.magnitude(of: difference)
    let place = model.magnitudes.firstIndex(of: magnitude) ?? model.magnitudes.count
    Self.encode(place, model.frequencies, to: &encoder)
    if place == model.magnitudes.count { encoder.encode(bits: UInt64(magnitude), count: 8) }
    encoder.encode(bits: difference.magnitude, count: IntegerModel.bitCount(of: magnitude))
  }
}
