// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Messages come back (SPEC §13 Row layout)", .seeded, .timeLimit(.minutes(60)))
struct MessageRoundTripTests {
  /// What does not fit the template, each in a way of its own.
  private static let misfits = [
    #"{}"#, #"[]"#, #"null"#, #"17"#, #""text""#, #"{"id":"a string"}"#,
    #"{"id":1,"level":"fatal","at":"yesterday","host":"","took":1e400,"text":"","tags":{}}"#,
    #"{"level":"info","id":100003,"new":{"deep":[1,[2,{"x":[]}]]},"tags":["t0",1,null,{"a":[]}]}"#,
    #"{"id":123456789012345678901234567890,"took":-0,"took":1.0,"took":1.00,"took":0.1E-5}"#,
    #"{"id":9223372036854775807,"took":-9223372036854775808}"#,
    #"{"id":-0.0,"level":"\u0069nfo","level":"in\/fo","text":"\ud800 \" \\ é ☃ \u0000"}"#,
    #"{"user":{"admin":true,"name":null,"name":"user1","more":[true,false,null]}}"#,
    #"{"user":[],"tags":["t0","t1","t2","t3","t4","t5","t6","t7"],"":"","a\n":1}"#,
    #"{"at":"2024-02-30T00:00:00.000Z","key":"9E3779B97F4A7C15","from":"mail@"}"#,
    #"{"at":"0000-00-00T00:00:00.000Z","key":"00","host":"web-0","from":"mail@web-0.example"}"#,
  ]

  /// The same in other whitespace.
  private static let spaced = [
    " {\"id\": 1}", "{ }\n", "\u{FEFF}[ ]", "\r\n[1,\r\n2]\r\n",
    "{\n  \"id\" : 100003,\n\t\"level\":\"info\"\n}",
    "[\n  [\n    1\n  ],\n  {}\n]", "  7  ",
  ]

  private static func deep(_ count: Int) -> [UInt8] {
    let open = String(repeating: #"{"user":["#, count: count)
    return Array((open + "1" + String(repeating: "]}", count: count)).utf8)
  }

  @Test func messagesThatTheTemplateWasLearntFrom() throws {
    var coder = MessageCoder(try SampleMessages.template())
    for number in 0..<120 {
      let message = SampleMessages.message(number)
      let bare = try coder.encode(message, as: .bare)
      #expect(bare.count * 3 < message.count)
      #expect(try coder.decode(bare) == message)
    }
  }

  @Test(arguments: MessageForm.allCases)
  func messagesThatDoNotFit(form: MessageForm) throws {
    var coder = MessageCoder(try SampleMessages.template())
    for text in Self.misfits + Self.spaced {
      let document = Array(text.utf8)
      let message = try coder.encode(document, as: form)
      #expect(try coder.decode(message) == document, "\(text)")
      #expect(try coder.encode(document, as: form) == message, "messages depend on one another")
    }
    let document = Self.deep(100)
    #expect(try coder.decode(coder.encode(document, as: form)) == document)
  }

  @Test func formsDifferInWhatStandsAround() throws {
    let template = try SampleMessages.template()
    var coder = MessageCoder(template)
    let document = SampleMessages.message(7)
    let bare = try coder.encode(document, as: .bare)
    let referenced = try coder.encode(document, as: .referenced)
    let embedded = try coder.encode(document, as: .embedded)
    #expect(referenced.count == bare.count + 11)
    #expect(referenced.starts(with: [0xFD, 0x4D] + template.id.bytes.prefix(8)))
    #expect(embedded.starts(with: [0xFD, 0x54]))
    #expect(embedded.suffix(bare.count - 3) == bare.suffix(bare.count - 3))
    #expect(try MessageParts(embedded).template == template)
    #expect(try MessageParts(referenced).templateID == Array(template.id.bytes.prefix(8)))
    #expect(MessageParts.isMessage(referenced) && !MessageParts.isMessage(document))
  }

  @Test func anyMessageWithAnyTemplate() throws {
    var generator = JSONGenerator(SeededGenerator(), depthLimit: 20)
    for _ in 0..<6 {
      let texts = (0..<8).map { _ in generator.text() }
      let options = TrainingOptions(byteBudget: 2000, minSupport: 1)
      var coder = MessageCoder(try SampleMessages.template(texts, options: options))
      for text in texts + [generator.text(), generator.text()] {
        #expect(try coder.decode(coder.encode(text, as: .bare)) == text)
      }
      let spaced = IndentedText.of(texts[0])
      #expect(try coder.decode(coder.encode(spaced)) == spaced)
    }
  }

  @Test(arguments: ["", "  ", "1 2", "{", #"{"a":}"#, "[1,]", "\u{FEFF}", "nul"])
  func whatIsNotOneTextIsRefused(text: String) throws {
    var coder = MessageCoder(try SampleMessages.template(3))
    #expect(throws: HuskError.self) { try coder.encode(Array(text.utf8)) }
  }

  @Test func limitsAreKept() throws {
    let template = try SampleMessages.template(3)
    var strict = MessageCoder(template, limits: Limits(depth: 10))
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Self.code { () throws(HuskError) in _ = try strict.encode(Self.deep(6)) }
    }
    var coder = MessageCoder(template)
    let message = try coder.encode(Self.deep(6))
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Self.code { () throws(HuskError) in _ = try strict.decode(message) }
    }
    let document = Array("\"\(String(repeating: "a", count: 5000))\"".utf8)
    var small = MessageCoder(template, limits: Limits(decodedByteCount: 1000))
    let long = try coder.encode(document)
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Self.code { () throws(HuskError) in _ = try small.decode(long) }
    }
  }

  /// Throws the code of an error without its place.
  private static func code(_ body: () throws(HuskError) -> Void) throws(HuskError) {
    do throws(HuskError) { try body() } catch { throw HuskError(error.code, "") }
  }
}

/// Texts on lines of their own.
private enum IndentedText {
  static func of(_ text: [UInt8]) -> [UInt8] { JSONStyle.allCases[0].reprint(text) }
}
