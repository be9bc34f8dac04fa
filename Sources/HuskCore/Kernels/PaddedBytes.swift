// SPDX-License-Identifier: Apache-2.0

/// An owned run of bytes followed by zeros that kernels may read past its end.
///
/// Scanning loops load eight bytes at a time; the padding lets them do so at the last byte too.
/// No byte of JSON syntax is zero, so every scan stops in the padding at the latest.
@safe package struct PaddedBytes: ~Copyable {
  /// The number of zero bytes that follow the content.
  package static let padding = 64

  private var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes of content.
  package private(set) var count: Int
  /// How many bytes of content there is room for.
  private(set) var capacity: Int

  /// Creates a padded copy of `bytes`.
  package init(_ bytes: [UInt8]) {
    count = bytes.count
    capacity = count
    unsafe base = .allocateWhole(capacity: bytes.count + Self.padding)
    unsafe bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress {
        unsafe base.update(from: start, count: source.count)
      }
    }
    unsafe (base + count).update(repeating: 0, count: Self.padding)
  }

  /// Puts a copy of other bytes in place of these, in the same memory where that is large enough.
  mutating func replace(with bytes: ByteView) {
    if bytes.count > capacity {
      unsafe base.deallocateWhole()
      capacity = bytes.count
      unsafe base = .allocateWhole(capacity: capacity + Self.padding)
    }
    count = bytes.count
    unsafe UnsafeMutableRawPointer(base).copyMemory(from: bytes.base, byteCount: count)
    unsafe (base + count).update(repeating: 0, count: Self.padding)
  }

  /// Takes over `count` bytes that zeros follow, in memory by `allocateWhole` that is freed with this value.
  @unsafe init(owning base: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int) {
    unsafe self.base = base
    self.count = count
    self.capacity = capacity
  }

  deinit { unsafe base.deallocateWhole() }

  /// Gives the memory away, which the caller frees.
  @unsafe consuming func release() -> UnsafeMutablePointer<UInt8> {
    let base = unsafe base
    discard self
    return unsafe base
  }

  /// A view of the bytes, valid as long as this value lives.
  package var source: ByteSource {
    unsafe ByteSource(base: UnsafePointer(base), count: count)
  }
}

/// A view of padded bytes, read by offset.
///
/// Offsets may run up to ``PaddedBytes/padding`` minus eight past ``count``; debug builds check
/// it. A view must not outlive the ``PaddedBytes`` it came from.
@safe package struct ByteSource {
  private let base: UnsafePointer<UInt8>
  /// The number of bytes of content; zeros follow them.
  package let count: Int

  init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// The bytes of a view that ``PaddedBytes/padding`` zeros follow.
  @unsafe init(padded bytes: ByteView) {
    unsafe base = bytes.base.assumingMemoryBound(to: UInt8.self)
    count = bytes.count
  }

  /// The byte at `offset`; zero in the padding.
  @inline(__always) package subscript(offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count + PaddedBytes.padding)
    return unsafe base[offset]
  }

  /// The eight bytes at `offset`, the first in the lowest bits.
  @inline(__always) package func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count + PaddedBytes.padding)
    let word = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// The four bytes at `offset`, the first in the lowest bits.
  @inline(__always) package func halfWord(at offset: Int) -> UInt32 {
    assert(offset >= 0 && offset + 4 <= count + PaddedBytes.padding)
    let word = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// Whether the bytes of two ranges are the same.
  ///
  /// - Complexity: O(`range.count`).
  @inline(__always) package func areEqual(_ range: ByteRange, _ other: ByteRange) -> Bool {
    areEqual(range, in: self, at: other)
  }

  /// Whether the bytes of `range` equal those of `otherRange` in another source.
  ///
  /// - Complexity: O(`range.count`).
  @inline(__always) package func areEqual(
    _ range: ByteRange, in other: ByteSource, at otherRange: ByteRange
  ) -> Bool {
    guard range.count == otherRange.count else { return false }
    var left = range.offset
    var right = otherRange.offset
    let end = range.end
    while left + 8 <= end {
      guard word(at: left) == other.word(at: right) else { return false }
      left &+= 8
      right &+= 8
    }
    guard left < end else { return true }
    // The bytes beyond the range are in the content or its padding, so the load is in bounds.
    let unused = UInt64(8 &- (end &- left)) &* 8
    return (word(at: left) ^ other.word(at: right)) << unused == 0
  }

  /// How many bytes at two offsets are the same, `most` at most.
  ///
  /// - Complexity: O(*n*) for *n* that are.
  @inline(__always) func commonByteCount(_ left: Int, _ right: Int, most: Int) -> Int {
    assert(most >= 0 && left + most <= count && right + most <= count)
    var same = 0
    while same &+ 32 <= most {
      let difference =
        (vector(at: left &+ same) ^ vector(at: right &+ same))
        | (vector(at: left &+ same &+ 16) ^ vector(at: right &+ same &+ 16))
      let halves = unsafe unsafeBitCast(difference, to: SIMD2<UInt64>.self)
      if halves[0] | halves[1] != 0 { break }
      same &+= 32
    }
    while same < most {
      let difference = word(at: left &+ same) ^ word(at: right &+ same)
      if difference != 0 { return min(same &+ difference.trailingZeroBitCount &>> 3, most) }
      same &+= 8
    }
    return most
  }

  /// The sixteen bytes at `offset`.
  @inline(__always) func vector(at offset: Int) -> SIMD16<UInt8> {
    assert(offset >= 0 && offset + 16 <= count + PaddedBytes.padding)
    return unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Whether the bytes of `range` are those of a collection.
  ///
  /// - Complexity: O(`range.count`).
  @inline(__always) package func areEqual(
    _ range: ByteRange, _ bytes: some RandomAccessCollection<UInt8>
  ) -> Bool {
    guard range.count == bytes.count else { return false }
    var offset = range.offset
    for byte in bytes {
      guard self[offset] == byte else { return false }
      offset &+= 1
    }
    return true
  }

  /// A view of the bytes of a range.
  package func view(_ range: ByteRange) -> ByteView {
    assert(range.offset >= 0 && range.end <= count)
    return unsafe ByteView(UnsafeRawPointer(base + range.offset), count: range.count)
  }

  /// Copies the bytes of a range into an array.
  package func bytes(_ range: ByteRange) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: base + range.offset, count: range.count))
  }

  /// Copies the bytes of a range, and up to 15 more than those, to `target`.
  @inline(__always) @unsafe func copy(_ range: ByteRange, to target: UnsafeMutableRawPointer) {
    assert(range.offset >= 0 && range.end <= count)
    var done = 0
    while done < range.count {
      let chunk = unsafe UnsafeRawPointer(base + (range.offset &+ done))
        .loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe (target + done).storeBytes(of: chunk, as: SIMD16<UInt8>.self)
      done &+= 16
    }
  }

  /// Appends the bytes of a range to `target`.
  @inline(__always) package func append(_ range: ByteRange, to target: inout [UInt8]) {
    assert(range.offset >= 0 && range.end <= count)
    unsafe target.append(
      contentsOf: UnsafeBufferPointer(start: base + range.offset, count: range.count))
  }
}

/// A run of bytes of a source: where it starts, and how many.
package struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  /// The offset of the first byte, in bytes from the start of the source.
  package var offset: Int
  /// The number of bytes.
  package var count: Int

  /// Creates a range from its start and its number of bytes.
  @inline(__always) package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }

  /// The offset just past the last byte.
  @inline(__always) package var end: Int { offset &+ count }
}
