// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Where a separator starts first, at an offset or behind it, or where the source ends.
  ///
  /// Only the content is read.
  ///
  /// - Complexity: O(*n*) for *n* bytes that are passed, eight at a time where the separator has a rare
  ///   first byte.
  package func offset(of separator: [UInt8], from start: Int) -> Int {
    guard let first = separator.first else { return count }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let last = count - separator.count
    var offset = start
    while offset <= last {
      if offset &+ 8 <= count {
        let word = word(at: offset) ^ (ones &* UInt64(first))
        let found = (word &- ones) & ~word & (ones &<< 7)
        guard found != 0 else {
          offset &+= 8
          continue
        }
        // The lowest one is right whatever a subtraction borrows.
        offset &+= found.trailingZeroBitCount &>> 3
      }
      guard offset <= last else { return count }
      if areEqual(ByteRange(offset: offset, count: separator.count), separator) { return offset }
      offset &+= 1
    }
    return count
  }
}
