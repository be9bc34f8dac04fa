// SPDX-License-Identifier: Apache-2.0

/// Memory that is handed out piece by piece, taken back all at once, and kept.
///
/// Blocks are decoded one after the other, and each needs about as much as the one before it: what
/// the first one made the system hand out is used again, without a fault per page.
@safe package struct ScratchPool: ~Copyable {
  /// How many bytes may be read, and written, behind each piece.
  package static let padding = 64

  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  /// The number of bytes in use of the last chunk.
  private var used = 0
  /// Some bytes that can be read, whatever they are.
  private var someBytes: UnsafeMutableRawPointer?
  /// Where integers are made, once there are such.
  private var pieces: UnsafeMutablePointer<PieceRoom>?

  /// The most bytes of a lexeme of the columns that were built, texts and dictionaries aside.
  var longestLexeme = Self.padding
  /// The most bytes that are written of a value and left out of it.
  var longestCut = 0
  /// How many columns of numbers may still have a table of all that they can be.
  var numberTablesLeft = Self.numberTableLimit

  /// How many there may be in a block: columns that are derived take a few bytes each.
  private static let numberTableLimit = 256
  /// The most entries of such a table.
  static let numberTableSize = 4096

  /// Creates a pool without memory.
  package init() {
    unsafe someBytes = nil
    unsafe pieces = nil
  }

  deinit {
    free()
    if let pieces = unsafe pieces {
      unsafe pieces.pointee.free()
      unsafe pieces.deallocate()
    }
  }

  private func free() {
    for index in unsafe chunks.indices { unsafe chunks[index].deallocate() }
  }

  /// Takes back all that was handed out.
  package mutating func removeAll() {
    used = 0
    longestLexeme = Self.padding
    longestCut = 0
    numberTablesLeft = Self.numberTableLimit
    unsafe someBytes = nil
    unsafe pieces?.pointee.removeAll()
    guard unsafe chunks.count > 1 else { return }
    let total = unsafe chunks.reduce(0) { $0 + $1.count }
    free()
    unsafe chunks.removeAll()
    addChunk(total)
  }

  /// How much was handed out.
  struct Mark {
    fileprivate var chunkCount: Int
    fileprivate var used: Int
  }

  /// How much was handed out so far.
  var mark: Mark { unsafe Mark(chunkCount: chunks.count, used: used) }

  /// Takes back what was handed out since.
  mutating func takeBack(to mark: Mark) {
    while unsafe chunks.count > mark.chunkCount { unsafe chunks.removeLast().deallocate() }
    used = mark.used
  }

  /// Bytes that can be read, for who has nothing to read.
  @unsafe var anyBytes: UnsafeRawPointer {
    mutating get {
      if let bytes = unsafe someBytes { return UnsafeRawPointer(bytes) }
      let bytes = unsafe UnsafeMutableRawPointer(allocate(1, of: UInt64.self))
      unsafe someBytes = unsafe bytes
      return UnsafeRawPointer(bytes)
    }
  }

  /// The memory for integers that are made, which outlives none of the columns.
  @unsafe var pieceRoom: UnsafeMutablePointer<PieceRoom> {
    mutating get {
      if let pieces = unsafe pieces { return unsafe pieces }
      let room = UnsafeMutablePointer<PieceRoom>.allocate(capacity: 1)
      unsafe room.initialize(to: PieceRoom())
      unsafe pieces = unsafe room
      return unsafe room
    }
  }

  /// Hands out memory for `count` elements and the padding behind them; it holds anything.
  @unsafe mutating func allocate<Element: BitwiseCopyable>(
    _ count: Int, of type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    let byteCount = count * MemoryLayout<Element>.stride + Self.padding
    let size = (byteCount + 63) & ~63
    if unsafe chunks.isEmpty || chunks[chunks.count - 1].count - used < size {
      addChunk(max(size, 1 << 18))
    }
    let start = unsafe chunks[chunks.count - 1].baseAddress.unsafelyUnwrapped + used
    used += size
    return unsafe start.bindMemory(to: type, capacity: count)
  }

  /// Copies an array into memory of the pool.
  @unsafe mutating func copy<Element: BitwiseCopyable>(
    _ array: [Element]
  ) -> UnsafeMutablePointer<Element> {
    let copy = unsafe allocate(array.count, of: Element.self)
    unsafe array.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { unsafe copy.update(from: start, count: source.count) }
    }
    return unsafe copy
  }

  /// Copies a buffer into memory of the pool.
  @unsafe mutating func copy<Element: BitwiseCopyable>(
    _ buffer: borrowing Buffer<Element>
  ) -> UnsafeMutablePointer<Element> {
    let copy = unsafe allocate(buffer.count, of: Element.self)
    guard buffer.count > 0 else { return unsafe copy }
    let count = buffer.count
    unsafe buffer.withBase { unsafe copy.update(from: $0, count: count) }
    return unsafe copy
  }

  private mutating func addChunk(_ byteCount: Int) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    if let start = chunk.baseAddress { unsafe HugePages.advise(start, byteCount: byteCount) }
    unsafe chunks.append(chunk)
    used = 0
  }
}
