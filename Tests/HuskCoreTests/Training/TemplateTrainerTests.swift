// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Templates are learnt from messages", .seeded, .timeLimit(.minutes(60)))
struct TemplateTrainerTests {
  @Test func nothingTeachesNothing() {
    let error = #expect(throws: HuskError.self) {
      var trainer = TemplateTrainer()
      _ = try trainer.train()
    }
    #expect(error?.code == .emptyInput)
  }

  @Test func whatIsNoJSONIsRefused() throws {
    var trainer = TemplateTrainer()
    #expect(throws: HuskError.self) { try trainer.add(Array("{".utf8)) }
    #expect(throws: HuskError.self) { try trainer.add([]) }
    #expect(trainer.messageCount == 0)
    try trainer.add(Array("1 \n 2".utf8))
    #expect(trainer.messageCount == 2)
  }

  @Test(arguments: [
    ["1"], ["null"], ["\"text\""], ["[]"], ["{}"], ["{\"a\":1}"], ["1", "2", "3", "4"],
    ["true", "1", "\"a\"", "[1,2]", "{\"a\":[]}"], ["[1,\"a\"]", "[2,\"b\"]", "[3,\"c\"]"],
    ["{\"a\":{\"b\":{\"c\":1}}}", "{\"a\":{\"b\":1}}", "{\"a\":1}", "{}"],
    ["{\"k1\":1,\"k2\":2}", "{\"k3\":3}", "{\"k4\":4,\"k5\":5}", "{\"k6\":6}", "{\"k7\":7}"],
  ])
  func messagesOfAnyShape(messages: [String]) throws {
    let bytes = messages.map { Array($0.utf8) }
    for minSupport in [1, 3] {
      let template = try SampleMessages.template(
        bytes, options: TrainingOptions(minSupport: minSupport))
      #expect(try MessageTemplate(content: template.content) == template)
      var coder = MessageCoder(template)
      for message in bytes { #expect(try coder.decode(coder.encode(message)) == message) }
    }
  }

  @Test("Strings that are all empty teach no text", arguments: [1, 2, 3])
  func emptyStringsAreLearnt(minSupport: Int) throws {
    for messages in [[#""""#], [#""""#, "1", "2"], [#"{"a":""}"#, #"{"a":1}"#, #"[""]"#]] {
      var trainer = TemplateTrainer(options: TrainingOptions(minSupport: minSupport))
      for message in messages { try trainer.add(Array(message.utf8)) }
      var coder = MessageCoder(try trainer.train())
      for message in messages + [#"{"a":"text"}"#] {
        #expect(try coder.decode(coder.encode(Array(message.utf8))) == Array(message.utf8))
      }
    }
  }

  @Test func theSameMessagesGiveTheSameTemplate() throws {
    let first = try SampleMessages.template()
    for _ in 0..<3 { #expect(try SampleMessages.template().content == first.content) }
    var trainer = TemplateTrainer(options: TrainingOptions(byteBudget: 4096))
    try trainer.add(Array((0..<80).map(SampleMessages.message).joined(separator: [0x20, 0x0A])))
    #expect(trainer.messageCount == 80)
    #expect(try trainer.train().content == first.content)
    #expect(try trainer.train().content == first.content)
  }

  @Test func whitespaceTeachesNothing() throws {
    let messages = (0..<20).map(SampleMessages.message)
    let spaced = messages.map { JSONStyle.allCases[0].reprint($0) }
    #expect(try SampleMessages.template(spaced) == SampleMessages.template(messages))
  }

  @Test(arguments: [300, 600, 1000, 2000, 8000])
  func theBudgetHolds(byteBudget: Int) throws {
    let messages = (0..<150).map(SampleMessages.message)
    let least = try SampleMessages.template(
      messages, options: TrainingOptions(byteBudget: 0)
    ).content.count
    let template = try SampleMessages.template(
      messages, options: TrainingOptions(byteBudget: byteBudget))
    // What a template has without any entry or sample is there in any case.
    #expect(template.content.count <= least + byteBudget)
  }

  @Test func aLargerBudgetMakesMessagesSmaller() throws {
    func count(_ byteBudget: Int) throws -> Int {
      var coder = MessageCoder(
        try SampleMessages.template(options: TrainingOptions(byteBudget: byteBudget)))
      var count = 0
      for number in 100..<130 {
        count += try coder.encode(SampleMessages.message(number), as: .bare).count
      }
      return count
    }
    #expect(try count(4096) < count(0))
  }

  @Test("The whitespace that messages share costs next to nothing")
  func whitespaceIsLearnt() throws {
    func message(_ number: Int) -> [UInt8] {
      Array(#"{"id": \#(number), "tags": ["a", "b"], "at": {"x": 1, "y": 2}}"#.utf8)
    }
    func minified(_ message: [UInt8]) -> [UInt8] { message.filter { $0 != ASCII.space } }
    var spaced = TemplateTrainer()
    var tight = TemplateTrainer()
    for number in 0..<50 {
      try spaced.add(message(number))
      try tight.add(minified(message(number)))
    }
    var spacedCoder = MessageCoder(try spaced.train())
    var tightCoder = MessageCoder(try tight.train())
    let encoded = try spacedCoder.encode(message(77), as: .bare)
    #expect(try spacedCoder.decode(encoded) == message(77))
    #expect(try encoded.count <= tightCoder.encode(minified(message(77)), as: .bare).count + 1)
    // Another layout is carried with the message.
    let other = Array("[\n1 ]\n".utf8)
    #expect(try spacedCoder.decode(spacedCoder.encode(other)) == other)
  }

  @Test func fieldsThatNoMessageHasAreNamed() throws {
    let messages = Array(
      (0..<9).map { #"{"id":\#($0),"by":{"k\#($0)":[{"a":1}]},"of":[[{"b.c":2}]]}"# }
        .joined(separator: "\n").utf8)
    let fields = ["id", "ids", "by.k3", "by.k3.a", "by.k3.b", #"of.b\.c"#, "of.b.c", "of.b.c"]
    var trainer = TemplateTrainer(options: TrainingOptions(excludedFields: fields))
    try trainer.add(messages)
    #expect(trainer.absentFields == [])
    _ = try trainer.train()
    #expect(trainer.absentFields == ["ids", "by.k3.b", "of.b.c", "of.b.c"])
  }
}
