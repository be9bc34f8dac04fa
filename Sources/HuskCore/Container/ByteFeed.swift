// SPDX-License-Identifier: Apache-2.0

/// Something that bytes are read from, in order and once: a file, a pipe, a socket.
package protocol ByteFeed: ~Copyable {
  /// What can go wrong.
  associatedtype Failure: Error

  /// Reads at least one and at most `count` bytes and appends them to `target`.
  ///
  /// - Returns: The number of bytes, which is 0 only at the end.
  mutating func read(
    appendingTo target: inout [UInt8], atMost count: Int
  ) throws(Failure) -> Int
}
