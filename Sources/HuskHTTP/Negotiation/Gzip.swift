// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Bodies in the content coding `gzip`.
package enum Gzip {
  /// What no bytes become: a header, an empty block, and a check and a size of zeros (RFC 1952).
  private static let empty: [UInt8] = [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// The level of what is compressed for each request.
  private static let level = 6

  /// Compresses bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func compress(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return empty }
    var compressor = Compressor(.gzip, level: level)
    var target: [UInt8] = []
    compressor.compress(bytes, appendingTo: &target)
    return target
  }

  /// Decompresses a body of one gzip member.
  ///
  /// The last four bytes tell the size, so that nothing larger than the limit is begun.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression`` or ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes that come out.
  package static func decompress(_ body: [UInt8], limit: Int) throws(HuskError) -> [UInt8] {
    guard body.count >= empty.count - 2 else {
      throw HuskError(.invalidCompression, "the body is too short to be gzip")
    }
    let count = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= limit else {
      throw HuskError(.limitExceeded, "more than the limit of \(limit) bytes of text")
    }
    var decompressor = Decompressor()
    var target: [UInt8] = []
    guard count > 0 else {
      try decompressor.expectNothing(gzip: body.span)
      return []
    }
    try decompressor.decompress(body.span, .gzip, count: count, appendingTo: &target)
    return target
  }
}
