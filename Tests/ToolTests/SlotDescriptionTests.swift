// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTool
import Testing

private func dictionary(_ words: String...) -> Slot {
  .enumeration(words.map { Lexeme(Array($0.utf8)) })
}

@Suite("Slots in words")
struct SlotDescriptionTests {
  @Test(
    "Every kind of slot has its words",
    arguments: [
      (Slot.any, "any"),
      (.constant(Lexeme(Array("false".utf8))), "always false"),
      (.object(2), "object #2"),
      (.array(.array(.object(4))), "array of array of object #4"),
      (.tuple([.any, .object(0)]), "tuple (any, object #0)"),
      (.map(keys: .any, values: .object(1)), "map of object #1"),
      (.map(keys: dictionary("a", "b"), values: .any), "map of any by enum of 2: a, b"),
      (.oneOf([.object(0), .array(.any)]), "one of (object #0, array of any)"),
      (dictionary("1", "null"), "enum of 2: 1, null"),
      (dictionary(), "enum of 0"),
      (.array(dictionary("1")), "array of enum of 1: 1"),
      (.tuple([.array(dictionary("1", "2")), .any]), "tuple ((array of enum of 2: 1, 2), any)"),
      (
        .map(keys: dictionary("k"), values: dictionary("v")),
        "map of (enum of 1: v) by enum of 1: k"
      ),
    ])
  func everyKindOfSlotHasItsWords(slot: Slot, words: String) {
    #expect(SlotDescription(.brief).text(slot) == words)
    #expect(SlotDescription(.full).text(slot) == words)
  }

  @Test("Long dictionaries and long entries are cut, unless all is asked for")
  func longDictionariesAreCut() {
    let entries = (100..<120).map(String.init)
    let slot = Slot.enumeration(entries.map { Lexeme(Array($0.utf8)) })
    let brief = SlotDescription(.brief).text(slot)
    #expect(brief == "enum of 20: 100, 101, 102, 103, 104, 105, 106, …")
    let full = SlotDescription(.full).text(slot)
    #expect(full == "enum of 20: \(entries.joined(separator: ", "))")
    let long = dictionary("\"" + String(repeating: "x", count: 50) + "\"")
    let cut = SlotDescription(.brief).text(long)
    #expect(cut == "enum of 1: \"" + String(repeating: "x", count: 22) + "…")
  }
}
