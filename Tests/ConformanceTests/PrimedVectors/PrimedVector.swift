// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about a primed template: the file in `Corpus/vectors/primed` is made from it.
struct PrimedVector: Sendable, CustomStringConvertible {
  let name: String
  let comment: String
  let error: HuskError.Code?
  private let lesson: [String]
  /// In how many messages a value must stand that the lesson tells.
  private let support: Int
  private let document: String
  private let change: @Sendable (inout MessageTemplate, inout [UInt8]) -> Void

  var description: String { name }

  /// A message of a template that was learnt from some messages, perhaps with a change.
  init(
    _ name: String, refused error: HuskError.Code? = nil, _ comment: String, _ lesson: [String],
    _ document: String, support: Int = 1,
    change: @escaping @Sendable (inout MessageTemplate, inout [UInt8]) -> Void = { _, _ in }
  ) {
    self.name = name
    self.comment = comment
    self.error = error
    self.lesson = lesson
    self.support = support
    self.document = document
    self.change = change
  }

  /// The name of its file.
  var fileName: String { name + ".txt" }

  /// The vector as it stands in a file.
  func text() throws -> String {
    let options = TrainingOptions(
      byteBudget: 4000, minSupport: 2, includesMessages: true, lessonSupport: support)
    var template = try SampleMessages.template(lesson.map { Array($0.utf8) }, options: options)
    var coder = MessageCoder(template)
    var message = try coder.encode(Array(document.utf8), as: .bare)
    change(&template, &message)
    var text = "expect: \(error?.rawValue ?? "success")\nspec: §13.13 §13.2\n"
    text += "comment: \(comment)\n\n"
    text += Self.section("template", template.content)
    text += Self.section("message", message)
    return error == nil
      ? text + VectorBuilder.section("document", document) : text
  }

  private static func section(_ name: String, _ bytes: [UInt8]) -> String {
    var listing = HexListing()
    listing.show(bytes, name)
    return "-- \(name) hex --\n" + listing.lines.joined(separator: "\n") + "\n"
  }
}

extension PrimedVector {
  private static let events = (0..<16).map { number in
    let level = ["info", "warn", "error"][number * 5 % 3]
    return
      #"{"id":\#(1000 + number * 7),"level":"\#(level)","text":"job \#(number * 37 % 50) of \#(level)"}"#
  }

  private static let shapes = (0..<16).map { number in
    let list = (0..<(number % 4)).map { "\"t\($0)\"" }.joined(separator: ",")
    let name = number % 3 == 0 ? "" : #""name":"n\#(number % 5)","#
    let value = number % 2 == 0 ? "[\(number)]" : #"{"k":"v\#(number % 4)"}"#
    return #"{\#(name)"tags":[\#(list)],"any":\#(value)}"#
  }

  private static let numbers = (0..<24).map { number in
    let minute = 10 + number
    return
      #"{"at":"2024-05-01T10:\#(minute):00Z","n":\#(number * number * 31),"price":\#(number % 9).5}"#
  }

  private static let maps = (0..<24).map { number in
    let members = (0..<(number % 5)).map { member in
      let key = number * 31 + member * 17
      return #""u\#(key % 97)":{"n":\#(key % 10),"to":"room \#(number % 3)"}"#
    }
    return #"{"of":\#(number % 4),"by":{\#(members.joined(separator: ","))}}"#
  }

  /// A template of any string, which brings no messages.
  private static func strings(_ entries: [String] = []) -> MessageTemplate {
    var slot = SlotModel()
    slot.entries = entries.map { Lexeme(Array($0.utf8)) }
    slot.symbols = SymbolTable(frequencies: Array(repeating: 1, count: entries.count + 1))
    slot.forms = [.string([.text])]
    slot.formFrequencies = [15, 1]
    return MessageTemplate(
      structure: Template(shapes: [], root: .any),
      layouts: LayoutTable(layouts: [[]], frequencies: [63, 1]), slots: [slot], samples: [],
      lesson: Lesson(memory: 16, parts: [.all], messageCount: 0, bytes: []))
  }

  private static func message(_ document: String, _ template: MessageTemplate) -> [UInt8] {
    var coder = MessageCoder(template)
    return (try? coder.encode(Array(document.utf8), as: .bare)) ?? []
  }

  private static let good = [
    PrimedVector("worked_example", "The example of section 13.13.", events, #""a""#) {
      $0 = strings()
      $1 = message(#""a""#, $0)
    },
    PrimedVector("texts", "Texts that are like those of the lesson.", events, events[3]),
    PrimedVector(
      "new_text", "A text that is unlike those of the lesson.", events,
      #"{"id":5,"level":"debug","text":"ünlike"}"#),
    PrimedVector("shapes", "Optional fields, arrays and alternatives.", shapes, shapes[7]),
    PrimedVector("integers", "Integers of forms.", numbers, numbers[20]),
    PrimedVector("maps", "Members of maps.", maps, maps[9]),
    PrimedVector(
      "left_out", "A lesson that leaves out values, and keys of maps.", maps, maps[14],
      support: 2),
    PrimedVector(
      "new_integers", "Integers that are larger than those of the lesson.", numbers,
      #"{"at":"2031-12-31T23:59:59Z","n":-987654321012,"price":70000.5}"#),
    PrimedVector(
      "misfits", "New fields, another order, other types.", shapes,
      #"{"any":null,"new":[1,{"a":"b"}],"tags":{"x":1},"name":7}"#),
    PrimedVector("whitespace", "A layout that the template lacks.", events, "{ \"id\" : 1 }\n"),
    PrimedVector(
      "no_lesson", "A model that has learnt nothing.", events, events[0]
    ) { template, message in
      template.lesson?.messageCount = 0
      template.lesson?.bytes = []
      var coder = MessageCoder(template)
      message = (try? coder.encode(Array(Self.events[0].utf8), as: .bare)) ?? []
    },
    PrimedVector(
      "frequencies", "All symbols and integers by frequencies.", numbers, numbers[2]
    ) { template, message in
      for slot in template.slots.indices { template.lesson?.parts[slot] = [] }
      template.lesson?.messageCount = 0
      template.lesson?.bytes = []
      var coder = MessageCoder(template)
      message = (try? coder.encode(Array(Self.numbers[2].utf8), as: .bare)) ?? []
    },
  ]

  /// An array of pairs, of which the second value has the first one as its parent; nothing is learnt before.
  private static func pairs(
    _ parts: Lesson.Parts, samples: [(slot: Int, text: String)] = []
  ) -> MessageTemplate {
    var template = strings()
    template.structure = Template(shapes: [], root: .array(.tuple([.any, .any])))
    var heads = [SlotModel(), SlotModel()]
    heads[1].heads = [0]
    heads[1].symbols = SymbolTable(frequencies: [15, 1])
    var first = strings(["\"a\"", "\"b\""]).slots[0]
    var second = strings(["1", "2"]).slots[0]
    first.symbols.frequencies = [6, 3, 1]
    second.forms.append(.number(scale: 1, IntegerModel()))
    second.formFrequencies = [7, 3, 1]
    second.symbols.parent = 2
    second.symbols.contexts = [
      SymbolTable.Context(key: 1, escape: 1, symbols: [0], frequencies: [7]),
      SymbolTable.Context(key: 3, escape: 2, symbols: [1, 2], frequencies: [1, 9]),
    ]
    template.slots = heads + [first, second]
    template.samples = samples.map {
      MessageTemplate.Sample(slot: $0.slot, text: Array($0.text.utf8))
    }
    template.lesson?.parts = Array(repeating: parts, count: 4)
    return template
  }

  private static func pairs(
    _ name: String, _ comment: String, _ parts: Lesson.Parts,
    samples: [(slot: Int, text: String)] = []
  ) -> PrimedVector {
    let document = #"[["a",1],["b","two"],["a",1.5],["c","sea"],["b","two"],["a",1],["c",2]]"#
    return PrimedVector(name, comment, events, document) {
      $0 = pairs(parts, samples: samples)
      $1 = message(document, $0)
    }
  }

  private static let goodPairs = [
    pairs("parent", "The parent of a table is a source of its model.", .all),
    pairs(
      "parent_of_frequencies", "The parent of a table is a source where symbols go by frequencies.",
      []),
    pairs(
      "sample_without_line_end", "A sample is learnt as it is, whatever it ends with, or nothing.",
      .all, samples: [(3, "two\nsea"), (3, ""), (2, "c\n")]),
  ]

  /// A template whose lesson is one message, an array of so many arrays of nothing.
  private static func arrays(_ count: Int) -> MessageTemplate {
    var template = strings()
    template.structure = Template(shapes: [], root: .array(.tuple([])))
    var root = SlotModel()
    root.heads = [UInt64(count), 1]
    root.symbols = SymbolTable(frequencies: [65_534, 1, 1])
    var element = SlotModel()
    element.heads = [0]
    element.symbols = SymbolTable(frequencies: [65_535, 1])
    template.slots = [root, element]
    template.lesson?.parts = [[], []]
    template.lesson?.messageCount = 1
    // Choices that are all but certain: all of them are the first, which zeros are.
    template.lesson?.bytes = Array(repeating: 0, count: 5)
    return template
  }

  private static let longest =
    PrimedVector(
      "lesson_of_as_many_bytes_as_allowed", "A lesson whose text has 1,048,576 bytes.", events,
      "[[]]"
    ) {
      $0 = arrays(349_525)
      $1 = message("[[]]", $0)
    }

  private static let bad = [
    PrimedVector(
      "lesson_of_too_many_bytes", refused: .invalidTemplate,
      "The text of a lesson has three bytes more than it may have.", events, events[0]
    ) { template, _ in template = arrays(349_526) },
    PrimedVector(
      "memory_too_low", refused: .invalidTemplate, "Less memory than models have.", events,
      events[0]
    ) { template, _ in template.lesson?.memory = 15 },
    PrimedVector(
      "memory_too_high", refused: .invalidTemplate, "More memory than models of messages have.",
      events, events[0]
    ) { template, _ in template.lesson?.memory = 23 },
    PrimedVector(
      "parts_unknown", refused: .invalidTemplate, "A part that there is not.", events, events[0]
    ) { template, _ in template.lesson?.parts[0] = Lesson.Parts(rawValue: 4) },
    PrimedVector(
      "messages_too_many", refused: .invalidTemplate, "More messages than lessons have.", events,
      events[0]
    ) { template, _ in template.lesson?.messageCount = 65_537 },
    PrimedVector(
      "restarts_too_many", refused: .limitExceeded,
      "More messages than a model of so many leaves may learn from.", events, events[0]
    ) { template, _ in
      let part = ValueForm.Part.digits(width: 0, IntegerModel())
      let form = ValueForm.string(Array(repeating: part, count: 61))
      template.slots[1].forms = Array(repeating: form, count: 17)
      template.slots[1].formFrequencies = Array(repeating: 1, count: 18)
      template.lesson?.messageCount = 65_535
    },
    PrimedVector(
      "lesson_cut", refused: .invalidTemplate, "Most of the lesson is missing.", events, events[0]
    ) { template, _ in template.lesson?.bytes = [0xFF, 0xFF, 0xFF] },
    PrimedVector(
      "lesson_goes_on", refused: .invalidTemplate, "Eight bytes behind the lesson.", events,
      events[0]
    ) { template, _ in template.lesson?.bytes += [1, 2, 3, 4, 5, 6, 7, 8] },
    PrimedVector(
      "zero_behind_lesson", refused: .invalidTemplate, "A zero behind the lesson.", events,
      events[0]
    ) { template, _ in template.lesson?.bytes += [0] },
    PrimedVector(
      "message_goes_on", refused: .extraValue, "Eight bytes behind a message.", events, events[0]
    ) { _, message in message += [1, 2, 3, 4, 5, 6, 7, 8] },
    PrimedVector(
      "zero_behind_message", refused: .extraValue, "A zero behind a message.", events, events[0]
    ) { _, message in message += [0] },
    PrimedVector(
      "symbol_too_high", refused: .invalidValue,
      "A symbol that is neither an entry nor the escape.", events, "true"
    ) {
      $1 = message("true", strings(["false", "true"]))
      $0 = strings(["false"])
    },
    PrimedVector(
      "form_too_high", refused: .invalidValue, "A form behind that of any value.", events, "1"
    ) {
      $1 = message("1", strings())
      $0 = strings()
      $0.slots[0].forms = []
      $0.slots[0].formFrequencies = [1]
    },
    PrimedVector(
      "other_message", refused: .checkMismatch, "A check that is of another message.", events,
      events[0]
    ) { _, message in message[0] ^= 1 },
  ]

  /// All vectors.
  static let all = good + goodPairs + [longest] + bad
}
