// SPDX-License-Identifier: Apache-2.0

/// How much memory a model has for what its contexts have seen (SPEC §16.4 Mixing).
enum ModelMemory {
  /// The binary logarithms of the numbers of bytes that there are.
  static let range = 16...26

  /// The most leaves that a model may have: each takes memory before anything is read.
  static let leafLimit = 1 << 16

  /// The binary logarithm of what suits so many bytes of text.
  static func bits(forBytes count: Int) -> Int {
    let bits = Int.bitWidth - max(count - 1, 1).leadingZeroBitCount
    return min(max(bits + 5, range.lowerBound), range.upperBound)
  }
}
