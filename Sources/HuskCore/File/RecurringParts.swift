// SPDX-License-Identifier: Apache-2.0

/// Tells how much of a block stands in blocks before it, if only in parts of rows.
///
/// Some runs of bytes are looked at, chosen by what they say, so that the same ones are chosen again. One that
/// stands in the block itself before does not count, however often it does: whatever compresses the block sees
/// that. It is only to tell whether something is worth its time: hashes are of 32 bits, and what stands far
/// back may be forgotten.
struct RecurringParts: ~Copyable {
  /// How many bytes of a run are looked at.
  private static let runByteCount = 48
  /// One run in 2 to the power of so many is looked at.
  private static let choiceBits: UInt64 = 9
  private static let slotBits: UInt64 = 17
  private static let factor: UInt64 = 0x94D0_49BB_1331_11EB

  /// The hash of a run in the upper half, the number of the last block that it stood in in the lower one, by
  /// other bits of the hash.
  private var notes: Buffer<UInt64>
  /// The number of the block that was looked at last, counted from 1.
  private var number: UInt32 = 0

  /// Begins, where somebody wants to know.
  init(isOn: Bool) {
    notes = Buffer(repeating: 0, count: isOn ? 1 << Self.slotBits : 0)
  }

  /// Looks at the next block.
  ///
  /// - Parameters:
  ///   - block: Its text.
  ///   - blockCount: How many blocks before it count.
  /// - Returns: The share that stands in those of all runs that differ; 0 where nobody wants to know.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func share(of block: ByteSource, in blockCount: Int) -> Double {
    guard notes.count > 0, number < .max else { return 0 }
    number += 1
    var (knownCount, newCount) = (0, 0)
    for offset in 0..<max(block.count - Self.runByteCount, 0) {
      let choice = (block.word(at: offset) ^ block.word(at: offset &+ 16) &>> 3) &* Self.factor
      guard _slowPath(choice &>> (64 - Self.choiceBits) == 0) else { continue }
      let hash = hash(block, offset)
      let slot = Int(truncatingIfNeeded: hash &>> (64 - Self.slotBits))
      let note = notes[slot]
      notes[slot] = hash &<< 32 | UInt64(number)
      let found = UInt32(truncatingIfNeeded: note)
      let isKnown = found > 0 && (note ^ hash &<< 32) &>> 32 == 0
      if isKnown, found == number { continue }
      if isKnown, Int(number - found) <= blockCount { knownCount += 1 } else { newCount += 1 }
    }
    return Double(knownCount) / Double(max(knownCount + newCount, 1))
  }

  private func hash(_ block: ByteSource, _ start: Int) -> UInt64 {
    var hash: UInt64 = 0
    for offset in stride(from: 0, to: Self.runByteCount, by: 8) {
      hash = (block.word(at: start &+ offset) ^ hash &>> 29) &* Self.factor
    }
    return hash
  }
}
