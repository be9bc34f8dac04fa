// SPDX-License-Identifier: Apache-2.0

/// Strings of one length with hexadecimal digits at fixed places (SPEC §8.6.5 Hexadecimal).
///
/// The digits are packed in groups of up to eight, each an integer column: a hash, a UUID
/// (`8-4-4-4-12` digits), an object id whose groups count up.
package struct HexPattern: Equatable {
  /// The string with a zero at each place of a digit, without quotes.
  package var skeleton: [UInt8]
  /// For each byte of ``skeleton``, whether it is a digit.
  package var areDigits: [Bool]
  /// Whether digits above nine are written in capitals.
  package var isUppercase: Bool

  /// The number of digits of each group.
  package var groups: [Int] {
    let count = areDigits.count { $0 }
    return (0..<(count + 7) / 8).map { min(8, count - $0 * 8) }
  }

  /// Writes the pattern.
  package func write(to streams: inout StreamSet) {
    streams.describe(isUppercase ? 1 : 0)
    // Runs of digits and literals in turn.
    var index = 0
    var parts: [UInt8] = []
    var partCount = 0
    while index < skeleton.count {
      let start = index
      while index < skeleton.count, areDigits[index] { index += 1 }
      Varint.append(index - start, to: &parts)
      let literal = index
      while index < skeleton.count, !areDigits[index] { index += 1 }
      Varint.append(index - literal, to: &parts)
      parts += skeleton[literal..<index]
      partCount += 1
    }
    streams.describe(partCount)
    streams.descriptors += parts
  }

  /// Reads a pattern.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  package init(from descriptors: inout DescriptorReader) throws(HuskError) {
    isUppercase = try descriptors.readCount(upTo: 1) == 1
    skeleton = []
    areDigits = []
    for _ in 0..<(try descriptors.readCount(upTo: Self.lengthLimit)) {
      let digits = try descriptors.readCount(upTo: Self.lengthLimit)
      skeleton += repeatElement(ASCII.zero, count: digits)
      areDigits += repeatElement(true, count: digits)
      let literal = try descriptors.readBytes()
      guard digits > 0 || !literal.isEmpty else {
        throw HuskError(.invalidColumn, "a part of a hexadecimal pattern is empty")
      }
      skeleton += literal
      areDigits += repeatElement(false, count: literal.count)
      guard skeleton.count <= Self.lengthLimit else {
        throw HuskError(.invalidColumn, "a hexadecimal pattern is too long")
      }
    }
  }

  /// The longest string that has such a pattern, in bytes.
  package static let lengthLimit = 1024

  init(skeleton: [UInt8], areDigits: [Bool], isUppercase: Bool) {
    self.skeleton = skeleton
    self.areDigits = areDigits
    self.isUppercase = isUppercase
  }
}

extension HexPattern {
  /// Some digits and the bytes behind them.
  package struct Part {
    /// The number of digits.
    package var digitCount: Int
    /// The bytes.
    package var literal: [UInt8]
  }

  /// The pattern as digits and literals in turn; the first may have no digits.
  package var parts: [Part] {
    var parts = [Part(digitCount: 0, literal: [])]
    for (byte, isDigit) in zip(skeleton, areDigits) {
      if !isDigit {
        parts[parts.count - 1].literal.append(byte)
      } else if parts[parts.count - 1].literal.isEmpty {
        parts[parts.count - 1].digitCount += 1
      } else {
        parts.append(Part(digitCount: 1, literal: []))
      }
    }
    return parts
  }
}
