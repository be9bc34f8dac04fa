// SPDX-License-Identifier: Apache-2.0

extension ContainerWriter where Sink: ~Copyable {
  /// The ancillary frame whose payload says nothing.
  private static var padding: UInt8 { 17 }
  /// How many bytes one frame of padding has at most.
  private static var mostPaddingByteCount: Int { 1 << 20 }
  /// A little below the ratio that decoders allow unless told otherwise.
  private static var paddedRatio: Int { 990 }

  /// Makes a file that is very small for what it decodes to long enough for decoders that limit the
  /// ratio of the two (SPEC §10.1 Limits).
  ///
  /// - Throws: What the sink throws.
  package mutating func pad() throws(Sink.Failure) {
    let totals = totals
    guard totals.decodedByteCount > Limits.unratedByteCount else { return }
    var missing = totals.decodedByteCount / Self.paddedRatio - totals.byteCount
    while missing > 0 {
      let count = min(missing, Self.mostPaddingByteCount)
      try writeAncillary(type: Self.padding, [UInt8](repeating: 0, count: count))
      missing -= count
    }
  }
}
