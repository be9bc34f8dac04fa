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
    let sections = [streams.descriptors] + streams.shared + streams.large.map(\.bytes)
    var head: [UInt8] = []
    var small: [UInt8] = []
    var large: [UInt8] = []
    large.reserveCapacity(streams.large.reduce(0) { $0 + $1.bytes.count })
    Varint.append(streams.large.count, to: &head)
    for (number, section) in sections.enumerated() {
      let isSmall = number < SectionReader.smallCount
      let start = isSmall ? small.count : large.count
      let codec =
        switch number {
        case 0, 1: workspace.append(section, to: &small)
        case 2: text?.append(to: &small) ?? workspace.appendText(section, to: &small)
        default: workspace.appendLarge(section, to: &large)
        }
      let end = isSmall ? small.count : large.count
      head.append(codec.rawValue)
      Varint.append(section.count, to: &head)
      if codec != .none { Varint.append(end - start, to: &head) }
      if !isSmall {
        head.appendLittleEndian(Checksum.crc32(large.span.extracting(droppingFirst: start)))
      }
    }
    let start = target.count
    target.reserveCapacity(start + head.count + small.count + 4 + large.count)
    target += head
    target += small
    let check = Checksum.crc32(target.span.extracting(droppingFirst: start), seed: templateCheck)
    target.appendLittleEndian(check)
    target += large
  }
}
