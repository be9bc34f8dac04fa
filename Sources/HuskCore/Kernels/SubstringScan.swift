// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Where some bytes stand for the first time among others, or `nil` where they do not.
  ///
  /// - Complexity: O(*n*) for *n* other bytes, mostly.
  func firstOffset(of bytes: ByteRange, in others: ByteRange) -> Int? {
    let unused = UInt64(8 &* max(8 &- bytes.count, 0))
    guard bytes.count > 0 else { return nil }
    let first = word(at: bytes.offset) &<< unused
    var offset = others.offset
    let last = others.end &- bytes.count
    while offset <= last {
      if _slowPath(word(at: offset) &<< unused == first),
        areEqual(ByteRange(offset: offset, count: bytes.count), bytes)
      {
        return offset
      }
      offset &+= 1
    }
    return nil
  }
}
