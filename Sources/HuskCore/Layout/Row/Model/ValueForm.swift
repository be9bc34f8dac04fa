// SPDX-License-Identifier: Apache-2.0

/// A way in which values of a slot are written that are not listed (SPEC §13.6 Forms).
package enum ValueForm: Equatable, Sendable {
  /// A number with so many fraction digits, 0 to 18, whose digits are an integer.
  case number(scale: Int, IntegerModel)
  /// A string that consists of parts.
  case string([Part])

  /// How many parts a string has at most, for they may write nothing.
  package static let mostParts = 64
  /// How many parts of forms all entries of a slot are compared with at most, to see which integers they have.
  package static let mostComparisons = 1 << 22

  /// How many parts it has; a number is one.
  var partCount: Int {
    if case .string(let parts) = self { parts.count } else { 1 }
  }

  /// Whether a part of it is text.
  package var hasText: Bool {
    if case .string(let parts) = self { parts.contains(.text) } else { false }
  }

  /// A part of a string, between its quotes.
  package enum Part: Equatable, Sendable {
    /// These bytes.
    case literal([UInt8])
    /// So many decimal digits, 1 to 18; or, where the width is 0, an integer without zeros in front.
    case digits(width: Int, IntegerModel)
    /// So many hexadecimal digits, 1 to 15, as an integer.
    case hexadecimal(width: Int, isUppercase: Bool, IntegerModel)
    /// So many characters of a class, each as likely as the others.
    case characters(CharacterClass, count: Int)
    /// A moment: the runs of digits of a calendar unit with one byte between each two.
    case moment(CalendarUnit, separators: [UInt8], IntegerModel)
    /// The last string that was met at a slot, without its quotes.
    case copy(slot: Int)
    /// Any text.
    case text
  }
}

extension ValueForm {
  /// The models of the integers that the form takes out of a value.
  var integerModels: [IntegerModel] {
    switch self {
    case .number(_, let model): [model]
    case .string(let parts):
      parts.compactMap {
        switch $0 {
        case .digits(_, let model), .hexadecimal(_, _, let model), .moment(_, _, let model): model
        case .literal, .characters, .copy, .text: nil
        }
      }
    }
  }
}

/// A set of characters that strings of random characters are made of (SPEC §13.6 Forms).
package enum CharacterClass: UInt8, CaseIterable, Sendable {
  case decimal, hexadecimal, upperHexadecimal, base32, upper, lower, alphanumeric, base64, base64URL
  case printable

  /// The characters, in the order of their numbers.
  package var characters: [UInt8] { Self.tables[Int(rawValue)] }

  /// The number of each byte in the class, or -1.
  package var numbers: [Int8] { Self.inverses[Int(rawValue)] }

  private static let tables: [[UInt8]] = {
    let digits = Array("0123456789".utf8)
    let uppers = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    let lowers = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let safe = (0x20...0x7E).filter { $0 != ASCII.quote && $0 != ASCII.backslash }
    return [
      digits, digits + lowers[..<6], digits + uppers[..<6], uppers + digits[2..<8],
      digits + uppers, digits + lowers, digits + uppers + lowers,
      uppers + lowers + digits + Array("+/".utf8), uppers + lowers + digits + Array("-_".utf8),
      safe,
    ]
  }()

  private static let inverses: [[Int8]] = tables.map { table in
    var inverse = [Int8](repeating: -1, count: 256)
    for (number, character) in table.enumerated() { inverse[Int(character)] = Int8(number) }
    return inverse
  }
}
