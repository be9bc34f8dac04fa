// SPDX-License-Identifier: Apache-2.0

/// What strings come to as text.
enum TextCost {
  /// So many bytes are learnt, and so many strings are then measured.
  private static let learntByteCount = 8192
  private static let measuredCount = 48

  /// The average of strings, in 4096ths of a bit: of some, when as many others are known.
  ///
  /// - Complexity: O(1): only some are looked at.
  static func average(_ strings: [ByteRange], _ source: ByteSource, slot: Int) -> Int {
    guard strings.count > 1 else { return .max }
    let half = strings.count / 2
    var model = TextModel()
    var byteCount = 0
    for string in strings[..<half].suffix(512) where byteCount < learntByteCount {
      model.learn(source.bytes(string) + [RowCodec.terminator], slot: slot)
      byteCount += string.count
    }
    model.keep()
    let measured = strings[half...].prefix(measuredCount)
    var encodedCount = 0
    for string in measured {
      var encoder = RangeEncoder()
      model.start(slot)
      for byte in source.bytes(string) + [RowCodec.terminator] {
        model.encode(byte, to: &encoder)
      }
      encodedCount += encoder.finish().count
      model.forget()
    }
    // On average half a byte is lost at the end of each.
    return (encodedCount * 8 - 4 * measured.count) << 12 / measured.count
  }
}
