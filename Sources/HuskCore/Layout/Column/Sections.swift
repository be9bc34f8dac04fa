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
