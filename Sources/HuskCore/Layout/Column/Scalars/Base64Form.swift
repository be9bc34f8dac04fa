// SPDX-License-Identifier: Apache-2.0

/// How bytes stand in strings as Base64 (SPEC §8.6.8 Base64).
package struct Base64Form: Equatable {
  /// What all strings start with.
  package var prefix: [UInt8] = []
  /// What fills the last four digits.
  static let padding: UInt8 = 0x3D

  /// Whether the last two digits are `-` and `_` rather than `+` and `/`.
  package var isURL = false
  /// Whether `=` fills the last four digits.
  package var isPadded = true

  /// The variant of the encoding.
  package var variant: UInt8 { (isURL ? 1 : 0) | (isPadded ? 0 : 2) }

  /// Creates a form without a prefix, in the alphabet and with the padding of most files.
  package init() {}

  /// Creates the form of a variant, 0 to 3.
  package init(variant: UInt8, prefix: [UInt8]) {
    self.prefix = prefix
    isURL = variant & 1 != 0
    isPadded = variant & 2 == 0
  }

  /// The 64 digits in order of their values.
  package var digits: [UInt8] {
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
      + Array((isURL ? "-_" : "+/").utf8)
  }

  /// The number of digits of `byteCount` bytes, with their padding.
  package func digitCount(_ byteCount: Int) -> Int {
    isPadded ? (byteCount + 2) / 3 * 4 : (byteCount * 4 + 2) / 3
  }
}
