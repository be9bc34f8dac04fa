// SPDX-License-Identifier: Apache-2.0

/// Takes values apart as the forms of their slots say, where they have one.
struct FormMatcher: ~Copyable {
  /// The forms.
  let forms: FormTable
  /// The integers of the parts that have one, in order.
  private(set) var integers = Buffer<Int64>()
  /// The bytes of the parts that are characters or text, in order.
  private(set) var ranges = Buffer<ByteRange>()

  /// Prepares to take apart the values of slots.
  init(_ slots: [SlotModel]) { forms = FormTable(slots) }

  /// The integer that comes last, or `nil`.
  var lastInteger: Int64? { integers.count > 0 ? integers[integers.count - 1] : nil }

  /// The number of the first form of a slot that a lexeme has, which takes it apart; or `nil`.
  ///
  /// - Complexity: O(*n*) for *n* bytes, for each form.
  mutating func match(
    _ lexeme: ByteRange, at slot: Int, _ source: ByteSource,
    _ registers: borrowing MessageRegisters
  ) -> Int? {
    let count = forms.count(at: slot)
    guard count > 0 else { return nil }
    let first = source[lexeme.offset]
    let isString = first == ASCII.quote
    guard isString || first == ASCII.minus || ASCII.isDigit(first) else { return nil }
    for number in 0..<count {
      let form = forms.form(number, at: slot)
      guard isString == (form.scale < 0) else { continue }
      integers.removeAll()
      ranges.removeAll()
      let fits =
        isString
        ? match(string: lexeme, form, source, registers) : match(number: lexeme, form, source)
      if fits { return number }
    }
    return nil
  }

  private mutating func match(
    number lexeme: ByteRange, _ form: FormTable.Form, _ source: ByteSource
  ) -> Bool {
    guard let parts = source.parseDecimal(lexeme), parts.scale == form.scale else { return false }
    integers.append(parts.mantissa)
    return true
  }

  private mutating func match(
    string lexeme: ByteRange, _ form: FormTable.Form, _ source: ByteSource,
    _ registers: borrowing MessageRegisters
  ) -> Bool {
    let end = lexeme.end - 1
    var offset = lexeme.offset + 1
    for number in 0..<form.partCount {
      let part = forms.part(number, of: form)
      if part.kind == .text {
        guard let rest = byteCount(behind: number, of: form, registers), end - rest >= offset
        else { return false }
        ranges.append(ByteRange(offset: offset, count: end - rest - offset))
        offset = end - rest
        continue
      }
      guard let next = match(part, offset, end, source, registers) else { return false }
      offset = next
    }
    return offset == end
  }

  /// The number of bytes that the parts behind one come to, or `nil` where that varies.
  private mutating func byteCount(
    behind number: Int, of form: FormTable.Form, _ registers: borrowing MessageRegisters
  ) -> Int? {
    var count = 0
    for number in number + 1..<form.partCount {
      let part = forms.part(number, of: form)
      switch part.kind {
      case .literal: count += part.bytes.count
      case .digits:
        if part.count == 0 { return nil }
        count += part.count
      case .hexadecimal, .upperHexadecimal, .characters: count += part.count
      case .moment: count += part.unit.digitCount + part.bytes.count
      case .copy: count += registers.string(at: part.count).count
      case .text: return nil
      }
    }
    return count
  }

  /// The offset behind a part, or `nil` where something else stands there.
  private mutating func match(
    _ part: FormTable.Part, _ offset: Int, _ end: Int, _ source: ByteSource,
    _ registers: borrowing MessageRegisters
  ) -> Int? {
    switch part.kind {
    case .literal:
      let place = ByteRange(offset: offset, count: part.bytes.count)
      guard place.end <= end, source.areEqual(place, in: forms.source, at: part.bytes)
      else { return nil }
      return place.end
    case .copy:
      let string = registers.string(at: part.count)
      let place = ByteRange(offset: offset, count: string.count)
      guard place.end <= end, source.areEqual(place, string) else { return nil }
      return place.end
    case .digits:
      let width = part.count
      let count = width == 0 ? source.digitCount(offset, end) : width
      guard count > 0, offset + count <= end,
        width > 0 || count == 1 || source[offset] != ASCII.zero,
        let value = source.parseDigits(ByteRange(offset: offset, count: count))
      else { return nil }
      integers.append(value)
      return offset + count
    case .hexadecimal, .upperHexadecimal:
      guard offset + part.count <= end,
        let value = Self.hexadecimal(
          offset, part.count, part.kind == .upperHexadecimal, source)
      else { return nil }
      integers.append(value)
      return offset + part.count
    case .characters:
      guard offset + part.count <= end else { return nil }
      for index in offset..<offset + part.count
      where forms.number(of: source[index], in: part) < 0 {
        return nil
      }
      ranges.append(ByteRange(offset: offset, count: part.count))
      return offset + part.count
    case .moment: return moment(part, offset, end, source)
    case .text: return nil
    }
  }

  private static func hexadecimal(
    _ offset: Int, _ width: Int, _ isUppercase: Bool, _ source: ByteSource
  ) -> Int64? {
    let firstLetter = isUppercase ? ASCII.upperA : ASCII.lowerA
    var value: Int64 = 0
    for index in offset..<offset + width {
      let byte = source[index]
      let letter = byte &- firstLetter
      guard ASCII.isDigit(byte) || letter < 6 else { return nil }
      value = value << 4 | Int64(letter < 6 ? letter &+ 10 : byte &- ASCII.zero)
    }
    return value
  }

  private mutating func moment(
    _ part: FormTable.Part, _ start: Int, _ end: Int, _ source: ByteSource
  ) -> Int? {
    guard start + part.unit.digitCount + part.bytes.count <= end else { return nil }
    var runs: [Int64] = []
    var offset = start
    for (index, width) in part.unit.widths.enumerated() {
      guard let run = source.parseDigits(ByteRange(offset: offset, count: width)) else {
        return nil
      }
      runs.append(run)
      offset += width
      guard index < part.bytes.count else { continue }
      guard source[offset] == forms.source[part.bytes.offset + index] else { return nil }
      offset += 1
    }
    guard let moment = part.unit.join(runs) else { return nil }
    integers.append(moment)
    return offset
  }
}

extension CalendarUnit {
  /// The number of digits of all runs.
  package var digitCount: Int { widths.reduce(0, +) }
}
