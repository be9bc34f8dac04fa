// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Copies an array or object without the whitespace around its tokens, and returns where the copy ends.
  ///
  ///     until the end:
  ///       copy eight bytes; find the first that is a quote or whitespace
  ///       none: go on with the next eight
  ///       quote: copy the string; whitespace: skip it
  ///
  /// Up to eight bytes behind the copy are overwritten.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @unsafe func copyMinified(
    _ range: ByteRange, to target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var next = unsafe target
    var offset = range.offset
    while offset < range.end {
      let word = word(at: offset)
      unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
      // Of what stands between strings, only quotes and whitespace are below a number sign.
      let found = (word &- Self.ones &* 0x23) & ~word & Self.highBits
      guard found != 0 else {
        offset &+= 8
        unsafe next += 8
        continue
      }
      let count = found.trailingZeroBitCount &>> 3
      offset &+= count
      unsafe next += count
      guard offset < range.end else { break }
      if self[offset] == ASCII.quote {
        unsafe copyString(&offset, &next)
      } else {
        offset = skipWhitespace(offset)
      }
    }
    // The last eight bytes may be more than the value has.
    return unsafe next - (offset &- range.end)
  }

  /// Copies a string from its opening quote to its closing one.
  @inline(__always) private func copyString(
    _ offset: inout Int, _ next: inout UnsafeMutableRawPointer
  ) {
    unsafe next.storeBytes(of: ASCII.quote, as: UInt8.self)
    var count = 1
    while true {
      offset &+= count
      unsafe next += count
      let word = word(at: offset)
      unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
      let quotes = word ^ Self.ones &* UInt64(ASCII.quote)
      let backslashes = word ^ Self.ones &* UInt64(ASCII.backslash)
      let found =
        ((quotes &- Self.ones) & ~quotes | (backslashes &- Self.ones) & ~backslashes)
        & Self.highBits
      count = 8
      guard found != 0 else { continue }
      count = found.trailingZeroBitCount &>> 3 &+ 1
      let byte = self[offset &+ count &- 1]
      if byte == ASCII.quote { break }
      // What is escaped ends no string.
      unsafe next.storeBytes(of: self[offset &+ count], toByteOffset: count, as: UInt8.self)
      count &+= 1
    }
    offset &+= count
    unsafe next += count
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}
