// SPDX-License-Identifier: Apache-2.0

/// Writes the sections of a block, each compressed by itself (SPEC §8.2 Sections).
package enum SectionWriter {
  /// Appends the sections of `streams` to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func write(
    _ streams: consuming StreamSet, _ workspace: ColumnWorkspace,
    appendingTo target: inout [UInt8]
  ) {
    let sections = [streams.descriptors] + streams.shared + streams.large.map(\.bytes)
    var body: [UInt8] = []
    Varint.append(streams.large.count, to: &target)
    for section in sections {
      let start = body.count
      let codec = workspace.append(section, to: &body)
      target.append(codec.rawValue)
      Varint.append(section.count, to: &target)
      if codec != .none { Varint.append(body.count - start, to: &target) }
    }
    target += body
  }
}

/// Reads the sections of a block.
package enum SectionReader {
  /// Reads and decompresses all sections of a payload.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of output.
  package static func read(
    _ payload: Span<UInt8>, limits: Limits
  ) throws(HuskError) -> StreamSource {
    var reader = ByteReader(payload)
    let largeCount = try reader.readCount(ofAtLeast: 2)
    var heads: [(codec: Codec, count: Int, byteCount: Int)] = []
    for _ in 0..<3 + largeCount {
      let codec = try Codec(identifier: try reader.readByte(), at: reader.offset)
      let count = try reader.readVarint()
      guard count <= UInt64(limits.decodedByteCount) else {
        throw HuskError(.limitExceeded, "a section of more than the limit of decoded bytes")
      }
      let byteCount = codec == .none ? count : try reader.readVarint()
      guard byteCount <= UInt64(payload.count) else {
        throw HuskError(.truncated, at: reader.offset, "a section is longer than its block")
      }
      heads.append((codec, Int(count), Int(byteCount)))
    }
    var decompressor = Decompressor()
    var sections: [[UInt8]] = []
    var offset = reader.offset
    for head in heads {
      guard head.byteCount <= payload.count - offset else {
        throw HuskError(.truncated, at: offset, "a section is longer than its block")
      }
      var section: [UInt8] = []
      try decompressor.decompress(
        payload.extracting(offset..<offset + head.byteCount), head.codec, count: head.count,
        appendingTo: &section)
      sections.append(section)
      offset += head.byteCount
    }
    guard offset == payload.count else {
      throw HuskError(.invalidColumn, at: offset, "bytes follow the sections of a block")
    }
    return StreamSource(
      descriptors: sections[0], shared: Array(sections[1...2]), large: Array(sections[3...]))
  }
}
