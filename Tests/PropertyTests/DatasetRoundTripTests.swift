// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Datasets of fields that follow laws come back", .seeded, .timeLimit(.minutes(60)))
struct DatasetRoundTripTests {
  @Test("at any effort", arguments: 1...80)
  func comeBack(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    var dataset = DatasetGenerator(random)
    let json = dataset.lines(random.pick([20, 100, 300, 1_000, 3_000]))
    for level in [2, random.pick([1, 3, 4]), 5, random.pick([6, 7, 8, 9])] {
      let block = try ColumnBlock(json, Effort(level: level))
      #expect(try block.decodeTwice() == json, "level \(level)")
    }
  }

  @Test("at the greatest one", arguments: 1...8)
  func comeBackFromMax(stream: Int) throws {
    let random = SeededGenerator(stream: stream)
    var dataset = DatasetGenerator(random)
    let json = dataset.lines(400)
    for effort in [Effort.max, .archive] {
      let bytes = try Husk.encode(
        json: json, options: EncodeOptions(effort: effort, verifies: false))
      #expect(try Husk.decode(bytes) == json)
    }
  }

  @Test("as messages of a template", arguments: 1...40)
  func comeBackAsMessages(stream: Int) throws {
    var dataset = DatasetGenerator(SeededGenerator(stream: stream))
    let rows = dataset.lines(120).split(separator: ASCII.lineFeed).map(Array.init)
    var trainer = TemplateTrainer()
    for row in rows.prefix(60) { try trainer.add(row) }
    var coder = MessageCoder(try trainer.train())
    for row in rows { #expect(try coder.decode(try coder.encode(row)) == row) }
  }
}
