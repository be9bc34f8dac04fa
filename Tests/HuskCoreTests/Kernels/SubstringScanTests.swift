// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Substring scan")
struct SubstringScanTests {
  /// Where some bytes stand first among others, byte by byte.
  private func naive(_ bytes: [UInt8], in others: [UInt8]) -> Int? {
    guard !bytes.isEmpty, bytes.count <= others.count else { return nil }
    return (0...others.count - bytes.count).first { others[$0..<$0 + bytes.count] == bytes[...] }
  }

  private func expectSame(_ bytes: [UInt8], in others: [UInt8]) {
    // What stands beside the ranges must not count.
    let padded = PaddedBytes([0x61] + bytes + [0x62] + others + bytes)
    let found = padded.source.firstOffset(
      of: ByteRange(offset: 1, count: bytes.count),
      in: ByteRange(offset: bytes.count + 2, count: others.count))
    #expect(found.map { $0 - bytes.count - 2 } == naive(bytes, in: others), "\(bytes) \(others)")
  }

  @Test func doesAsItsNaiveTwinOnAllShortInputs() {
    for bytes in AllInputs(over: "ab", upTo: 3) {
      for others in AllInputs(over: "ab", upTo: 6) { expectSame(bytes, in: others) }
    }
  }

  @Test func findsWhatIsLongerThanAWord() {
    for count in 0...20 {
      let bytes = [UInt8](repeating: 0x61, count: count) + [0x62]
      for before in 0...20 {
        expectSame(bytes, in: [UInt8](repeating: 0x61, count: before) + bytes)
        expectSame(bytes, in: [UInt8](repeating: 0x61, count: before + count))
        expectSame(bytes, in: Array(bytes.dropLast()) + [0x63] + bytes)
      }
    }
  }
}
