// SPDX-License-Identifier: Apache-2.0

/// Tells how much of a block stands in blocks before it, if only in parts of rows.
///
/// Some runs of bytes behind commas are looked at, chosen by what they say, so that the same ones are chosen
/// again. One that
/// stands in the block itself before does not count, however often it does: whatever compresses the block sees
/// that. It is only to tell whether something is worth its time: hashes are of 32 bits, and what stands far
/// back may be forgotten.
struct RecurringParts: ~Copyable {
  /// How many bytes of a run are looked at.
  private static let runByteCount = 48
  private static let slotBits: UInt64 = 17
  private static let factor: UInt64 = 0x94D0_49BB_1331_11EB

  /// The hash of a run in the upper half, the number of the last block that it stood in in the lower one, by
  /// other bits of the hash.
  private var notes: Buffer<UInt64>
  /// The number of the block that was looked at last, counted from 1.
  private var number: UInt32 = 0

  /// Creates a detector; where it is off, it holds no memory and finds nothing.
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
    let end = block.count - Self.runByteCount - 8
    for offset in stride(from: 0, to: end, by: 8) {
      var choices = choices(block, offset)
      while _slowPath(choices != 0) {
        let start = offset &+ choices.trailingZeroBitCount &>> 3 &+ 1
        choices &= choices &- 1
        let hash = hash(block, start)
        let slot = Int(truncatingIfNeeded: hash &>> (64 - Self.slotBits))
        let note = notes[slot]
        notes[slot] = hash &<< 32 | UInt64(number)
        let found = UInt32(truncatingIfNeeded: note)
        let isKnown = found > 0 && (note ^ hash &<< 32) &>> 32 == 0
        if isKnown, found == number { continue }
        if isKnown, Int(number - found) <= blockCount { knownCount += 1 } else { newCount += 1 }
      }
    }
    return Double(knownCount) / Double(max(knownCount + newCount, 1))
  }

  /// The commas among eight bytes that are chosen, one in 32 or so, as high bits of bytes.
  @inline(__always) private func choices(_ block: ByteSource, _ offset: Int) -> UInt64 {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let word = block.word(at: offset) ^ ones &* UInt64(ASCII.comma)
    let commas = (word &- ones) & ~word & highBits
    let bytes =
      block.word(at: offset &+ 3) ^ block.word(at: offset &+ 12)
      ^ block.word(at: offset &+ 22) ^ block.word(at: offset &+ 36)
    return commas & ~(bytes &<< 7 | bytes &<< 6 | bytes &<< 5 | bytes &<< 4 | bytes &<< 3)
  }

  private func hash(_ block: ByteSource, _ start: Int) -> UInt64 {
    var hash: UInt64 = 0
    for offset in stride(from: 0, to: Self.runByteCount, by: 8) {
      hash = (block.word(at: start &+ offset) ^ hash &>> 29) &* Self.factor
    }
    return hash
  }
}
