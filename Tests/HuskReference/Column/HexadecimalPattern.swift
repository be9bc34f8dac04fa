// SPDX-License-Identifier: Apache-2.0

/// Strings of hexadecimal digits and literals (SPEC §8.6.5 Hexadecimal).
struct HexadecimalPattern {
  private let isUpper: Bool
  private var parts: [(digits: Int, literal: [UInt8])] = []
  /// How many digits each integer of an entry has.
  private(set) var groups: [Int] = []

  /// Reads a pattern.
  init(_ reader: inout ByteReader) throws {
    let upper = try reader.count()
    try demand(upper <= 1, .invalidColumn, "upper is \(upper)")
    isUpper = upper == 1
    let partCount = try reader.count()
    try demand(partCount <= 1024, .invalidColumn, "\(partCount) parts")
    var byteCount = 0
    var digitCount = 0
    for _ in 0..<partCount {
      let digits = try reader.count()
      let literal = try reader.sized()
      try demand(digits > 0 || !literal.isEmpty, .invalidColumn, "a part of nothing")
      parts.append((digits, literal))
      byteCount = min(byteCount + min(digits, 2000) + literal.count, 1 << 30)
      try demand(byteCount <= 1024, .invalidColumn, "strings of more than 1,024 bytes")
      digitCount += digits
    }
    groups = stride(from: 0, to: digitCount, by: 8).map { min(8, digitCount - $0) }
  }

  /// The string of an entry.
  func string(_ integers: [Int64]) throws -> [UInt8] {
    var digits: [UInt8] = []
    for (integer, size) in zip(integers, groups) {
      let isPossible = integer >= 0 && integer >> Int64(4 * size) == 0
      try demand(isPossible, .invalidColumn, "\(integer) in \(size) digits")
      let text = String(integer, radix: 16, uppercase: isUpper)
      digits += Array((String(repeating: "0", count: size - text.count) + text).utf8)
    }
    var place = 0
    return parts.flatMap { part in
      defer { place += part.digits }
      return digits[place..<place + part.digits] + part.literal
    }
  }
}
