// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

/// What takes a decoder much longer than its bytes let expect, so that decoders refuse it.
@Suite("What a decoder refuses is not written (SPEC §10.1 Limits)")
struct CostlyTemplateTests {
  private static func object(of keys: some Sequence<Int>) -> String {
    "{\(keys.map { "\"k\($0)\":1" }.joined(separator: ","))}"
  }

  @Test func presenceWordsBeyondTheFirstAreCounted() throws {
    // Each row lacks one field, so all of them may be missing.
    for (fieldCount, extraCount) in [(32, 0), (33, 1), (65, 2)] {
      let rows = (0..<fieldCount).map { row in
        Self.object(of: (0..<fieldCount).filter { $0 != row })
      }
      let block = try RowBlock(
        whole: Array(rows.joined(separator: "\n").utf8), as: .ndjson, .preserved, Limits())
      var values = SlotValues()
      let plan = TemplateExtractor.split(
        block.tape, block.bytes.source, limits: Limits(), into: &values)
      #expect(plan.extraWordCount(values) == extraCount * fieldCount)
    }
  }

  @Test("Rows that differ in thousands of fields come back", arguments: [1, 3, 6])
  func rowsComeBack(level: Int) throws {
    var random = SeededGenerator(seed: 1)
    let all = Self.object(of: 0..<3000)
    let documents = [
      [all] + (0..<3000).map { _ in Self.object(of: [random.below(3000)]) },
      [all] + repeatElement("{}", count: 9000),
      (1...200).map { Self.object(of: 0..<$0) },
    ]
    for rows in documents {
      let json = Array(rows.joined(separator: "\n").utf8)
      for layout in [Husk.Layout.auto, .column] {
        let options = EncodeOptions(layout: layout, effort: Effort(level: level))
        #expect(try Husk.decode(Husk.encode(json: json, options: options)) == json)
      }
    }
  }

  /// A message template whose only slot has so many entries, and 255 forms of as many parts as there may be.
  private func content(entryCount: Int, partCount: Int = ValueForm.mostParts) -> [UInt8] {
    var model = SlotModel()
    model.entries = (0..<entryCount).map { Lexeme(Array("\($0)".utf8)) }
    model.symbols = SymbolTable(frequencies: Array(repeating: 1, count: entryCount + 1))
    let form = ValueForm.string(Array(repeating: .text, count: partCount))
    model.forms = Array(repeating: form, count: 255)
    model.formFrequencies = Array(repeating: 1, count: 256)
    return MessageTemplate(
      structure: Template(shapes: [], root: .any), layouts: LayoutTable(), slots: [model],
      samples: []
    ).content
  }

  @Test func slotsOfMessagesHaveModels() {
    // 1,000 shapes of the same 1,000 fields, and not a model.
    let fields = repeatElement([2, 0x78, 0] as [UInt8], count: 1000).joined()
    let shapes = repeatElement([1, 0] as [UInt8], count: 1000).joined()
    var structure: [UInt8] = [0xE9, 7, 0, 0xE8, 7] + fields
    structure += Array(shapes) + [0]
    var content: [UInt8] = [1]
    Varint.append(structure.count, to: &content)
    content += structure + [0, 1]
    let error = #expect(throws: HuskError.self) { try MessageTemplate(content: content) }
    #expect(error?.code == .truncated)
  }

  @Test func entriesOfMessagesAreComparedWithFewForms() throws {
    let template = try MessageTemplate(content: content(entryCount: 257))
    #expect(template.slots[0].areFormsFew)
    let error = #expect(throws: HuskError.self) {
      try MessageTemplate(content: content(entryCount: 258))
    }
    #expect(error?.code == .limitExceeded)
    let other = #expect(throws: HuskError.self) {
      try MessageTemplate(content: content(entryCount: 1, partCount: ValueForm.mostParts + 1))
    }
    #expect(other?.code == .invalidTemplate)
  }
}
