// SPDX-License-Identifier: Apache-2.0

/// Entries of dictionaries, and constants, each joined with the bytes that the program writes before it.
///
///     ,"state":  and  "open", "shut"  become  [,"state":"open"···15] [,"state":"shut"···15]
///
/// Each stands in a slot of one size, and how many bytes it has in the last byte of that: a key and a
/// value are copied at once, all of the slot, and nothing depends on how long they are.
enum JoinedEntries {
  /// The bytes of a short slot, and of a long one, as a power of two.
  static let shortShift = 5
  static let longShift = 6

  /// How many bytes the slots of a block may come to: what does not stay in the cache gains nothing.
  static let byteLimit = 1 << 18
  /// How many values there must be for each entry.
  static let leastUses = 2
}

extension ColumnCursor {
  /// Joins the entries of a dictionary, or a constant, with bytes before them; returns how many bytes the
  /// slots have, or 0 where nothing is gained.
  ///
  /// Behind the bytes ``ScratchPool/padding`` can be read.
  mutating func join(
    _ prefix: ByteView, upTo limit: Int, in pool: inout ScratchPool
  ) -> Int {
    if kind == .constant { return joinConstant(prefix, upTo: limit, in: &pool) }
    let entryCount = Int(partCount)
    let entries = unsafe parts.assumingMemoryBound(to: Entry.self)
    guard entryCount > 0, let count, count >= JoinedEntries.leastUses * entryCount,
      prefix.count < 1 << JoinedEntries.longShift, entryCount <= limit >> JoinedEntries.shortShift
    else { return 0 }
    var most = 0
    for index in 0..<entryCount {
      guard unsafe !entries[index].isContainer else { return 0 }
      most = unsafe max(most, entries[index].count)
    }
    guard let shift = Self.shift(prefix.count + most), entryCount <= limit >> shift else {
      return 0
    }
    let slots = unsafe UnsafeMutableRawPointer(pool.allocate(entryCount << shift, of: UInt8.self))
    for index in 0..<entryCount {
      unsafe Self.fill(
        slots + index << shift, shift, prefix, bytes + Int(entries[index].offset),
        entries[index].count)
    }
    unsafe joinParts(slots, shift == JoinedEntries.shortShift ? .joined : .joinedLong)
    return entryCount << shift
  }

  /// Makes a constant the one entry that its integers, which are zero, are the index of.
  private mutating func joinConstant(
    _ prefix: ByteView, upTo limit: Int, in pool: inout ScratchPool
  ) -> Int {
    guard let count, count >= JoinedEntries.leastUses,
      let shift = Self.shift(prefix.count + Int(partCount)), 1 << shift <= limit
    else { return 0 }
    let slot = unsafe UnsafeMutableRawPointer(pool.allocate(1 << shift, of: UInt8.self))
    unsafe Self.fill(slot, shift, prefix, bytes, Int(partCount))
    partCount = 1
    unsafe joinParts(slot, shift == JoinedEntries.shortShift ? .joined : .joinedLong)
    return 1 << shift
  }

  /// The size of slots for so many bytes, as a power of two, or `nil` where they are too many.
  private static func shift(_ byteCount: Int) -> Int? {
    if byteCount < 1 << JoinedEntries.shortShift { return JoinedEntries.shortShift }
    return byteCount < 1 << JoinedEntries.longShift ? JoinedEntries.longShift : nil
  }

  /// Fills a slot with bytes and an entry behind them, which it has room for.
  private static func fill(
    _ slot: UnsafeMutableRawPointer, _ shift: Int, _ prefix: ByteView, _ entry: UnsafeRawPointer,
    _ entryCount: Int
  ) {
    unsafe ByteCopying.copy(prefix.base, slot, prefix.count)
    unsafe ByteCopying.copy(entry, slot + prefix.count, entryCount)
    unsafe slot.storeBytes(
      of: UInt8(truncatingIfNeeded: prefix.count + entryCount), toByteOffset: 1 << shift - 1,
      as: UInt8.self)
  }
}
