// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

@Suite("The reference decoder agrees", .seeded, .timeLimit(.minutes(60)))
struct AgreementTests {
  /// Every level, and the two ways beyond them.
  private static let levels = (1...9).map { Effort(level: $0) } + [.max, .archive]

  @Test("about files of every effort", arguments: levels.indices)
  func filesOfEveryEffort(number: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: number))
    let effort = Self.levels[number]
    for round in 0..<20 {
      let text =
        round % 2 == 0 ? generator.styledText(valueCount: 40) : generator.sequence(count: 8)
      // Models take a second for some kilobytes.
      guard effort != .archive || text.count < 1500 else { continue }
      let options = EncodeOptions(
        layout: .column, effort: effort, input: .ndjson, verifies: false)
      let file = try Husk.encode(json: text, options: options)
      #expect(try BothDecoders.decode(file) == text)
    }
  }

  @Test(
    "about files of every codec",
    arguments: [CompressionMethod.auto, .none, .deflate, .gzip, .zstd, .brotli])
  func filesOfEveryCodec(codec: CompressionMethod) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 50))
    for _ in 0..<12 {
      let text = generator.sequence(count: 60)
      let options = EncodeOptions(
        layout: .column, effort: Effort(level: 5), compression: codec, input: .ndjson,
        verifies: false)
      #expect(try BothDecoders.decode(Husk.encode(json: text, options: options)) == text)
    }
  }

  @Test("about messages of every form", arguments: MessageForm.allCases)
  func messagesOfEveryForm(form: MessageForm) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 60), depthLimit: 20)
    for round in 0..<4 {
      // Those of one kind, and whatever comes.
      var texts = (0..<12).map(SampleMessages.message)
      if round > 0 { texts = (0..<10).map { _ in generator.text(valueCount: 40) } }
      let options = TrainingOptions(byteBudget: 2000, minSupport: 1)
      let template = try SampleMessages.template(Array(texts.dropLast(3)), options: options)
      var coder = MessageCoder(template)
      let decoder = try MessageDecoder(template: template.content)
      for text in texts + [generator.styledText(valueCount: 20)] {
        let message = try coder.encode(text, as: form)
        #expect(try coder.decode(message) == text)
        #expect(try decoder.decode(message) == text)
        guard form != .bare else { continue }
        var reference = Reference()
        reference.templates = form == .referenced ? [template.content] : []
        #expect(try reference.decode(message) == text)
      }
    }
  }

  @Test("about messages of templates with a model")
  func messagesOfPrimedTemplates() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 65), depthLimit: 20)
    let jobs = (0..<24).map { number in
      let state = ["done", "failed", "waiting"][number % 7 % 3]
      let keys = number % 3 == 0 ? #","keys":{"k\#(number % 4)":[\#(number * 5)]}"# : ""
      return Array(
        #"{"id":\#(number * 7),"state":"\#(state)","text":"job \#(number) is \#(state) now"\#(keys)}"#
          .utf8)
    }
    let options = TrainingOptions(byteBudget: 2500, minSupport: 2, includesMessages: true)
    let template = try SampleMessages.template(Array(jobs.dropLast(4)), options: options)
    #expect(template.lesson != nil)
    var coder = MessageCoder(template)
    let decoder = try MessageDecoder(template: template.content)
    let others = (0..<6).map { _ in generator.styledText(valueCount: 12) }
    for text in jobs.suffix(5) + others {
      let message = try coder.encode(text, as: .bare)
      #expect(try coder.decode(message) == text)
      #expect(try decoder.decode(message) == text)
    }
  }

  @Test("about sequences of messages") func sequencesOfMessages() throws {
    let template = try SampleMessages.template(20)
    var coder = MessageCoder(template)
    var sequence: [UInt8] = []
    var document: [UInt8] = []
    for number in 0..<20 {
      let form: MessageForm = number % 2 == 0 ? .bare : .referenced
      let message = try coder.encode(SampleMessages.message(number * 3), as: form)
      sequence += FileBuilder.varint(message.count) + message
      document += SampleMessages.message(number * 3) + [ASCII.lineFeed]
    }
    var decoder = MessageSequence(template: template.content)
    #expect(try decoder.decode(sequence) == document)
    #expect(try decoder.decode(sequence + [0]) == Array(document.dropLast()))
  }

  @Test("about what is sealed", arguments: [Layout.text, .column, .auto])
  func sealedFiles(layout: Layout) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 70))
    let keys = Keyring(SampleKeys.first)
    var reference = Reference()
    reference.keys = keys.text
    reference.requiresSeal = true
    for round in 0..<12 {
      let text = generator.styledText(valueCount: 60)
      let options = SampleKeys.options(layout, isEnveloped: round % 3 == 0)
      let file = try Husk.encode(json: text, options: options)
      let opening = DecodeOptions(keys: keys, requiresSeal: true)
      #expect(try BothDecoders.decode(file, options: opening, reference: reference) == text)
      #expect(throws: ReferenceFault.self) { try Reference().decode(file) }
    }
  }

  @Test("about fields that are sealed, with their values and without")
  func sealedFields() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 80))
    let keys = Keyring(SampleKeys.first)
    var count = 0
    for round in 0..<40 {
      let text = round % 2 == 0 ? generator.styledText(valueCount: 60) : generator.sequence()
      var paths = try PathGenerator(text, SeededGenerator(stream: 81 + round))
      guard let fields = paths.fieldPaths() else { continue }
      var options = SampleKeys.fieldOptions(fields)
      options.input = .ndjson
      options.layout = .column
      let file = try Husk.encode(json: text, options: options)
      var reference = Reference()
      reference.fieldKeys = keys.text
      let revealing = DecodeOptions(fieldKeys: keys)
      #expect(try BothDecoders.decode(file, options: revealing, reference: reference) == text)
      reference = Reference()
      reference.redactsFields = true
      let redacting = DecodeOptions(redactsFields: true)
      #expect(try BothDecoders.decode(file, options: redacting, reference: reference) != [])
      count += 1
    }
    #expect(count > 15)
  }
}
