// SPDX-License-Identifier: Apache-2.0

/// Entries of dictionaries, each joined with the bytes that the program writes before it.
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
  fileprivate static let byteLimit = 1 << 18
  /// How many values there must be for each entry.
  fileprivate static let leastUses = 2
}

extension LinkedProgram {
  /// Joins entries of dictionaries with what is written before them, where that is short and pays.
  ///
  /// - Complexity: O(*n*) for *n* operations and entries.
  mutating func join(_ columns: inout [ColumnCursor], in pool: inout ScratchPool) {
    var useCounts = [UInt8](repeating: 0, count: columns.count)
    for index in operations.indices where operations[index].isValue {
      let column = Int(operations[index].slot)
      useCounts[column] = min(2, useCounts[column] + 1)
    }
    var left = JoinedEntries.byteLimit
    for index in operations.indices where operations[index].code == .dictionary {
      let column = Int(operations[index].slot)
      // Elements are written without what stands before the first of them.
      guard useCounts[column] == 1, index == 0 || operations[index - 1].code != .elements else {
        continue
      }
      let byteCount = columns[column].join(
        pieces[operations[index].pieceRange], upTo: left, in: &pool)
      guard byteCount > 0 else { continue }
      left -= byteCount
      join(index, with: columns[column])
    }
  }
}

extension ColumnCursor {
  /// Joins the entries of a dictionary with bytes before them; returns how many bytes the slots have,
  /// or 0 where nothing is gained.
  fileprivate mutating func join(
    _ prefix: ArraySlice<UInt8>, upTo limit: Int, in pool: inout ScratchPool
  ) -> Int {
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
    most += prefix.count
    let isShort = most < 1 << JoinedEntries.shortShift
    let shift = isShort ? JoinedEntries.shortShift : JoinedEntries.longShift
    guard most < 1 << shift, entryCount <= limit >> shift else { return 0 }
    let slots = unsafe UnsafeMutableRawPointer(pool.allocate(entryCount << shift, of: UInt8.self))
    let start = unsafe pool.copy(Array(prefix))
    for index in 0..<entryCount {
      let slot = unsafe slots + index << shift
      let entryCount = unsafe entries[index].count
      unsafe ByteCopying.copy(start, slot, prefix.count)
      unsafe ByteCopying.copy(
        bytes + Int(entries[index].offset), slot + prefix.count, entryCount)
      unsafe slot.storeBytes(
        of: UInt8(truncatingIfNeeded: prefix.count + entryCount),
        toByteOffset: 1 << shift - 1, as: UInt8.self)
    }
    unsafe joinParts(slots, isShort ? .joined : .joinedLong)
    return entryCount << shift
  }
}
