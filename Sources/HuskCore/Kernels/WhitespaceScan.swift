// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Returns the offset of the first byte at or after `start` that is not whitespace.
  ///
  /// Minified text takes the first branch. Pretty-printed text is a line end and a run of
  /// spaces, which is crossed eight bytes at a time.
  ///
  /// - Complexity: O(*n*) for *n* bytes of whitespace.
  @inline(__always) package func skipWhitespace(_ start: Int) -> Int {
    if _fastPath(self[start] > ASCII.space) { return start }
    return skipRun(start)
  }

  @inline(__always) private func skipRun(_ start: Int) -> Int {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    var offset = start
    while true {
      let byte = self[offset]
      if byte > ASCII.space || !ASCII.isWhitespace(byte) { return offset }
      offset &+= 1
      if byte == ASCII.tab || byte == ASCII.carriageReturn { continue }
      var difference = word(at: offset) ^ spaces
      while difference == 0 {
        offset &+= 8
        difference = word(at: offset) ^ spaces
      }
      offset &+= difference.trailingZeroBitCount &>> 3
    }
  }
}
