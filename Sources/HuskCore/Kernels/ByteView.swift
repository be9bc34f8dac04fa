// SPDX-License-Identifier: Apache-2.0

/// A view of bytes that live elsewhere.
///
/// A view must not outlive the bytes. Debug builds check every offset.
@safe package struct ByteView {
  let base: UnsafeRawPointer
  /// The number of bytes.
  package let count: Int

  /// Creates a view of `count` bytes at `base`.
  @unsafe init(_ base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Creates a view of a buffer, or `nil` where that has no address.
  @unsafe package init?(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else { return nil }
    unsafe self.init(start, count: buffer.count)
  }

  /// No bytes.
  package static var none: ByteView {
    // An address that is never read.
    unsafe ByteView(UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped, count: 0)
  }

  /// The byte at `offset`.
  @inline(__always) package subscript(offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count)
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// The view of a part.
  @inline(__always) package subscript(range: ByteRange) -> ByteView {
    assert(range.offset >= 0 && range.count >= 0 && range.end <= count)
    return unsafe ByteView(base + range.offset, count: range.count)
  }

  /// The bytes as a span.
  package var span: Span<UInt8> {
    @_lifetime(borrow self) get {
      let span = unsafe Span<UInt8>(
        _unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Appends the bytes to an array.
  func append(to target: inout [UInt8]) {
    unsafe target.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Whether all bytes are ASCII that stands for itself in a string, as those of most keys are.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var arePlain: Bool {
    var offset = 0
    while offset &+ 8 <= count {
      let word = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard !Self.isSpecial(word) else { return false }
      offset &+= 8
    }
    while offset < count {
      guard !Self.isSpecial(UInt64(self[offset]) &* Self.ones) else { return false }
      offset &+= 1
    }
    return true
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Whether one of eight bytes is not as ``arePlain`` says.
  @inline(__always) private static func isSpecial(_ word: UInt64) -> Bool {
    // A subtraction borrows from the byte above only where the byte itself is marked already.
    let quotes = word ^ ones &* UInt64(ASCII.quote)
    let backslashes = word ^ ones &* UInt64(ASCII.backslash)
    let found =
      word | (word &- ones &* UInt64(ASCII.space)) | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80) != 0
  }

  /// Copies the bytes into an array.
  package func array() -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
  }
}

extension Span<UInt8> {
  /// Copies the bytes into an array.
  func array() -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Calls `body` with a source that has no padding: it must read content only.
  func withSource<Result>(_ body: (ByteSource) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { buffer in
      let view = unsafe ByteView(buffer) ?? ByteView.none
      return body(unsafe ByteSource(padded: view))
    }
  }

  /// Calls `body` with a view of the bytes, which must not outlive the call.
  ///
  /// - Throws: ``HuskError/Code/truncated`` where there are no bytes, and what `body` throws.
  package func withView<Result>(
    _ body: (ByteView) throws(HuskError) -> Result
  ) throws(HuskError) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(HuskError) in
      guard let view = unsafe ByteView(buffer) else {
        throw HuskError(.truncated, "there are no bytes")
      }
      return try body(view)
    }
  }
}
