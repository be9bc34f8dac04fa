// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Bytes are told to be alike", .seeded)
struct ByteStatisticsTests {
  @Test func whereFewDiffer() {
    var random = SeededGenerator(stream: 1)
    let even = (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(ByteStatistics.likeness(even) < 8)
    #expect(ByteStatistics.likeness(even.map { $0 & 1 }) > 100)
    #expect(ByteStatistics.likeness(Array(repeating: 7, count: 3)) == 256)
    #expect(ByteStatistics.likeness([]) == 0)
  }

  @Test func whereNearlyAllAreDigits() {
    #expect(ByteStatistics.digitShare(Array("-12.5\n0xDEADbeef".utf8)) == 15 * 256 / 16)
    #expect(ByteStatistics.digitShare(Array("words, words".utf8)) < 60)
    #expect(ByteStatistics.digitShare([]) == 0)
  }
}
