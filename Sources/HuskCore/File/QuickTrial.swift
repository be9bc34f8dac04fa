// SPDX-License-Identifier: Apache-2.0

/// Tells from what a quick compressor made of columns whether a slow one is worth its time beside a model.
enum QuickTrial {
  /// What compressors that spare nothing make of what a quick one makes, at best: of short texts, and
  /// of long ones, of which a model has learnt what there is to know, unless nothing can be known.
  private static let leastShares = (short: 0.8, long: 0.92)
  private static let longByteCount = 1 << 17

  /// Whether so many bytes of text, which a quick compressor brought to `count` bytes, may come to fewer
  /// than `limit`.
  static func mayBeat(_ limit: Int, _ count: Int, byteCount: Int) -> Bool {
    let leastShare = byteCount < longByteCount ? leastShares.short : leastShares.long
    return Double(limit) > leastShare * Double(count)
  }
}
