// SPDX-License-Identifier: Apache-2.0

/// Takes values apart as a form says, where they have that form.
struct FormMatcher: ~Copyable {
  /// The integers of the parts that have one, in order.
  private(set) var integers = Buffer<Int64>()
  /// The bytes of the parts that are characters or text, in order.
  private(set) var ranges: [ByteRange] = []

  /// The integer that comes last, or `nil`.
  var lastInteger: Int64? { integers.count > 0 ? integers[integers.count - 1] : nil }

  /// Whether a lexeme has a form, and takes it apart.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func match(
    _ form: ValueForm, _ lexeme: ByteRange, _ source: ByteSource,
    _ registers: borrowing MessageRegisters
  ) -> Bool {
    integers.removeAll()
    ranges.removeAll(keepingCapacity: true)
    switch form {
    case .number(let scale, _):
      guard source[lexeme.offset] == ASCII.minus || ASCII.isDigit(source[lexeme.offset]),
        let parts = source.parseDecimal(lexeme), parts.scale == scale
      else { return false }
      integers.append(parts.mantissa)
      return true
    case .string(let parts):
      guard source[lexeme.offset] == ASCII.quote else { return false }
      let end = lexeme.end - 1
      var offset = lexeme.offset + 1
      for (index, part) in parts.enumerated() {
        if case .text = part {
          guard let rest = Self.byteCount(parts[(index + 1)...], registers), end - rest >= offset
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
  }

  /// The number of bytes that parts come to, or `nil` where that varies.
  private static func byteCount(
    _ parts: ArraySlice<ValueForm.Part>, _ registers: borrowing MessageRegisters
  ) -> Int? {
    var count = 0
    for part in parts {
      switch part {
      case .literal(let literal): count += literal.count
      case .digits(let width, _):
        if width == 0 { return nil }
        count += width
      case .hexadecimal(let width, _, _): count += width
      case .characters(_, let characterCount): count += characterCount
      case .moment(let unit, let separators, _): count += unit.digitCount + separators.count
      case .copy(let slot): count += registers.string(at: slot).count
      case .text: return nil
      }
    }
    return count
  }

  /// The offset behind a part, or `nil` where something else stands there.
  private mutating func match(
    _ part: ValueForm.Part, _ offset: Int, _ end: Int, _ source: ByteSource,
    _ registers: borrowing MessageRegisters
  ) -> Int? {
    switch part {
    case .literal(let literal): return Self.skip(literal, offset, end, source)
    case .copy(let slot): return Self.skip(registers.string(at: slot), offset, end, source)
    case .digits(let width, _):
      let count = width == 0 ? source.digitCount(offset, end) : width
      guard count > 0, offset + count <= end,
        width > 0 || count == 1 || source[offset] != ASCII.zero,
        let value = source.parseDigits(ByteRange(offset: offset, count: count))
      else { return nil }
      integers.append(value)
      return offset + count
    case .hexadecimal(let width, let isUppercase, _):
      guard offset + width <= end,
        let value = Self.hexadecimal(offset, width, isUppercase, source)
      else { return nil }
      integers.append(value)
      return offset + width
    case .characters(let set, let count):
      guard offset + count <= end else { return nil }
      for index in offset..<offset + count where set.numbers[Int(source[index])] < 0 { return nil }
      ranges.append(ByteRange(offset: offset, count: count))
      return offset + count
    case .moment(let unit, let separators, _):
      return moment(unit, separators, offset, end, source)
    case .text: return nil
    }
  }

  private static func skip(
    _ literal: [UInt8], _ offset: Int, _ end: Int, _ source: ByteSource
  ) -> Int? {
    guard offset + literal.count <= end,
      source.areEqual(ByteRange(offset: offset, count: literal.count), literal)
    else { return nil }
    return offset + literal.count
  }

  private static func hexadecimal(
    _ offset: Int, _ width: Int, _ isUppercase: Bool, _ source: ByteSource
  ) -> Int64? {
    let numbers = (isUppercase ? CharacterClass.upperHexadecimal : .hexadecimal).numbers
    var value: Int64 = 0
    for index in offset..<offset + width {
      let digit = numbers[Int(source[index])]
      guard digit >= 0 else { return nil }
      value = value << 4 | Int64(digit)
    }
    return value
  }

  private mutating func moment(
    _ unit: CalendarUnit, _ separators: [UInt8], _ start: Int, _ end: Int, _ source: ByteSource
  ) -> Int? {
    guard start + unit.digitCount + separators.count <= end else { return nil }
    var runs: [Int64] = []
    var offset = start
    for (index, width) in unit.widths.enumerated() {
      guard let run = source.parseDigits(ByteRange(offset: offset, count: width)) else {
        return nil
      }
      runs.append(run)
      offset += width
      guard index < separators.count else { continue }
      guard source[offset] == separators[index] else { return nil }
      offset += 1
    }
    guard let moment = unit.join(runs) else { return nil }
    integers.append(moment)
    return offset
  }
}

extension CalendarUnit {
  /// The number of digits of all runs.
  package var digitCount: Int { widths.reduce(0, +) }
}
