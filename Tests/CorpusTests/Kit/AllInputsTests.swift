// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("All inputs")
struct AllInputsTests {
  @Test func comeShortestFirst() {
    let inputs = AllInputs(over: "ab", upTo: 2).map { String(decoding: $0, as: UTF8.self) }
    #expect(inputs == ["", "a", "b", "aa", "ab", "ba", "bb"])
  }

  @Test func areAsManyAsThereAre() {
    #expect(Set(AllInputs(over: "abcde", upTo: 4)).count == 1 + 5 + 25 + 125 + 625)
    #expect(Array(AllInputs(over: "abc", upTo: 0)) == [[]])
  }
}
