// SPDX-License-Identifier: Apache-2.0

/// Finds the integer that a form takes out of an entry (SPEC §13.6 Forms).
enum FormFit {
  /// The integers that a form takes out of a lexeme, or `nil` if it does not fit.
  static func integers(_ form: Form, in lexeme: [UInt8]) -> [Int64]? {
    switch form {
    case .number(let scale, _): return integer(lexeme, scale).map { [$0] }
    case .string(let parts):
      guard lexeme.first == 0x22 else { return nil }
      return integers(parts[...], in: lexeme.dropFirst().dropLast())
    }
  }

  private static func integer(_ lexeme: [UInt8], _ scale: Int) -> Int64? {
    let text = String(decoding: lexeme, as: UTF8.self)
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == (scale == 0 ? 1 : 2), scale == 0 || halves[1].utf8.count == scale
    else { return nil }
    let joined = halves.joined()
    let digits = joined.utf8.drop { $0 == 0x2D }
    guard digits.allSatisfy({ Digits.decimal.contains($0) }), digits.count <= 18,
      let value = Int64(joined), value != 0 || joined.first != "-"
    else { return nil }
    return value
  }

  /// The integers of some parts of a string, which must end where the bytes end.
  private static func integers(
    _ parts: ArraySlice<Form.Part>, in bytes: ArraySlice<UInt8>
  ) -> [Int64]? {
    guard let part = parts.first else { return bytes.isEmpty ? [] : nil }
    let rest = parts.dropFirst()
    func take(_ count: Int, _ value: (ArraySlice<UInt8>) -> Int64?) -> [Int64]? {
      guard bytes.count >= count, let integer = value(bytes.prefix(count)),
        let others = integers(rest, in: bytes.dropFirst(count))
      else { return nil }
      return [integer] + others
    }
    switch part {
    case .literal(let literal):
      guard bytes.starts(with: literal) else { return nil }
      return integers(rest, in: bytes.dropFirst(literal.count))
    case .digits(let width, _):
      if width > 0 { return take(width, decimal) }
      let count = bytes.prefix { Digits.decimal.contains($0) }.count
      guard 1...18 ~= count, count == 1 || bytes.first != 0x30 else { return nil }
      return take(count, decimal)
    case .hexadecimal(let width, let isUpper, _):
      return take(width) { hexadecimal($0, isUpper) }
    case .characters(let characters, let count):
      guard bytes.count >= count, bytes.prefix(count).allSatisfy(characters.contains) else {
        return nil
      }
      return integers(rest, in: bytes.dropFirst(count))
    case .moment(let calendar, let separators, _):
      let count = calendar.widths.reduce(0, +) + separators.count
      return take(count) { calendar.units(Array($0), separators) }
    case .copy: return integers(rest, in: bytes)
    case .text:
      guard let size = size(of: rest), size <= bytes.count else { return nil }
      return integers(rest, in: bytes.suffix(size))
    }
  }

  /// How many bytes some parts have, if that is known.
  private static func size(of parts: ArraySlice<Form.Part>) -> Int? {
    var size = 0
    for part in parts {
      switch part {
      case .literal(let bytes): size += bytes.count
      case .digits(0, _), .text: return nil
      case .digits(let width, _), .hexadecimal(let width, _, _): size += width
      case .characters(_, let count): size += count
      case .moment(let calendar, let separators, _):
        size += calendar.widths.reduce(0, +) + separators.count
      case .copy: break
      }
    }
    return size
  }

  private static func decimal(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard bytes.allSatisfy({ Digits.decimal.contains($0) }) else { return nil }
    return Int64(String(decoding: bytes, as: UTF8.self))
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>, _ isUpper: Bool) -> Int64? {
    let letters: ClosedRange<UInt8> = isUpper ? 0x41...0x46 : 0x61...0x66
    guard bytes.allSatisfy({ Digits.decimal.contains($0) || letters.contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: bytes, as: UTF8.self), radix: 16)
  }
}

extension Calendar {
  /// The units of a moment that is written with separators, if it is one.
  func units(_ bytes: [UInt8], _ separators: [UInt8]) -> Int64? {
    var rest = bytes[...]
    var parts: [Int64] = []
    for (number, width) in widths.enumerated() {
      if number > 0 {
        guard rest.popFirst() == separators[number - 1] else { return nil }
      }
      let digits = rest.prefix(width)
      rest = rest.dropFirst(width)
      guard digits.allSatisfy({ Digits.decimal.contains($0) }),
        let part = Int64(String(decoding: digits, as: UTF8.self))
      else { return nil }
      parts.append(part)
    }
    return units(of: parts)
  }
}
