// SPDX-License-Identifier: Apache-2.0

/// Padded bytes that grow at their end, for input that arrives piece by piece.
@safe package struct GrowingBytes: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes of content.
  package private(set) var count = 0

  /// Creates an empty run of bytes with room for `capacity`, in memory of other bytes where that is
  /// large enough.
  package init(capacity: Int, in spare: consuming PaddedBytes? = nil) {
    if let spare, spare.capacity >= max(capacity, 256) {
      self.capacity = spare.capacity
      unsafe base = spare.release()
    } else {
      self.capacity = max(capacity, 256)
      unsafe base = .allocateWhole(capacity: self.capacity + PaddedBytes.padding)
    }
    unsafe base.update(repeating: 0, count: PaddedBytes.padding)
  }

  deinit { unsafe base.deallocateWhole() }

  /// A view of the bytes, valid until the next change.
  package var source: ByteSource {
    unsafe ByteSource(base: UnsafePointer(base), count: count)
  }

  /// Appends a part of an array.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    if count + range.count > capacity { grow(range.count) }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      let part = unsafe UnsafeBufferPointer(rebasing: buffer[range])
      if let start = part.baseAddress {
        unsafe (base + count).update(from: start, count: part.count)
      }
    }
    count += range.count
    unsafe (base + count).update(repeating: 0, count: PaddedBytes.padding)
  }

  /// Appends a range of bytes that stand elsewhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append(_ source: ByteSource, _ range: ByteRange) {
    if count + range.count > capacity { grow(range.count) }
    let view = source.view(range)
    unsafe UnsafeMutableRawPointer(base + count)
      .copyMemory(from: view.base, byteCount: view.count)
    count += range.count
    unsafe (base + count).update(repeating: 0, count: PaddedBytes.padding)
  }

  /// Appends a range of bytes that stand elsewhere, seldom many, in quotes.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append(quoting range: ByteRange, of source: ByteSource) {
    let byteCount = range.count + 2
    if count + byteCount > capacity { grow(byteCount) }
    let target = unsafe UnsafeMutableRawPointer(base + count)
    unsafe target.storeBytes(of: ASCII.quote, as: UInt8.self)
    // The padding has room for what is copied too many.
    unsafe ByteCopying.copyShort(source.view(range).base, target + 1, range.count)
    unsafe target.storeBytes(of: ASCII.quote, toByteOffset: byteCount - 1, as: UInt8.self)
    count += byteCount
    unsafe (base + count).update(repeating: 0, count: PaddedBytes.padding)
  }

  private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    unsafe base = base.reallocatedWhole(capacity: capacity + PaddedBytes.padding)
  }

  /// Takes the first `end` bytes out, and keeps the rest with room for `capacity` bytes in all, in
  /// spare memory where that is large enough.
  ///
  /// - Complexity: O(*n*) for *n* bytes that are kept.
  package mutating func take(
    _ end: Int, keeping capacity: Int, in spare: consuming PaddedBytes? = nil
  ) -> PaddedBytes {
    precondition(end <= count)
    let rest = count - end
    var keptCapacity = max(rest, capacity, 256)
    let kept: UnsafeMutablePointer<UInt8>
    if let spare, spare.capacity >= keptCapacity {
      keptCapacity = spare.capacity
      unsafe kept = spare.release()
    } else {
      unsafe kept = .allocateWhole(capacity: keptCapacity + PaddedBytes.padding)
    }
    unsafe kept.update(from: base + end, count: rest)
    unsafe (kept + rest).update(repeating: 0, count: PaddedBytes.padding)
    unsafe (base + end).update(repeating: 0, count: PaddedBytes.padding)
    let taken = unsafe PaddedBytes(owning: base, count: end, capacity: self.capacity)
    unsafe base = kept
    self.capacity = keptCapacity
    count = rest
    return taken
  }
}
