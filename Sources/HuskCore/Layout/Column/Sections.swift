// SPDX-License-Identifier: Apache-2.0

/// Writes the sections of a block, each compressed by itself (SPEC §8.2 Sections).
package enum SectionWriter {
  /// Appends the sections of `streams` to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func write(
    _ streams: StreamSet, _ effort: Effort, appendingTo target: inout [UInt8]
  ) {
    var compressor = Compressor(.zstd, level: effort.zstdLevel)
    let sections = [streams.descriptors] + streams.shared + streams.large.map(\.bytes)
    var body: [UInt8] = []
    Varint.append(streams.large.count, to: &target)
    for section in sections {
      let start = body.count
      var codec = compressor.compressIfSmaller(section, appendingTo: &body)
      if effort == .max  {
        var best: [UInt8] = []
        var brotli = Compressor(.brotli, level: 11, windowLog: 24)
        let other = brotli.compressIfSmaller(section, appendingTo: &best)
        if best.count < body.count - start {
          body.removeLast(body.count - start)
          body += best
          codec = other
        }
      }
      target.append(codec.rawValue)
      Varint.append(section.count, to: &target)
      if codec != .none { Varint.append(body.count - start, to: &target) }
    }
    target += body
  }
}
