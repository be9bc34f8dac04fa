// SPDX-License-Identifier: Apache-2.0

/// Reads where the sections of a block stand (SPEC §8.2 Sections).
package enum SectionReader {
  /// Reads the heads of all sections of a payload, and decompresses none.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*s*) for *s* sections.
  package static func read(
    _ payload: ByteView, limits: Limits
  ) throws(HuskError) -> [StreamSource.Section] {
    var reader = ByteReader(payload.span)
    let largeCount = try reader.readCount(ofAtLeast: 2)
    var sections: [StreamSource.Section] = []
    var total = 0
    for _ in 0..<3 + largeCount {
      let codec = try Codec(identifier: try reader.readByte(), at: reader.offset)
      let count = try reader.readVarint()
      guard count <= UInt64(limits.decodedByteCount - total) else {
        throw HuskError(.limitExceeded, "sections of more than the limit of decoded bytes")
      }
      total += Int(count)
      let byteCount = codec == .none ? count : try reader.readVarint()
      guard byteCount <= UInt64(payload.count) else {
        throw HuskError(.truncated, at: reader.offset, "a section is longer than its block")
      }
      sections.append(
        StreamSource.Section(
          codec: codec, count: Int(count), range: ByteRange(offset: 0, count: Int(byteCount))))
    }
    var offset = reader.offset
    for index in sections.indices {
      guard sections[index].range.count <= payload.count - offset else {
        throw HuskError(.truncated, at: offset, "a section is longer than its block")
      }
      sections[index].range.offset = offset
      offset += sections[index].range.count
    }
    guard offset == payload.count else {
      throw HuskError(.invalidColumn, at: offset, "bytes follow the sections of a block")
    }
    return sections
  }
}
