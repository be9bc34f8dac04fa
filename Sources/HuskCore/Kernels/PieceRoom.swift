// SPDX-License-Identifier: Apache-2.0

/// Memory for pieces of integers, and for what makes them, handed out when the first is taken.
///
/// It stays where it is, so that columns can ask for some while rows are written.
@safe struct PieceRoom {
  /// What stands before the bytes of a chunk.
  @safe private struct Head: BitwiseCopyable {
    var previous: UnsafeMutableRawPointer?
    var byteCount: Int
  }

  private static let headByteCount = 64
  private static let leastByteCount = 1 << 14
  private static let mostByteCount = 1 << 20

  /// The last chunk.
  private var chunk: UnsafeMutableRawPointer?
  private var used = 0

  /// Creates a room without memory.
  init() { unsafe chunk = nil }

  /// Hands out memory for `count` elements of at most eight bytes alignment; it holds anything.
  @unsafe mutating func allocate<Element: BitwiseCopyable>(
    _ count: Int, of type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    let byteCount = (count * MemoryLayout<Element>.stride + 7) & ~7
    var capacity = unsafe chunk.map { unsafe Self.head($0).pointee.byteCount } ?? 0
    // Even nothing stands somewhere.
    if capacity - used < max(byteCount, 1) {
      capacity = max(byteCount, min(max(2 * capacity, Self.leastByteCount), Self.mostByteCount))
      addChunk(capacity)
    }
    let start = unsafe chunk.unsafelyUnwrapped + Self.headByteCount + used
    used += byteCount
    return unsafe start.bindMemory(to: type, capacity: count)
  }

  /// Takes back all that was handed out, and keeps one chunk.
  mutating func removeAll() {
    used = 0
    while let last = unsafe chunk, let previous = unsafe Self.head(last).pointee.previous {
      unsafe last.deallocate()
      unsafe chunk = unsafe previous
    }
  }

  /// Gives all memory back.
  mutating func free() {
    removeAll()
    unsafe chunk?.deallocate()
    unsafe chunk = nil
  }

  private mutating func addChunk(_ byteCount: Int) {
    let new = UnsafeMutableRawPointer.allocate(
      byteCount: Self.headByteCount + byteCount, alignment: 64)
    unsafe new.storeBytes(of: Head(previous: chunk, byteCount: byteCount), as: Head.self)
    unsafe chunk = unsafe new
    used = 0
  }

  private static func head(_ chunk: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Head> {
    unsafe chunk.assumingMemoryBound(to: Head.self)
  }
}
