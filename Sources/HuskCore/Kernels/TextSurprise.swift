// SPDX-License-Identifier: Apache-2.0

/// How much the texts of a message have been other than expected, of late (SPEC §13.8 Text model).
///
/// To learn from a message takes twice the time, and of one that is like the samples it saves little.
struct TextSurprise {
  private var level = 0

  /// Where learning pays.
  private static let lasting = 600
  /// What a bit adds that was no likelier than the other.
  private static let step = 9
  /// What a byte takes off: text that is like the samples has about one such bit in a byte.
  private static let ease = 8

  /// Whether what follows is to be learnt.
  @inline(__always) var isLasting: Bool { level >= Self.lasting }

  /// 1 for a bit that was no likelier than the other, else 0; the probability is that of a 1, in 4096.
  @inline(__always) static func count(_ bit: Int, _ probability: Int) -> Int {
    // How much likelier it was, without a branch.
    let zeros = bit &- 1
    let margin = ((probability &- 2048) ^ zeros) &- zeros
    return (margin &- 1) &>> (Int.bitWidth - 1) & 1
  }

  /// Notes a byte that was read bit by bit, with so many such bits.
  @inline(__always) mutating func noteByte(_ surprises: Int) {
    level = max(0, level &+ Self.step &* surprises &- Self.ease)
  }
}
