// SPDX-License-Identifier: Apache-2.0

import HuskHTTP
import Testing

@Suite("Structured fields (RFC 9651)")
struct StructuredFieldTests {
  @Test(
    arguments: [
      ("1", .integer(1)), ("-999999999999999", .integer(-999_999_999_999_999)),
      ("  42  ", .integer(42)), ("1.5", .decimal(thousandths: 1500)),
      ("-0.125", .decimal(thousandths: -125)), (#""a\"b\\""#, .string(#"a"b\"#)),
      ("a/b:c*", .token("a/b:c*")), ("*", .token("*")), (":AQID:", .bytes([1, 2, 3])),
      (":AQ:", .bytes([1])), ("::", .bytes([])), ("?1", .boolean(true)), ("?0", .boolean(false)),
      ("@1700000000", .date(1_700_000_000)), (#"%"%c3%bc""#, .displayString("ü")),
    ] as [(String, StructuredValue)])
  func itemsAreParsed(text: String, value: StructuredValue) {
    #expect(StructuredFieldParser.item(text)?.value == value)
  }

  @Test(arguments: [
    "", " ", "1 2", "--1", "1.", ".5", "1.2345", "1234567890123456", "1234567890123.1", "\"a",
    "\"a\\b\"", "\"\u{7f}\"", ":AQ-_:", ":A:", ":AQID", "?2", "@1.5", "%\"%C3\"", "%\"%ff\"", "é",
    "a;B", "a;b=", "a,b", "\t1",
  ])
  func malformedItemsAreNone(text: String) {
    #expect(StructuredFieldParser.item(text) == nil)
  }

  @Test func parametersAreParsed() throws {
    let item = try #require(StructuredFieldParser.item(#"a;b;c=?0; d="x";b=2"#))
    #expect(item.parameters == ["b": .integer(2), "c": .boolean(false), "d": .string("x")])
  }

  @Test func dictionariesAreParsed() throws {
    let members = try #require(
      StructuredFieldParser.dictionary(#"a=1,  b , c=("x" y;z);q=1 ,a=2,*d=:AA==:"#))
    #expect(members.count == 4)
    #expect(members["a"]?.value == .integer(2))
    #expect(members["b"]?.value == .boolean(true))
    #expect(members["*d"]?.value == .bytes([0]))
    let list = StructuredItem(
      list: [
        StructuredItem(.string("x")),
        StructuredItem(.token("y"), parameters: ["z": .boolean(true)]),
      ], parameters: ["q": .integer(1)])
    #expect(members["c"] == list)
    #expect(StructuredFieldParser.dictionary("")?.isEmpty == true)
  }

  @Test(arguments: ["a=1,", ",a=1", "A=1", "a=1 b=2", "a=(1", "a=(1,2)", "a=(\"x\"y)", "a=", "1=a"])
  func malformedDictionariesAreNone(text: String) {
    #expect(StructuredFieldParser.dictionary(text) == nil)
  }
}
