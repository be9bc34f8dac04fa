// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Dictionary builder")
struct DictionaryBuilderTests {
  private func entries(_ counts: [Int], byteCount: Int, isNumber: Bool = false) -> [Int] {
    DictionaryBuilder(
      counts: counts, byteCounts: counts.map { _ in byteCount },
      isNumber: counts.map { _ in isNumber }
    ).entries
  }

  @Test func mostFrequentValuesComeFirst() {
    #expect(entries([100, 300, 200], byteCount: 10) == [1, 2, 0])
    #expect(entries([200, 300, 200, 300], byteCount: 10) == [1, 3, 0, 2])
  }

  @Test func rareValuesAreLeftOut() {
    #expect(entries([500, 1, 400, 2], byteCount: 10) == [0, 2])
  }

  @Test func fewValuesAreNotWorthADictionary() {
    #expect(entries([3, 3], byteCount: 10).isEmpty)
    #expect(entries([1, 1, 1, 1], byteCount: 100).isEmpty)
    #expect(entries([], byteCount: 1).isEmpty)
  }

  @Test func shortNumbersStayAsTheyAre() {
    #expect(entries([1_000, 1_000], byteCount: 1, isNumber: true).isEmpty)
    #expect(entries([1_000, 1_000], byteCount: 9, isNumber: true) == [0, 1])
  }

  @Test func numbersOutsideMakeADictionaryDearer() {
    let builder = { (isNumber: Bool) in
      DictionaryBuilder(
        counts: [30] + Array(repeating: 1, count: 100),
        byteCounts: [20] + Array(repeating: 5, count: 100),
        isNumber: [false] + Array(repeating: isNumber, count: 100)
      ).entries
    }
    #expect(builder(false) == [0])
    #expect(builder(true).isEmpty)
  }
}
