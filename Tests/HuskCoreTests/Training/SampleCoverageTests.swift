// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("Samples cover what recurs")
struct SampleCoverageTests {
  /// Texts of ten bytes.
  private func chosen(
    _ windows: [[Int32]], supports: [Int32], byteBudget: Int
  ) -> [Int] {
    let texts = windows.map {
      SampleCoverage.Candidate(
        slot: 0, text: [UInt8](repeating: ASCII.lowerN, count: 10), windows: $0)
    }
    var coverage = SampleCoverage(texts, supports: supports)
    return coverage.choose(byteBudget: byteBudget)
  }

  @Test func whatStandsInManyMessagesComesFirst() {
    let windows: [[Int32]] = [[0], [1], [2]]
    #expect(chosen(windows, supports: [3, 30, 10], byteBudget: 10) == [1])
    #expect(chosen(windows, supports: [3, 30, 10], byteBudget: 20) == [1, 2])
  }

  @Test func whatWasToldIsWorthLess() {
    let windows: [[Int32]] = [[0, 1], [0, 1], [0, 1], [2]]
    // A quarter of 20 for the second text is less than 8, and a ninth is less than 3.
    #expect(chosen(windows, supports: [10, 10, 8], byteBudget: 20) == [0, 3])
    #expect(chosen(windows, supports: [10, 10, 3], byteBudget: 20) == [0, 1])
    #expect(chosen(windows, supports: [10, 10, 3], byteBudget: 30) == [0, 1, 3])
  }

  @Test func allIsChosenThatThereIsRoomFor() {
    let windows: [[Int32]] = [[0], [], [1, 1], []]
    #expect(chosen(windows, supports: [5, 5], byteBudget: 40) == [0, 1, 2, 3])
    #expect(chosen(windows, supports: [5, 5], byteBudget: 1000) == [0, 1, 2, 3])
    #expect(chosen(windows, supports: [5, 5], byteBudget: 0) == [])
    #expect(chosen([], supports: [], byteBudget: 10) == [])
  }
}
