// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Tokenizer (SPEC §3 JSON texts)", .seeded)
struct TokenizerTests {
  private func tokens(_ text: String, as form: InputForm = .auto) throws -> [String] {
    let padded = PaddedBytes(Array(text.utf8))
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(padded, as: form)
    return (0..<tokenizer.tape.count).map { index in
      let token = tokenizer.tape[index]
      let isLong = token.isScalar || token.kind == .key
      let lexeme = isLong ? String(decoding: padded.source.bytes(token.range), as: UTF8.self) : ""
      return "\(token.kind)@\(token.offset)" + (isLong ? " \(lexeme)" : " \(token.extent)")
    }
  }

  @Test func tellsKindOffsetAndExtent() throws {
    let text = #"{"a": [1, -2.5e3, true], "b": {"": "x"}}"#
    #expect(
      try tokens(text) == [
        "openObject@0 12", #"key@1 "a""#, "openArray@6 4", "number@7 1", "number@10 -2.5e3",
        "literal@18 true", "closeArray@22 3", #"key@25 "b""#, "openObject@30 3", #"key@31 """#,
        #"string@35 "x""#, "closeObject@38 1", "closeObject@39 2",
      ])
  }

  @Test func emptyContainersHaveNoElements() throws {
    #expect(
      try tokens("[{},[ ],{ }]") == [
        "openArray@0 7", "openObject@1 1", "closeObject@2 0", "openArray@4 1", "closeArray@6 0",
        "openObject@8 1", "closeObject@10 0", "closeArray@11 3",
      ])
  }

  @Test func textsFollowOneAnother() throws {
    #expect(
      try tokens(" 1\n\"a\" []") == [
        "number@1 1", #"string@3 "a""#, "openArray@7 1", "closeArray@8 0",
      ])
    #expect(try tokens("", as: .ndjson).isEmpty)
    #expect(try tokens("\u{FEFF}null", as: .json) == ["literal@3 null"])
  }

  @Test func isUsedAgain() throws {
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(PaddedBytes(Array("[1,2,3]".utf8)), as: .auto)
    #expect(throws: HuskError(.unexpectedEnd, at: 1, "")) {
      try tokenizer.tokenize(PaddedBytes(Array("[".utf8)), as: .auto)
    }
    try tokenizer.tokenize(PaddedBytes(Array("7".utf8)), as: .auto)
    #expect(tokenizer.tape.count == 1 && tokenizer.tape.textCount == 1)
  }

  /// Where the reference parser and the tokenizer find the first byte at fault, or `nil`.
  private func faults(_ text: [UInt8]) -> (reference: Int?, tokenizer: HuskError?) {
    let failure: Int?
    do throws(ReferenceParser.Failure) {
      _ = try ReferenceParser.parseSequence(text, depthLimit: 512)
      failure = nil
    } catch {
      failure = error.offset
    }
    var tokenizer = Tokenizer(limits: Limits())
    do throws(HuskError) {
      try tokenizer.tokenize(PaddedBytes(text), as: .ndjson)
      return (failure, nil)
    } catch {
      return (failure, error)
    }
  }

  @Test func findsTheSameFaultsAsTheReferenceParserInAllShortInputs() {
    for text in AllInputs(over: "[]{}:,\"1 ", upTo: 5) {
      let (reference, error) = faults(text)
      #expect(error?.offset == reference, "\(String(decoding: text, as: UTF8.self))")
      if let error { #expect((error.code == .unexpectedEnd) == (error.offset == text.count)) }
    }
  }

  @Test func findsTheSameFaultsInDamagedTexts() {
    var random = SeededGenerator()
    var generator = JSONGenerator(SeededGenerator(stream: 1), depthLimit: 30)
    var faultCount = 0
    for _ in 0..<300 {
      var text = generator.styledText(valueCount: 30)
      for _ in 0...random.below(2) {
        let byte = random.pick(Array("[]{}:,\"0e-.\\n \u{0}\t\u{7F}".utf8) + [0x80, 0xC3, 0xF4])
        text[random.below(text.count)] = byte
      }
      let (reference, error) = faults(text)
      #expect((error == nil) == (reference == nil))
      guard let offset = error?.offset, let reference else { continue }
      faultCount += 1
      // In UTF-8 the reference parser looks further into a character.
      let isSame = offset == reference || error?.code == .invalidUTF8 && offset < reference
      #expect(isSame, "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(faultCount > 100)
  }

  @Test(arguments: [0, 1, 5, 512])
  func depthIsLimited(depth: Int) throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let inner = open == "[" ? "" : "1"
      func text(_ depth: Int) -> [UInt8] {
        let opening = String(repeating: open, count: depth)
        return Array((opening + inner + String(repeating: close, count: depth)).utf8)
      }
      var tokenizer = Tokenizer(limits: Limits(depth: depth))
      if depth > 0 { try tokenizer.tokenize(PaddedBytes(text(depth)), as: .auto) }
      #expect(throws: HuskError(.limitExceeded, at: depth * open.utf8.count, "")) {
        try tokenizer.tokenize(PaddedBytes(text(depth + 1)), as: .auto)
      }
    }
  }

  @Test func positionsCountLinesAsEditorsDo() {
    let padded = PaddedBytes(Array("a\nb\r\nc\rd\n\re".utf8))
    let positions = (0...11).map { padded.source.position(of: $0) }
    #expect(positions.map(\.line) == [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6])
    #expect(positions.map(\.column) == [1, 2, 1, 2, 3, 1, 2, 1, 2, 1, 1, 2])
  }

  @Test(
    arguments: [
      ("[1,]", "unexpected character ']' (at byte 3, line 1, column 4)"),
      ("[1,\n\u{0}]", "unexpected byte 0x00 (at byte 4, line 2, column 1)"),
      (
        "[1][2]",
        "unexpected character '[' behind a text; whitespace stands between two"
          + " (at byte 3, line 1, column 4)"
      ),
      ("[1]]", "unexpected character ']' (at byte 3, line 1, column 4)"),
      ("{}1", "unexpected character '1' (at byte 2, line 1, column 3)"),
      ("[1 [2]]", "unexpected character '[' (at byte 3, line 1, column 4)"),
      ("[1,", "the text ends too early (at byte 3, line 1, column 4)"),
      ("", "the input holds no JSON text (at byte 0, line 1, column 1)"),
    ])
  func errorsSayWhatIsWrongAndWhere(text: String, message: String) {
    let error = #expect(throws: HuskError.self) { _ = try tokens(text) }
    #expect(error?.description == message)
    let other = #expect(throws: HuskError.self) { _ = try Husk.encode(json: Array(text.utf8)) }
    #expect(other?.description == message)
  }
}
