// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

/// Numbers in place of those that stand in a file.
enum Lies {
  /// What counts and lengths are made to say: little, much, and just beyond each limit.
  static let numbers = [
    0, 1, 127, 1 << 14, 1 << 16 + 1, 1 << 20, 1 << 26, 1 << 28 - 1, 1 << 28, 1 << 31, 1 << 32 - 1,
    1 << 40, Int.max,
  ]

  private static let varints = numbers.map(FileBuilder.varint) + [[0xFF]]

  /// Calls with each change of some bytes that puts a lie where a varint may stand: at every byte.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which need not be varints at all.
  ///   - step: How many places are gone on each time.
  ///   - body: Gets the changed bytes.
  static func forEach(
    in bytes: [UInt8], step: Int = 1, _ body: (_ changed: [UInt8]) -> Void
  ) {
    for start in stride(from: 0, to: bytes.count, by: step) {
      // The bytes that make one varint with the first.
      var end = start
      while end < bytes.count - 1, bytes[end] >= 0x80, end - start < 9 { end += 1 }
      for varint in varints {
        body(Array(bytes[..<start] + varint + bytes[(end + 1)...]))
      }
    }
  }
}
