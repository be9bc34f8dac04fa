// SPDX-License-Identifier: Apache-2.0

extension Token {
  /// The bytes of a string or key between its quotes.
  @inline(__always) package var content: ByteRange {
    ByteRange(offset: offset &+ 1, count: extent &- 2)
  }
}
