// SPDX-License-Identifier: Apache-2.0

/// How much of the rows of a block stood before, in the block itself or in those before it.
package struct BlockRecurrence: Sendable {
  /// How many bytes of text were looked at.
  fileprivate(set) var byteCount = 0
  /// How many of them stood before, by the number of blocks they stood before.
  fileprivate var recurringCounts = [Int](repeating: 0, count: farthest + 1)

  /// What stands more blocks before does not count.
  fileprivate static let farthest = 8

  /// Nothing was looked at.
  package init() {}

  /// The share of what was looked at that stood no more than so many blocks before.
  func share(within distance: Int) -> Double {
    let recurring = recurringCounts.prefix(distance + 1).reduce(0, +)
    return byteCount == 0 ? 0 : Double(recurring) / Double(byteCount)
  }
}

/// Tells how many rows of a document stand in it before, byte for byte.
///
/// One row in 64 is looked at, chosen by what it says, so that the same ones are chosen again; and every
/// row that is large, of which parts are. It is only to tell whether something is worth its time: hashes are
/// of 32 bits, and what stands far back may be forgotten.
struct RecurringRows: ~Copyable {
  /// Shorter rows are not looked at: columns of them may take less than a repetition does.
  private static let leastByteCount = 64
  /// Longer rows are large.
  private static let largeByteCount = 1 << 12
  /// How many parts of a large row are looked at, and their size in bytes.
  private static let (partCount, partByteCount) = (4, 256)
  private static let slotBits: UInt64 = 15
  private static let factor: UInt64 = 0x94D0_49BB_1331_11EB

  /// Whether rows are looked at.
  let isOn: Bool
  /// The hash of a row in the upper half, its number in the lower one, by other bits of the hash; empty until
  /// there are more than ``early`` has room for.
  private var notes = Buffer<UInt64>()
  /// The first hashes, with the numbers of their rows.
  ///
  /// Short documents have no others, and a table takes as long to clear as they take to encode.
  private var early: [(hash: UInt64, number: UInt32)] = []
  private static let mostEarly = 16
  /// The number of the next row, counted from 1 through the document.
  private var number: UInt32 = 1
  /// The number of the first row of each block.
  private var firsts: [UInt32] = [1]
  private var block = BlockRecurrence()

  /// Creates a detector; where it is off, it holds no memory and finds nothing.
  init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Looks at a row.
  ///
  /// - Complexity: O(1) for most rows, O(*n*) for *n* bytes of others.
  @inline(__always) mutating func look(_ source: ByteSource, _ start: Int, _ end: Int) {
    let count = end &- start
    guard isOn, count >= Self.leastByteCount else { return }
    let choice =
      (source.word(at: end &- 12) ^ source.word(at: start &+ count &>> 1) &+ UInt64(count))
      &* Self.factor
    if _slowPath(choice &>> 58 == 0 || count > Self.largeByteCount) { note(source, start, end) }
  }

  @inline(never) private mutating func note(_ source: ByteSource, _ start: Int, _ end: Int) {
    note(hash(source, start, end), end - start)
  }

  private func hash(_ source: ByteSource, _ start: Int, _ end: Int) -> UInt64 {
    var hash = UInt64(end &- start)
    guard end - start > Self.largeByteCount else {
      add(source, start, end, to: &hash)
      return hash
    }
    let step = (end - start - Self.partByteCount) / (Self.partCount - 1)
    for part in 0..<Self.partCount {
      add(source, start + part * step, start + part * step + Self.partByteCount, to: &hash)
    }
    return hash
  }

  @inline(__always) private func add(
    _ source: ByteSource, _ start: Int, _ end: Int, to hash: inout UInt64
  ) {
    var offset = start
    while offset &+ 8 < end {
      hash = (source.word(at: offset) ^ hash &>> 29) &* Self.factor
      offset &+= 8
    }
    hash = (source.word(at: end &- 8) ^ hash &>> 29) &* Self.factor
  }

  private mutating func note(_ hash: UInt64, _ count: Int) {
    let found = replaceNumber(of: hash)
    block.byteCount += count
    // Rows that are scanned anew are noted already, with numbers that are yet to come.
    if found > 0, found < number {
      let distance = firsts.reversed().firstIndex { $0 <= found }?.base ?? 0
      let blocks = firsts.count - distance
      if blocks <= BlockRecurrence.farthest { block.recurringCounts[blocks] += count }
    }
    if number < .max { number += 1 }
  }

  /// Notes that the row in hand has a hash, and returns the number of the last one that had it, or 0.
  private mutating func replaceNumber(of hash: UInt64) -> UInt32 {
    if notes.count == 0 {
      if let index = early.firstIndex(where: { $0.hash == hash }) {
        defer { early[index].number = number }
        return early[index].number
      }
      guard early.count == Self.mostEarly else {
        early.append((hash, number))
        return 0
      }
      notes = Buffer(repeating: 0, count: 1 << Self.slotBits)
      for (hash, number) in early { put(hash, number) }
    }
    let note = put(hash, number)
    return (note ^ hash &<< 32) &>> 32 == 0 ? UInt32(truncatingIfNeeded: note) : 0
  }

  /// Puts a note into its slot, and returns what was there.
  @discardableResult private mutating func put(_ hash: UInt64, _ number: UInt32) -> UInt64 {
    let slot = Int(truncatingIfNeeded: hash &>> (64 - Self.slotBits))
    defer { notes[slot] = hash &<< 32 | UInt64(number) }
    return notes[slot]
  }

  /// Forgets the rows of the block in hand, which is scanned anew.
  mutating func restartBlock() {
    number = firsts[firsts.count - 1]
    block = BlockRecurrence()
  }

  /// Goes on with the next block, and returns what is known of this one.
  mutating func takeBlock() -> BlockRecurrence {
    firsts.append(number)
    if firsts.count > BlockRecurrence.farthest + 1 { firsts.removeFirst() }
    defer { block = BlockRecurrence() }
    return block
  }
}
