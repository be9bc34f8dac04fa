// SPDX-License-Identifier: Apache-2.0

/// How often each integer of four bits stands in a short plane that is alone, and what that lets expect of it.
///
/// Packed, they are coded by a table of all pairs that there are, which takes a good part of what such a plane does;
/// where other planes stand beside it, all share one. In bytes, matches are found in integers that come at
/// random, which take more than they save: the more so, the likelier integers are to agree.
struct NibbleTally {
  /// Longer planes are packed in any case: their table does not matter.
  static let mostCount = 1 << 12

  /// How many bits they have.
  static let bits = 4

  /// The number of integers.
  private let count: Int
  private var counts = InlineArray<16, Int>(repeating: 0)

  /// Counts those that stand in a packed plane.
  ///
  /// - Complexity: O(`count`).
  init(_ plane: [UInt8], count: Int) {
    self.count = count
    for index in 0..<count {
      counts[Int(PackedBits.integer(at: index, of: plane, bits: Self.bits))] += 1
    }
  }

  /// What a table of pairs takes in bits, and each pair in it.
  private static let (tableBits, pairBits) = (240, 2)
  /// The same of a table of bytes.
  private static let byteTableBits = 96
  /// What bytes take beyond the entropy in 4096ths: where eight integers are alike likely, and for each bit by
  /// which their collision entropy is less than that of those; and the least.
  ///
  /// Fitted to what zstd 3 makes of random integers; higher levels find fewer bad matches.
  private static let byteExcess = (ofEight: 348, perBit: 983, least: 205)

  /// Whether bytes are expected to come to less than pairs.
  var prefersBytes: Bool {
    guard count > 0 else { return false }
    let logarithm = BinaryLogarithm.of(count)
    var (entropy, squares, distinct) = (count * logarithm, 0, 0)
    for index in counts.indices where counts[index] > 0 {
      let count = counts[index]
      entropy -= count * BinaryLogarithm.of(count)
      squares += count * count
      distinct += 1
    }
    let bits = entropy / 4096
    let collision = 2 * logarithm - BinaryLogarithm.of(squares)
    let excess = Self.byteExcess.ofEight + (3 * 4096 - collision) * Self.byteExcess.perBit / 4096
    let inBytes = bits + bits * max(excess, Self.byteExcess.least) / 4096 + Self.byteTableBits
    let pairs = min(distinct * distinct, count / 2) * Self.pairBits
    let inPairs = bits + Self.tableBits + pairs
    return inBytes < min(inPairs, 4 * count)
  }
}
