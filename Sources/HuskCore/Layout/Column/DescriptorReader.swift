// SPDX-License-Identifier: Apache-2.0

/// Reads what describes the columns of a block, from the first to the last (SPEC §8.2 Sections).
package struct DescriptorReader {
  private let bytes: ByteView?
  /// How many bytes were read.
  private(set) var position = 0

  /// Creates a reader of nothing.
  init() { bytes = nil }

  /// Creates a reader of bytes, which must outlive it.
  package init(_ bytes: ByteView) { self.bytes = bytes }

  private var count: Int { bytes?.count ?? 0 }

  /// Whether everything was read.
  package var isFinished: Bool { position == count }

  /// Goes on reading at a place where it was before.
  mutating func seek(to position: Int) { self.position = position }

  /// The bytes that were read since `start`.
  func bytes(from start: Int) -> [UInt8] {
    bytes?[ByteRange(offset: start, count: position - start)].array() ?? []
  }

  /// Reads a byte.
  ///
  /// - Throws: ``HuskError/Code/truncated``.
  package mutating func readByte() throws(HuskError) -> UInt8 {
    guard let bytes, position < bytes.count else { throw Self.cut }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a varint.
  ///
  /// - Throws: ``HuskError/Code/truncated`` or ``HuskError/Code/invalidVarint``.
  package mutating func readVarint() throws(HuskError) -> UInt64 {
    let value = try Varint.read { () throws(HuskError) in try readByte() }
    guard let value else {
      throw HuskError(
        .invalidVarint,
        "an integer of the descriptors is no varint of 64 bits in its shortest form")
    }
    return value
  }

  /// Reads a count of at most `limit`.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/invalidColumn``.
  package mutating func readCount(upTo limit: Int) throws(HuskError) -> Int {
    let value = try readVarint()
    guard value <= UInt64(limit) else {
      throw HuskError(.invalidColumn, "a column announces \(value) where \(limit) is the most")
    }
    return Int(value)
  }

  /// Reads a signed integer.
  ///
  /// - Throws: as ``readVarint()``.
  package mutating func readSigned() throws(HuskError) -> Int64 {
    ZigZag.decode(try readVarint())
  }

  /// Reads bytes that stand behind their number.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/truncated``.
  package mutating func readBytes() throws(HuskError) -> [UInt8] {
    let byteCount = Int(truncatingIfNeeded: try readVarint())
    guard let bytes, 0...(bytes.count - position) ~= byteCount else { throw Self.cut }
    defer { position += byteCount }
    return bytes[ByteRange(offset: position, count: byteCount)].array()
  }

  private static var cut: HuskError {
    HuskError(.truncated, "the descriptors of a block end too early")
  }
}
