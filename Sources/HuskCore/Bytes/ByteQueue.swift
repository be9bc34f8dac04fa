// SPDX-License-Identifier: Apache-2.0

/// Bytes that have arrived and are not used yet.
struct ByteQueue {
  private var bytes: [UInt8]
  private var start = 0
  private var base = 0

  /// Creates a queue that holds `bytes`, without copying them.
  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// The number of bytes.
  var count: Int { bytes.count - start }

  /// The offset of the first byte, in bytes from the first that ever was in the queue.
  var offset: Int { base + start }

  /// The offset just past the last byte.
  var endOffset: Int { base + bytes.count }

  /// The first byte, if there is one.
  var first: UInt8? { count > 0 ? bytes[start] : nil }

  /// The first bytes, as many as there are of `range`, which counts from the first of the queue.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start...].dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The bytes of a range, which counts from the first of the queue.
  @_lifetime(borrow self)
  func span(_ range: Range<Int>) -> Span<UInt8> {
    bytes.span.extracting(start + range.lowerBound..<start + range.upperBound)
  }

  /// Lets `write` append bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append<Result, Failure>(
    _ write: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What is used makes way as soon as it is most of the memory.
    if start > count {
      bytes.removeFirst(start)
      base += start
      start = 0
    }
    return try write(&bytes)
  }

  /// Drops `count` bytes, which are there.
  mutating func drop(_ count: Int) {
    start += count
  }
}
