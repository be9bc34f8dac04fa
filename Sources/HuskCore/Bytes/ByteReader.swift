// SPDX-License-Identifier: Apache-2.0

/// A cursor over bytes that come from outside; every read is checked.
package struct ByteReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// The offset of the next byte, in bytes from the start.
  package private(set) var offset = 0

  /// Creates a cursor at the start of `bytes`.
  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// The number of bytes that are left.
  package var remaining: Int { bytes.count - offset }

  /// Reads one byte.
  ///
  /// - Throws: ``HuskError/Code/truncated`` at the end of the input.
  package mutating func readByte() throws(HuskError) -> UInt8 {
    guard offset < bytes.count else { throw HuskError(.truncated, at: offset, "bytes are missing") }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads `count` bytes.
  ///
  /// - Throws: ``HuskError/Code/truncated`` where fewer are left.
  /// - Complexity: O(`count`).
  package mutating func readBytes(_ count: Int) throws(HuskError) -> [UInt8] {
    guard count <= remaining else {
      throw HuskError(
        .truncated, at: offset, "\(count) bytes are announced, but \(remaining) are left")
    }
    defer { offset += count }
    return bytes.extracting(offset..<offset + count).array()
  }

  /// Reads a varint (SPEC §2.3 Varints).
  ///
  /// - Throws: ``HuskError/Code/truncated``, or ``HuskError/Code/invalidVarint`` where it is
  ///   longer than needed or does not fit in 64 bits.
  package mutating func readVarint() throws(HuskError) -> UInt64 {
    let start = offset
    let value = try Varint.read { () throws(HuskError) in try readByte() }
    guard let value else {
      throw HuskError(
        .invalidVarint, at: start, "an integer is no varint of 64 bits in its shortest form")
    }
    return value
  }

  /// Reads a varint that counts things of at least `byteCount` bytes each.
  ///
  /// No more can be announced than the bytes that are left can hold, so a false count never makes
  /// the caller reserve memory for it.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/truncated``.
  package mutating func readCount(ofAtLeast byteCount: Int = 1) throws(HuskError) -> Int {
    let start = offset
    let value = try readVarint()
    guard value <= UInt64(remaining / byteCount) else {
      throw HuskError(.truncated, at: start, "\(value) things are announced in too few bytes")
    }
    return Int(value)
  }
}
