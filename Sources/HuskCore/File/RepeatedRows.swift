// SPDX-License-Identifier: Apache-2.0

/// Finds out whether the rows of a block are often the same, byte for byte.
///
/// A row that stood there before is one match in the text, but one in each column.
struct RepeatedRows: ~Copyable {
  /// Where a row starts that has a hash, for each value of some bits of it (32 bits), and other bits.
  private var notes = Buffer<UInt64>()
  /// Rows are compared whose number has none of these bits.
  private var skippedBits = 0
  /// How many were compared with those before, and how many were the same as one.
  private var (comparedCount, repeatedCount) = (0, 0)

  /// Shorter rows are as short in columns.
  private static let leastByteCount = 64
  private static let slotBits: UInt64 = 10
  /// So many rows are compared with all before them; then one in sixteen is, with those.
  private static let firstCount = 1 << 9
  private static let laterSkippedBits = 15
  /// Fewer rows say nothing.
  private static let leastCount = 8
  /// Rows are often the same where one in so many is.
  private static let share = 4

  /// Whether at least a quarter of the rows stood there before.
  var areMany: Bool {
    comparedCount >= Self.leastCount && repeatedCount * Self.share >= comparedCount
  }

  /// Forgets all rows.
  mutating func removeAll() {
    notes.removeAll()
    skippedBits = 0
    comparedCount = 0
    repeatedCount = 0
  }

  /// Takes note of a row of `source`, which starts behind all before it, by its number, which is one more
  /// than that of the one before.
  ///
  /// - Complexity: O(1), or O(*n*) for *n* bytes that are the same as before.
  @inline(__always) mutating func append(
    _ number: Int, _ source: ByteSource, from start: Int, to end: Int
  ) {
    if number & skippedBits == 0 { compare(number, source, start, end &- start) }
  }

  @inline(never) private mutating func compare(
    _ number: Int, _ source: ByteSource, _ start: Int, _ count: Int
  ) {
    let isFirst = skippedBits == 0
    if number >= Self.firstCount { skippedBits = Self.laterSkippedBits }
    guard count >= Self.leastByteCount else { return }
    if notes.count == 0 { notes.append(repeating: 0, count: 1 << Self.slotBits) }
    comparedCount &+= 1
    let hash = Self.hash(source, start, count)
    let slot = Int(truncatingIfNeeded: hash &>> (64 - Self.slotBits))
    let note = notes[slot]
    if isFirst {
      notes[slot] = UInt64(truncatingIfNeeded: start) &<< 32 | hash & 0xFFFF_FFFF
    }
    guard note != 0, (note ^ hash) & 0xFFFF_FFFF == 0 else { return }
    let other = Int(truncatingIfNeeded: note &>> 32)
    guard other &+ count <= start else { return }
    if source.commonByteCount(other, start, most: count) == count { repeatedCount &+= 1 }
  }

  /// A hash of some of the bytes of a row, and how many there are.
  private static func hash(_ source: ByteSource, _ start: Int, _ count: Int) -> UInt64 {
    let quarter = count &>> 2
    let first =
      (source.word(at: start &+ quarter) ^ UInt64(truncatingIfNeeded: count))
      &* 0x9E37_79B9_7F4A_7C15
    let second = (source.word(at: start &+ 2 &* quarter) ^ first &>> 29) &* 0xBF58_476D_1CE4_E5B9
    let third = (source.word(at: start &+ 3 &* quarter) ^ second &>> 32) &* 0x94D0_49BB_1331_11EB
    return third ^ third &>> 32
  }
}
