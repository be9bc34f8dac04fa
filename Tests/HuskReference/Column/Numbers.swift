// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Numbers with so many digits behind the point (SPEC §8.6.2 Decimals).
struct Decimals {
  let scale: Int
  let variant: UInt8

  init(scale: Int) {
    self.scale = scale
    variant = 0
  }

  /// Reads the scale.
  init(_ reader: inout ByteReader, variant: UInt8) throws {
    scale = try reader.count()
    self.variant = variant
    try demand(scale <= 18, .invalidColumn, "scale \(scale)")
  }

  /// The number that an integer is without its point.
  func lexeme(_ integer: Int64) -> [UInt8] {
    let digits = String(integer.magnitude)
    let padded = String(repeating: "0", count: max(scale + 1 - digits.count, 0)) + digits
    var behind = padded.suffix(scale)
    while variant > 0, behind.last == "0", !(variant == 2 && behind.count == 1) {
      behind.removeLast()
    }
    let point = behind.isEmpty ? "" : "."
    return Array("\(integer < 0 ? "-" : "")\(padded.dropLast(scale))\(point)\(behind)".utf8)
  }
}

/// Doubles that are near a decimal (SPEC §8.6.3 Near decimals).
struct NearDecimals {
  private let scale: Int
  private let variant: UInt8

  /// Reads the scale.
  init(_ reader: inout ByteReader, variant: UInt8) throws {
    scale = try reader.count()
    self.variant = variant
    try demand(scale <= 12, .invalidColumn, "scale \(scale)")
  }

  /// The double that is `distance` doubles from a decimal, as it is written.
  func lexeme(_ mantissa: Int64, _ distance: Int64) throws -> [UInt8] {
    try demand(mantissa.magnitude <= 1 << 53, .invalidColumn, "mantissa \(mantissa)")
    let power = (0..<scale).reduce(1.0) { product, _ in product * 10 }
    let bits = Int64(bitPattern: (Double(mantissa) / power).bitPattern)
    let (moved, hasOverflown) = bits.addingReportingOverflow(distance)
    let staysSigned = !hasOverflown && (moved < 0) == (bits < 0)
    try demand(staysSigned, .invalidColumn, "distance \(distance)")
    let double = Double(bitPattern: UInt64(bitPattern: moved))
    let isInRange = double == 0 || (0.0001..<1e15).contains(double.magnitude)
    try demand(isInRange, .invalidColumn, "the double \(double)")
    // Swift writes the fewest digits that tell a double from all others, C the 17 of the format.
    let text = variant == 1 ? String(format: "%.17g", double) : "\(double)"
    return Array((variant < 2 && text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
  }
}
