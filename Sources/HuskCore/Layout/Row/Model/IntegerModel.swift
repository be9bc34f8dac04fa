// SPDX-License-Identifier: Apache-2.0

/// How the integers of one kind are predicted, and how far off they are (SPEC §13.7 Integers).
package struct IntegerModel: Equatable, Sendable {
  /// What integers are counted from where there is no reference.
  package var base: Int64
  /// The slot whose last integer in the message they are counted from, where there is one.
  package var reference: Int?
  /// The numbers of the magnitudes that occur, ascending; see ``magnitude(of:)``.
  package var magnitudes: [Int]
  /// How often each of them does, and then how often others do.
  package var frequencies: [Int]

  /// Creates a model from its parts.
  package init(
    base: Int64 = 0, reference: Int? = nil, magnitudes: [Int] = [], frequencies: [Int] = [1]
  ) {
    self.base = base
    self.reference = reference
    self.magnitudes = magnitudes
    self.frequencies = frequencies
  }

  /// The number of magnitudes that there are.
  package static let magnitudeCount = 129

  /// The number of the magnitude of a difference: 0 for 0, else twice the number of its bits, less
  /// one where it is positive.
  package static func magnitude(of difference: Int64) -> Int {
    let bits = 64 - difference.magnitude.leadingZeroBitCount
    return difference > 0 ? 2 * bits - 1 : 2 * bits
  }

  /// The number of bits behind the highest of a magnitude.
  package static func bitCount(of magnitude: Int) -> Int { max((magnitude + 1) / 2 - 1, 0) }

  /// The difference of a magnitude with such bits behind the highest one.
  package static func difference(_ magnitude: Int, bits: UInt64) -> Int64 {
    guard magnitude > 0 else { return 0 }
    let value = Int64(bitPattern: bits | 1 << UInt64(bitCount(of: magnitude)))
    return magnitude % 2 == 1 ? value : 0 &- value
  }
}
