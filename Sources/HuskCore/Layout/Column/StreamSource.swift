// SPDX-License-Identifier: Apache-2.0

/// The sections of a block, read stream by stream in the order in which they were written.
package struct StreamSource {
  private var shared: [[UInt8]]
  private var offsets = [0, 0]
  private var large: [[UInt8]]
  private var nextLarge = 0
  private let descriptors: [UInt8]
  private var position = 0

  /// Creates a source from the decoded sections of a block.
  package init(descriptors: [UInt8], shared: [[UInt8]], large: [[UInt8]]) {
    self.descriptors = descriptors
    self.shared = shared
    self.large = large
  }

  /// Reads a byte of the descriptors.
  ///
  /// - Throws: ``HuskError/Code/truncated``.
  package mutating func readByte() throws(HuskError) -> UInt8 {
    guard position < descriptors.count else {
      throw HuskError(.truncated, "the descriptors of a block end too early")
    }
    defer { position += 1 }
    return descriptors[position]
  }

  /// Reads an integer of the descriptors.
  ///
  /// - Throws: ``HuskError/Code/truncated`` or ``HuskError/Code/invalidVarint``.
  package mutating func readVarint() throws(HuskError) -> UInt64 {
    var reader = ByteReader(descriptors.span.extracting(droppingFirst: position))
    let value = try reader.readVarint()
    position += reader.offset
    return value
  }

  /// Reads a count of at most `limit` from the descriptors.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/invalidColumn``.
  package mutating func readCount(upTo limit: Int) throws(HuskError) -> Int {
    let value = try readVarint()
    guard value <= UInt64(limit) else {
      throw HuskError(.invalidColumn, "a column announces \(value) where \(limit) is the most")
    }
    return Int(value)
  }

  /// Reads a signed integer of the descriptors.
  ///
  /// - Throws: as ``readVarint()``.
  package mutating func readSigned() throws(HuskError) -> Int64 {
    ZigZag.decode(try readVarint())
  }

  /// Reads bytes of the descriptors that stand behind their number.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/truncated``.
  package mutating func readBytes() throws(HuskError) -> [UInt8] {
    let count = try readCount(upTo: descriptors.count - position)
    guard count <= descriptors.count - position else {
      throw HuskError(.truncated, "the descriptors of a block end too early")
    }
    defer { position += count }
    return Array(descriptors[position..<position + count])
  }

  /// Takes a stream of `count` bytes.
  ///
  /// - Throws: ``HuskError/Code/truncated`` where there are fewer.
  /// - Complexity: O(`count`).
  package mutating func take(
    _ count: Int, _ content: StreamSet.Class
  ) throws(HuskError) -> [UInt8] {
    if content == .numbers, count >= StreamSet.largeByteCount {
      guard nextLarge < large.count, large[nextLarge].count == count else {
        throw HuskError(.truncated, "a stream of \(count) bytes is missing")
      }
      defer { nextLarge += 1 }
      return large[nextLarge]
    }
    let offset = offsets[content.rawValue]
    guard count <= shared[content.rawValue].count - offset else {
      throw HuskError(.truncated, "a stream of \(count) bytes is missing")
    }
    offsets[content.rawValue] += count
    return Array(shared[content.rawValue][offset..<offset + count])
  }

  /// Takes a stream whose byte count stands in the descriptors.
  ///
  /// - Throws: as ``readVarint()`` and ``take(_:_:)``.
  package mutating func takeSized(_ content: StreamSet.Class) throws(HuskError) -> [UInt8] {
    try take(try readCount(upTo: Int(UInt32.max)), content)
  }
}
