// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// How many lines end before `end`, and where the line starts that goes on there.
  ///
  /// A line ends with LF, CR or both.
  ///
  /// - Complexity: O(`end`).
  package func lines(before end: Int) -> (count: Int, start: Int) {
    var count = 0
    var start = 0
    var offset = 0
    while offset < end {
      // Minified text has few line ends, or none.
      while offset &+ 16 <= end, !hasLineEnd(in: offset) { offset &+= 16 }
      for index in offset..<min(offset &+ 16, end) {
        let byte = self[index]
        guard
          byte == ASCII.lineFeed
            || byte == ASCII.carriageReturn && self[index &+ 1] != ASCII.lineFeed
        else { continue }
        count &+= 1
        start = index &+ 1
      }
      offset &+= 16
    }
    return (count, start)
  }

  /// Whether an LF or CR is among the sixteen bytes at an offset.
  @inline(__always) private func hasLineEnd(in offset: Int) -> Bool {
    holdsLineEnd(word(at: offset)) || holdsLineEnd(word(at: offset &+ 8))
  }

  /// Whether a byte of a word is LF or CR; bytes behind one that is may be taken for one too.
  @inline(__always) private func holdsLineEnd(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lineFeeds = word ^ (ones &* UInt64(ASCII.lineFeed))
    let returns = word ^ (ones &* UInt64(ASCII.carriageReturn))
    let zeros = (lineFeeds &- ones) & ~lineFeeds | (returns &- ones) & ~returns
    return zeros & (ones &<< 7) != 0
  }
}
