// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("The gaps of a document", .seeded, .timeLimit(.minutes(60)))
struct GapScannerTests {
  @Test("are the same where minified text is told by its sums", arguments: SequenceStyle.allCases)
  func sequencesAreScanned(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<60 { try check(style.join(generator.texts())) }
  }

  @Test("are the same in the whitespace of a printer", arguments: JSONStyle.allCases)
  func textsAreScanned(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<30 { try check(style.reprint(generator.text())) }
  }

  @Test(
    "are the same where minified text nearly has whitespace",
    arguments: [
      "1", "1\n", "1 ", "\n1", "1\n\n", "1\n2", "1\n2\n", "1 2", "1\r2\n", "[]", "[]\n", "[ ]",
      "{}\n[]\n", "{}\t[]\n", "\u{FEFF}1", "\u{FEFF}[1]\n", "[1,2]\n[1, 2]", #"{"a":1}"#,
      #"{"a" :1}"#, #"{"a":1,"b":[{},[]]}"#,
    ])
  func nearlyMinifiedTextsAreScanned(text: String) throws {
    try check(Array(text.utf8))
  }

  @Test("make no list where there is no whitespace")
  func minifiedTextHasNoSurprises() throws {
    let text = PaddedBytes(Array(#"{"a":[1,{"b":[]}],"c":{}}"#.utf8))
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(text, as: .json)
    #expect(GapScanner.scan(tokenizer.tape, text.source) == GapList())
  }

  private func check(_ json: [UInt8]) throws {
    var tokenizer = Tokenizer(limits: Limits())
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    let list = GapScanner.scan(tokenizer.tape, text.source)
    #expect(list == GapScanner.compare(tokenizer.tape, text.source))
    try list.validate()
  }
}
