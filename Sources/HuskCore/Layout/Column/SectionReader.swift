// SPDX-License-Identifier: Apache-2.0

/// Where the sections of a block stand (SPEC §8.2 Sections).
package struct SectionReader {
  /// The sections: descriptors, numbers, text, and those of large streams.
  package private(set) var sections: [StreamSource.Section] = []
  /// The check of what stands before it: the heads, and the sections that are not large.
  package private(set) var check: UInt32
  /// The number of bytes before that check.
  package private(set) var checkedByteCount: Int

  /// The number of sections that share a check.
  package static let smallCount = 3

  /// How many bytes all sections of a block may have before they are compressed, if it decodes to
  /// `byteLimit` bytes (SPEC §10.1 Limits).
  ///
  /// A small file can hold sections of any size, but not text of any size.
  package static func byteLimit(decodingTo byteLimit: Int) -> Int {
    max(1 << 26, 2 * min(byteLimit, Int.max / 2))
  }

  /// The same of sections that take long to decompress.
  private static func modelledByteLimit(decodingTo byteLimit: Int) -> Int {
    1 << 16 + 2 * min(byteLimit, Int.max / 4)
  }

  /// Reads the heads of all sections of a payload that decodes to `byteLimit` bytes; decompresses none,
  /// and verifies none.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*s*) for *s* sections.
  package init(_ payload: ByteView, byteLimit: Int, limits: Limits) throws(HuskError) {
    var reader = ByteReader(payload.span)
    let largeCount = try reader.readCount(ofAtLeast: 2 + Checksum.byteCount)
    var (total, modelledTotal) = (0, 0)
    let most = min(limits.decodedByteCount, Self.byteLimit(decodingTo: byteLimit))
    let mostModelled = Self.modelledByteLimit(decodingTo: byteLimit)
    for number in 0..<Self.smallCount + largeCount {
      let codec = try Codec(from: &reader)
      let count = try reader.readVarint()
      guard count <= UInt64(most - total) else {
        throw HuskError(.limitExceeded, "sections of more than \(most) bytes")
      }
      total += Int(count)
      modelledTotal += codec.isModelled ? Int(count) : 0
      guard modelledTotal <= mostModelled else {
        throw HuskError(.limitExceeded, "modelled sections of more than \(mostModelled) bytes")
      }
      let byteCount = codec == .none ? count : try reader.readVarint()
      guard byteCount <= UInt64(payload.count) else { throw Self.cut(at: reader.offset) }
      let check = number < Self.smallCount ? nil : try reader.readLittleEndian()
      sections.append(
        StreamSource.Section(
          codec: codec, count: Int(count), range: ByteRange(offset: 0, count: Int(byteCount)),
          check: check))
    }
    checkedByteCount = try Self.place(&sections[..<Self.smallCount], at: reader.offset, payload)
    guard Checksum.byteCount <= payload.count - checkedByteCount else {
      throw Self.cut(at: checkedByteCount)
    }
    let rest = payload[
      ByteRange(offset: checkedByteCount, count: payload.count - checkedByteCount)]
    var checkReader = ByteReader(rest.span)
    check = try checkReader.readLittleEndian()
    let end = try Self.place(
      &sections[Self.smallCount...], at: checkedByteCount + Checksum.byteCount, payload)
    guard end == payload.count else {
      throw HuskError(.invalidColumn, at: end, "bytes follow the sections of a block")
    }
  }

  /// Gives sections their places, the first one at `offset`; returns where the last one ends.
  private static func place(
    _ sections: inout ArraySlice<StreamSource.Section>, at offset: Int, _ payload: ByteView
  ) throws(HuskError) -> Int {
    var offset = offset
    for index in sections.indices {
      guard sections[index].range.count <= payload.count - offset else { throw cut(at: offset) }
      sections[index].range.offset = offset
      offset += sections[index].range.count
    }
    return offset
  }

  private static func cut(at offset: Int) -> HuskError {
    HuskError(.truncated, at: offset, "a section is longer than its block")
  }
}
