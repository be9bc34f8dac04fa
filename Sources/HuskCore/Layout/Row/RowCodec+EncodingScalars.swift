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
      encode(symbol: entries.count(at: slot), at: slot, to: &encoder)
      encode(form: matcher.forms.count(at: slot), at: slot, to: &encoder)
      return encodeAny(index, tape, source, to: &encoder)
    }
    if let entry = entries.symbol(of: token.range, in: source, at: slot) {
      encode(symbol: entry, at: slot, to: &encoder)
      note(entry: entry, at: slot)
      return index + 1
    }
    encode(symbol: entries.count(at: slot), at: slot, to: &encoder)
    let found = matcher.match(token.range, at: slot, source, registers)
    // A form may copy what stood at this slot before, so the string is noted behind it.
    if registers.copies(slot), source[token.offset] == ASCII.quote {
      let inner = ByteRange(offset: token.offset + 1, count: token.extent - 2)
      registers.note(source.bytes(inner), at: slot)
    }
    encode(form: found ?? matcher.forms.count(at: slot), at: slot, to: &encoder)
    guard let found else { return encodeAny(index, tape, source, to: &encoder) }
    encode(found, at: slot, source, to: &encoder)
    return index + 1
  }

  /// Writes the number of a form.
  private mutating func encode(form number: Int, at slot: Int, to encoder: inout RangeEncoder) {
    guard !isPrimed else { primed?.encode(form: number, at: slot, to: &encoder); return }
    matcher.forms.encode(form: number, at: slot, to: &encoder)
  }

  /// Writes what ``matcher`` found.
  private mutating func encode(
    _ number: Int, at slot: Int, _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    let form = matcher.forms.form(number, at: slot)
    guard form.scale < 0 else {
      return encode(integer: 0, of: form, number, at: slot, to: &encoder)
    }
    var integer = 0
    var range = 0
    for index in 0..<form.partCount {
      let part = matcher.forms.part(index, of: form)
      switch part.kind {
      case .literal, .copy: break
      case .digits, .hexadecimal, .upperHexadecimal, .moment:
        encode(integer: integer, of: form, number, at: slot, to: &encoder)
        integer += 1
      case .characters:
        for offset in matcher.ranges[range].offset..<matcher.ranges[range].end {
          encoder.encode(
            start: matcher.forms.number(of: source[offset], in: part), frequency: 1,
            of: part.bytes.count)
        }
        range += 1
      case .text:
        encode(text: matcher.ranges[range], at: slot, source, to: &encoder)
        range += 1
      }
    }
  }

  /// Writes an integer that ``matcher`` found (SPEC §13.7 Integers).
  private mutating func encode(
    integer index: Int, of form: FormTable.Form, _ number: Int, at slot: Int,
    to encoder: inout RangeEncoder
  ) {
    let model = matcher.forms.integer(index, of: form)
    let value = matcher.integers[index]
    let difference = value &- registers.prediction(model)
    registers.note(value, at: slot)
    let start = probe == nil ? 0 : encoder.cost
    defer { if probe != nil { probe?.integers[slot] += encoder.cost - start } }
    if isPrimed, primed?.codes(.integers, of: slot) ?? false {
      primed?.encode(difference: difference, index, ofForm: number, at: slot, to: &encoder)
      return
    }
    if isPrimed { primed?.note(difference: difference, index, ofForm: number, at: slot) }
    let magnitude = IntegerModel.magnitude(of: difference)
    let place = matcher.forms.place(of: magnitude, model)
    matcher.forms.encode(place: place, model, to: &encoder)
    if place == model.magnitudeCount { encoder.encode(bits: UInt64(magnitude), count: 8) }
    encoder.encode(bits: difference.magnitude, count: IntegerModel.bitCount(of: magnitude))
  }
}
