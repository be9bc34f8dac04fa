// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Primed templates (SPEC §13.13 Primed templates)", .seeded, .timeLimit(.minutes(60)))
struct PrimedTemplateTests {
  /// A template that brings messages.
  private func template(
    _ messages: [[UInt8]], support: Int = 1, excluding fields: [String] = []
  ) throws -> MessageTemplate {
    try SampleMessages.template(
      messages,
      options: TrainingOptions(
        byteBudget: 6000, includesMessages: true, lessonSupport: support, excludedFields: fields))
  }

  private func sample(_ count: Int = 24) throws -> MessageTemplate {
    try template((0..<count).map(SampleMessages.message))
  }

  @Test func messagesComeBackWhateverTheyHold() throws {
    let template = try sample()
    #expect(template.lesson?.messageCount ?? 0 > 8)
    #expect(try MessageTemplate(content: template.content) == template)
    var writer = MessageCoder(template)
    var reader = MessageCoder(try MessageTemplate(content: template.content))
    let documents =
      [5, 30, 31, 1007].map(SampleMessages.message)
      + [
        #"{"id":"x","level":7,"user":[1,{"a":null}],"new":"value","tags":["t0","other"]}"#,
        "[\n  1,\n  {\"id\" : 2}\n]\n", "null", "\"\\u0000\\n é\"", "-1e400", "{}",
      ].map { Array($0.utf8) }
    for form in MessageForm.allCases {
      for document in documents {
        #expect(try reader.decode(writer.encode(document, as: form)) == document)
      }
    }
  }

  @Test func randomDocumentsComeBack() throws {
    var coder = MessageCoder(try sample(12))
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<12 {
      let document = generator.text()
      #expect(try coder.decode(coder.encode(document)) == document)
    }
  }

  @Test func messagesDoNotDependOnOneAnother() throws {
    var coder = MessageCoder(try sample())
    let first = SampleMessages.message(40)
    let message = try coder.encode(first, as: .bare)
    for number in [41, 7, 90] {
      let other = SampleMessages.message(number)
      let alone = try coder.encode(other, as: .bare)
      #expect(try coder.decode(alone) == other)
      _ = try? coder.decode(Array(alone.dropLast(2)) + [7, 7])
      #expect(throws: HuskError.self) { try coder.encode(Array("[1,".utf8)) }
      #expect(try coder.encode(first, as: .bare) == message)
    }
  }

  /// More is learnt of a long message than anybody wants to remember one by one.
  @Test func longMessagesAreForgottenToo() throws {
    var coder = MessageCoder(try sample())
    let first = SampleMessages.message(40)
    let message = try coder.encode(first, as: .bare)
    var generator = SeededGenerator(seed: 3)
    let words = (0..<6000).map { _ in String(generator.below(1 << 20), radix: 36) }
    let long = Array(#"{"id":"\#(words.joined(separator: " "))"}"#.utf8)
    let coded = try coder.encode(long, as: .bare)
    #expect(try coder.encode(first, as: .bare) == message)
    #expect(try coder.decode(coded) == long)
    #expect(try coder.decode(message) == first)
    #expect(try coder.encode(long, as: .bare) == coded)
  }

  @Test func messagesAreSmallerThanWithoutAModel() throws {
    let messages = (0..<60).map(SampleMessages.message)
    var plain = MessageCoder(try SampleMessages.template(messages))
    var primed = MessageCoder(try template(messages))
    let sizes = try (60..<72).reduce(into: (0, 0)) { sizes, number in
      sizes.0 += try plain.encode(SampleMessages.message(number), as: .bare).count
      sizes.1 += try primed.encode(SampleMessages.message(number), as: .bare).count
    }
    #expect(sizes.1 < sizes.0)
  }

  @Test func nothingOfExcludedFieldsIsInTheLesson() throws {
    // Whatever the values are, the template is the same.
    let templates = try ["a", "b"].map { letter in
      try template(
        (0..<20).map { number in
          let secret = String(repeating: letter, count: 4) + "\(number * 7 % 10)"
          return Array(#"{"id":\#(number),"name":"\#(secret)","tags":["x","\#(secret)"]}"#.utf8)
        }, excluding: ["name", "tags"])
    }
    #expect(templates[0].lesson?.messageCount ?? 0 > 8)
    #expect(templates[0].content == templates[1].content)
  }

  @Test func rareValuesStayOutWhereTheyShall() throws {
    let templates = try ["k", "q"].map { letter in
      try template(
        (0..<20).map { number in
          let rare = number == 7 ? String(repeating: letter, count: 6) : "common"
          return Array(#"{"id":\#(number % 4),"word":"\#(rare)"}"#.utf8)
        }, support: 3)
    }
    #expect(templates[0].lesson?.messageCount ?? 0 > 8)
    #expect(templates[0].content == templates[1].content)
  }

  @Test func damagedLessonsAreRefusedOrTeachSomethingElse() throws {
    let template = try sample(12)
    let lesson = try #require(template.lesson)
    let document = SampleMessages.message(3)
    var random = SeededGenerator(stream: 2)
    for number in 0..<24 {
      var damaged = template
      switch number % 3 {
      case 0: damaged.lesson?.bytes.removeLast(1 + random.below(lesson.bytes.count - 1))
      case 1: damaged.lesson?.bytes[random.below(lesson.bytes.count)] ^= 1 << random.below(8)
      default: damaged.lesson?.messageCount += 1 + random.below(100)
      }
      var coder = MessageCoder(try MessageTemplate(content: damaged.content))
      do throws(HuskError) {
        let message = try coder.encode(document)
        #expect(try coder.decode(message) == document)
      } catch { #expect(error.code == .invalidTemplate) }
    }
  }

  @Test func damagedMessagesAreRefused() throws {
    var coder = MessageCoder(try sample(12))
    let document = SampleMessages.message(30)
    let message = try coder.encode(document)
    var random = SeededGenerator(stream: 3)
    for number in 0..<60 {
      var damaged = message
      if number % 2 == 0 {
        damaged.removeLast(1 + random.below(message.count - 1))
      } else {
        damaged[random.below(message.count)] ^= 1 << random.below(8)
      }
      if let decoded = try? coder.decode(damaged) { #expect(decoded == document) }
    }
    #expect(try coder.decode(message) == document)
  }

  @Test func moreLeavesThanAModelHasAreRefused() throws {
    var template = try sample(8)
    let form = ValueForm.string(
      Array(repeating: .digits(width: 0, IntegerModel()), count: ValueForm.mostParts))
    let slots = template.slots.indices.filter { !template.slots[$0].forms.isEmpty }.prefix(5)
    #expect(slots.count == 5)
    for slot in slots {
      template.slots[slot].forms = Array(repeating: form, count: 253)
      template.slots[slot].formFrequencies = Array(repeating: 1, count: 254)
    }
    #expect(throws: HuskError(.limitExceeded, "")) {
      try MessageTemplate(content: template.content)
    }
  }

  @Test func withoutRoomOrMessagesATemplateIsAsWithoutAModel() throws {
    let messages = (0..<24).map(SampleMessages.message)
    for (count, byteBudget) in [(24, 0), (24, 300), (6, 6000)] {
      var options = TrainingOptions(byteBudget: byteBudget)
      let plain = try SampleMessages.template(Array(messages[..<count]), options: options)
      options.includesMessages = true
      options.lessonSupport = 1
      let template = try SampleMessages.template(Array(messages[..<count]), options: options)
      #expect(template.lesson == nil)
      #expect(template.slots == plain.slots)
    }
  }
}
