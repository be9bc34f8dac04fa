// SPDX-License-Identifier: Apache-2.0

/// Writes the sections of a block, each compressed by itself (SPEC §8.2 Sections).
package enum SectionWriter {
  /// Appends the sections of `streams` to `target`, with the checks of what is written.
  ///
  /// - Parameters:
  ///   - streams: What the sections hold.
  ///   - templateCheck: The check of the canonical bytes of the template.
  ///   - workspace: What compresses them.
  ///   - text: What the text of `streams` comes to, where it is compressed already.
  ///   - target: Where they are appended.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func write(
    _ streams: consuming StreamSet, templateCheck: UInt32, _ workspace: ColumnWorkspace,
    text: CompressedText? = nil, appendingTo target: inout [UInt8]
  ) {
    var head: [UInt8] = []
    var small: [UInt8] = []
    var large: [UInt8] = []
    func describe(_ byteCount: Int, _ codec: Codec, in compressedCount: Int) {
      head.append(codec.rawValue)
      Varint.append(byteCount, to: &head)
      if codec != .none { Varint.append(compressedCount, to: &head) }
    }
    Varint.append(streams.large.count, to: &head)
    for section in [streams.descriptors, streams.numbers] {
      let start = small.count
      let codec = workspace.appendNumbers(section, to: &small)
      describe(section.count, codec, in: small.count - start)
    }
    let textStart = small.count
    let codec = text?.append(to: &small) ?? workspace.appendText(of: streams, to: &small)
    describe(streams.textByteCount, codec, in: small.count - textStart)
    large.reserveCapacity(streams.large.reduce(0) { $0 + $1.count })
    for section in streams.large {
      let start = large.count
      let codec = workspace.appendLarge(section, to: &large)
      describe(section.count, codec, in: large.count - start)
      head.appendLittleEndian(Checksum.crc32(large.span.extracting(droppingFirst: start)))
    }
    let start = target.count
    target.reserveCapacity(start + head.count + small.count + Checksum.byteCount + large.count)
    target += head
    target += small
    let check = Checksum.crc32(target.span.extracting(droppingFirst: start), seed: templateCheck)
    target.appendLittleEndian(check)
    target += large
  }
}
