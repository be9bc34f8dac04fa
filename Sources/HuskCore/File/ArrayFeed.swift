// SPDX-License-Identifier: Apache-2.0

/// Bytes in memory as a feed.
package struct ArrayFeed: ByteFeed {
  private let bytes: [UInt8]
  private var offset = 0

  /// Creates a feed of `bytes`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Appends the next bytes to `target`, at most `count`.
  package mutating func read(appendingTo target: inout [UInt8], atMost count: Int) -> Int {
    let end = min(bytes.count, offset + count)
    defer { offset = end }
    target += bytes[offset..<end]
    return end - offset
  }
}
