// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("Whitespace styles", .seeded)
struct JSONStyleTests {
  private static let document = #"{"a":[1,{"b":[],"c":{}}],"d":"x\n"}"#

  private static let examples: [(JSONStyle, String)] = [
    (.minified, document),
    (.jq, #"{|  "a": [|    1,|    {|      "b": [],|      "c": {}|    }|  ],|  "d": "x\n"|}|"#),
    (.pythonIndent1, #"{| "a": [|  1,|  {|   "b": [],|   "c": {}|  }| ],| "d": "x\n"|}|"#),
    (.pythonDefault, #"{"a": [1, {"b": [], "c": {}}], "d": "x\n"}"#),
    (
      .stringify2,
      #"{|  "a": [|    1,|    {|      "b": [],|      "c": {}|    }|  ],|  "d": "x\n"|}"#
    ),
    (.jackson, #"{|  "a" : [ 1, {|    "b" : [],|    "c" : {}|  } ],|  "d" : "x\n"|}"#),
    (.mongoShell, #"{ "a" : [ 1, { "b" : [], "c" : {} } ], "d" : "x\n" }"#),
    (.leadingComma, #"{ "a": [ 1|  , { "b": []|    , "c": {}|    }|  ]|, "d": "x\n"|}|"#),
    (.recordPerLine, #"{|"a":[1,{"b":[],"c":{}}],|"d":"x\n"|}|"#),
    (.recordPerLineLeadingComma, #"{|"a":[1,{"b":[],"c":{}}]|,"d":"x\n"|}|"#),
    (.prettier, #"{ "a": [1, { "b": [], "c": {} }], "d": "x\n" }|"#),
  ]

  @Test(arguments: examples)
  func printAsTheRealPrinterDoes(style: JSONStyle, expected: String) {
    let expected = expected.replacing("|", with: "\n")
    let printed = style.reprint(Array(Self.document.utf8))
    #expect(String(decoding: printed, as: UTF8.self) == expected)
  }

  @Test func prettierWrapsByWidth() {
    let numbers = (1...30).map(String.init).joined(separator: ",")
    let text = "{\"numbers\":[\(numbers)],\"words\":[\"\(String(repeating: "x", count: 80))\",[]]}"
    let printed = String(decoding: JSONStyle.prettier.reprint(Array(text.utf8)), as: UTF8.self)
    let lines = printed.split(separator: "\n").map(String.init)
    #expect(lines[1] == "  \"numbers\": [")
    #expect(lines[2].hasPrefix("    1, 2, 3, "))
    #expect(lines[2].count <= 80 && lines[2].count > 74)
    #expect(lines.contains("    []"))
  }

  @Test(arguments: JSONStyle.allCases)
  func keepEveryToken(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<20 {
      let text = generator.text()
      let printed = style.reprint(text)
      #expect(withoutWhitespace(printed) == text)
      #expect(try ReferenceParser.parse(printed).minified == text)
    }
  }

  @Test func areAllDifferent() {
    let printed = JSONStyle.allCases.map { $0.reprint(Array(Self.document.utf8)) }
    // jq and Python's indent of two are one style by two names.
    #expect(Set(printed).count == JSONStyle.allCases.count - 1)
  }

  @Test(arguments: SequenceStyle.allCases)
  func keepEveryTokenOfASequence(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<10 {
      let texts = generator.texts()
      let nodes = try ReferenceParser.parseSequence(style.join(texts))
      #expect(nodes.map(\.minified) == texts)
    }
  }

  @Test(
    arguments: [
      (.lines, "1\n[2]\n"), (.missingLastNewline, "1\n[2]"), (.crlf, "1\r\n[2]\r\n"),
      (.byteOrderMark, "\u{FEFF}1\n[2]\n"), (.jq, "1\n[\n  2\n]\n"), (.spaces, "1 [2]"),
      (.pythonLines, "1\n[2]\n"), (.indentedCRLF, "1\r\n[\r\n  2\r\n]\r\n"),
    ] as [(SequenceStyle, String)])
  func joinAsRealFilesDo(style: SequenceStyle, expected: String) {
    let joined = style.join(["1", "[2]"].map { Array($0.utf8) })
    #expect(joined == Array(expected.utf8))
  }

  private func withoutWhitespace(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) { output.append(byte) }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
    }
    return output
  }
}
