// SPDX-License-Identifier: Apache-2.0

import HuskTool
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "The distance counts insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("a", "a", 0), ("", "abc", 3), ("abc", "", 3), ("force", "foce", 1),
      ("force", "fforce", 1), ("force", "farce", 1), ("force", "froce", 1),
      ("decode", "encode", 2), ("kitten", "sitting", 3), ("ab", "ba", 1), ("abcd", "badc", 2),
    ])
  func distanceCountsEdits(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }

  @Test(
    "Only what is near is suggested",
    arguments: [
      ("encdoe", "encode"), ("dcode", "decode"), ("ins", "inspect"), ("tset", "test"),
      ("compress", nil), ("x", nil), ("", nil),
    ])
  func onlyWhatIsNearIsSuggested(word: String, nearest: String?) {
    let commands = ["encode", "decode", "test", "inspect"]
    #expect(Suggestion.nearest(to: word, among: commands) == nearest)
  }
}
