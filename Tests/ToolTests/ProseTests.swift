// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTool
import Testing

@Suite("Prose")
struct ProseTests {
  @Test("Lines are as full as their width allows")
  func linesAreFull() {
    #expect(Prose.wrap("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(Prose.wrap("aa bb cc", width: 4) == ["aa", "bb", "cc"])
    #expect(Prose.wrap("a longword b", width: 4) == ["a", "longword", "b"])
    #expect(Prose.wrap("", width: 4) == [""])
  }

  @Test("A description stands beside its term, or below one that is too long")
  func descriptionStandsBesideItsTerm() {
    #expect(Prose.entry("  a", "b", column: 5) == "  a  b\n")
    #expect(Prose.entry("  ab", "c", column: 5) == "  ab\n     c\n")
    let long = Prose.entry("t", String(repeating: "word ", count: 20), column: 4)
    #expect(long.split(separator: "\n").count == 2)
    #expect(long.hasPrefix("t   word word"))
    #expect(long.contains("\n    word"))
  }

  @Test(
    "Wide characters count for two columns",
    arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("幸せ☆", 5), ("한", 2), ("🦊", 2)])
  func wideCharactersCountTwice(text: String, columnCount: Int) {
    #expect(text.columnCount == columnCount)
  }

  @Test("Lists and counts read as people write them")
  func listsAndCounts() {
    #expect(Prose.list([], "or").isEmpty)
    #expect(Prose.list(["a"], "or") == "a")
    #expect(Prose.list(["a", "b", "c"], "or") == "a, b or c")
    #expect(Prose.count(1, "byte") == "1 byte")
    #expect(Prose.count(0, "byte") == "0 bytes")
  }

  @Test("Nothing that a terminal would act on is shown as it is")
  func nothingActsOnATerminal() {
    #expect(Printable.text("plain é 木 …") == "plain é 木 …")
    #expect(Printable.text("a\u{1B}[31m\r\n") == "a\\u{1b}[31m\\u{d}\\u{a}")
    #expect(Printable.text("\u{9B}\u{202E}\u{7F}") == "\\u{9b}\\u{202e}\\u{7f}")
  }
}
