// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Templates do not show what few messages hold", .seeded, .timeLimit(.minutes(60)))
struct TemplatePrivacyTests {
  /// Whether bytes stand in a template, as they are.
  private func shows(_ template: MessageTemplate, _ text: String) -> Bool {
    let content = template.content
    let bytes = Array(text.utf8)
    guard content.count >= bytes.count else { return false }
    return (0...content.count - bytes.count).contains {
      content[$0..<$0 + bytes.count].elementsEqual(bytes)
    }
  }

  private func template(
    _ messages: [String], _ options: TrainingOptions = TrainingOptions()
  ) throws -> MessageTemplate {
    try SampleMessages.template(messages.map { Array($0.utf8) }, options: options)
  }

  /// Letters that stand nowhere else.
  private func secret(_ random: inout SeededGenerator, _ count: Int = 12) -> String {
    String((0..<count).map { _ in random.pick(Array("QWXZJKVPGB")) })
  }

  @Test(arguments: [2, 3, 5, 10])
  func aValueOfFewMessages(minSupport: Int) throws {
    var random = SeededGenerator()
    let rare = (0..<4).map { _ in secret(&random) }
    let frequent = secret(&random)
    let messages = (0..<60).map { number in
      // Each rare value stands in one message less than it would have to.
      let value =
        number < 4 * (minSupport - 1) ? rare[number / (minSupport - 1)] : "plain \(number % 5)"
      return #"{"name":"\#(value)","text":"from \#(value) to \#(frequent)","n":\#(number)}"#
    }
    let template = try template(messages, TrainingOptions(minSupport: minSupport))
    for value in rare {
      #expect(!shows(template, value))
      // Runs that are in it only.
      for start in 0..<value.count - 5 {
        #expect(!shows(template, String(value.dropFirst(start).prefix(6))))
      }
    }
    #expect(shows(template, frequent))
  }

  @Test func aValueThatOneMessageRepeats() throws {
    var random = SeededGenerator()
    let value = secret(&random)
    var messages = (0..<30).map { #"{"a":"one \#($0)","b":"two \#($0)","c":"three","d":[]}"# }
    let many = (0..<40).map { "\"\(value)\($0)\"" }.joined(separator: ",")
    messages.append(#"{"a":"\#(value)","b":"x \#(value)","c":"\#(value) y","d":[\#(many)]}"#)
    let template = try template(messages)
    for start in 0..<value.count - 3 {
      #expect(!shows(template, String(value.dropFirst(start).prefix(4))))
    }
  }

  @Test func runsThatAreFrequentEachButNotTogether() throws {
    // Each half stands in many messages, and both together in one.
    var messages = (0..<20).map { #"{"a":"QQWX \#($0 * 37)","b":"ZZJK \#($0 * 91)"}"# }
    messages.append(#"{"a":"QQWXZZJK","b":"QQWXZZJK"}"#)
    let template = try template(messages)
    #expect(shows(template, "QQWX"))
    #expect(!shows(template, "QQWXZZJK"))
  }

  @Test func integersOfFewMessages() throws {
    let numbers = (0..<40).map { 7_000_000_000_000 + $0 * $0 * 1_000_003 }
    let template = try template(numbers.map { #"{"n":\#($0),"s":"id-\#($0)"}"# })
    let integers = template.slots.flatMap(\.forms).flatMap { form -> [Int64] in
      switch form {
      case .number(_, let model): [model.base]
      case .string(let parts):
        parts.compactMap { part in
          switch part {
          case .digits(_, let model), .hexadecimal(_, _, let model), .moment(_, _, let model):
            model.base
          default: nil
          }
        }
      }
    }
    #expect(integers.contains { $0 != 0 })
    for base in integers { #expect(!numbers.contains(Int(base))) }
  }

  @Test func keysOfFewMessages() throws {
    var messages = (0..<20).map { #"{"id":\#($0),"name":"n"}"# }
    messages += [#"{"id":1,"name":"n","QQWXZJ":1}"#, #"{"id":2,"ZZJKVP":{"GGBBQQ":1}}"#]
    let template = try template(messages)
    for key in ["QQWXZJ", "ZZJKVP", "GGBBQQ"] { #expect(!shows(template, key)) }
    #expect(shows(template, "name"))
  }

  @Test func noValuesAtAll() throws {
    let messages = (0..<40).map {
      #"{"id":\#(70_000_000 + $0),"level":"warning","text":"constant words \#($0)","on":true}"#
    }
    let options = TrainingOptions(includesValues: false)
    let template = try template(messages, options)
    for value in ["warning", "constant", "words", "true"] { #expect(!shows(template, value)) }
    #expect(template.samples.isEmpty && template.slots.allSatisfy(\.entries.isEmpty))
    #expect(shows(template, "level"))
    var coder = MessageCoder(template)
    let message = Array(messages[3].utf8)
    #expect(try coder.decode(coder.encode(message)) == message)
  }

  @Test func fieldsThatAreExcluded() throws {
    let messages = (0..<40).map {
      #"{"user":{"name":"QQWXZJ","mail":"QQWXZJ@GGBB \#($0)"},"list":[{"name":"VVPPKK"}],"on":"kept"}"#
    }
    let options = TrainingOptions(excludedFields: ["user", "list.name"])
    let template = try template(messages, options)
    for value in ["QQWX", "GGBB", "VVPP"] { #expect(!shows(template, value)) }
    #expect(shows(template, "kept") && shows(template, "mail"))
  }

  @Test(arguments: ["scores", "scores.ada", "scores.ada.mark", "scores.mark"])
  func membersOfMapsAreExcluded(path: String) throws {
    let messages = (0..<400).map {
      #"{"scores":{"ada":{"mark":"QQWXZJ"},"k\#($0)":{"mark":"QQWXZJ"}},"on":"kept"}"#
    }
    let open = try template(messages)
    let isMap = open.structure.shapes.contains {
      $0.fields.contains { if case .map = $0.slot { true } else { false } }
    }
    #expect(isMap)
    #expect(shows(open, "QQWX"))
    let template = try template(messages, TrainingOptions(excludedFields: [path]))
    #expect(!shows(template, "QQWX"))
    #expect(shows(template, "kept"))
  }

  @Test func excludedFieldsWithDotsAndEscapes() throws {
    let messages = (0..<40).map { _ in
      #"{"a.b":"QQWXZJ","c\u0064":"VVPPKK","a":{"b":"kept"},"on":"kept too"}"#
    }
    let template = try template(messages, TrainingOptions(excludedFields: [#"a\.b"#, "cd"]))
    for value in ["QQWX", "VVPP"] { #expect(!shows(template, value)) }
    #expect(shows(template, "kept"))
  }

  @Test(arguments: ["", "user..name", "user.", ".name", "user\\"])
  func whatIsNoPathIsRefused(path: String) {
    var trainer = TemplateTrainer(options: TrainingOptions(excludedFields: ["on", path]))
    let message = Array(#"{"user":{"name":"Ada"},"on":true}"#.utf8)
    let expected = HuskError(.invalidSelection, "")
    #expect(throws: expected) { try trainer.add(message) }
    #expect(throws: expected) { _ = try trainer.train() }
  }

  @Test func pathsThatLeadNowhereExcludeNothing() throws {
    let messages = (0..<40).map { _ in #"{"level":"kept"}"# }
    let template = try template(messages, TrainingOptions(excludedFields: ["nothing.here"]))
    #expect(shows(template, "kept"))
  }
}
