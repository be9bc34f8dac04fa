// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

/// Documents whose keys take more than their values: columns need a template of them all.
@Suite("What a template costs (SPEC §8.7 Stored blocks)")
struct TemplateCostTests {
  /// A schema: objects in objects, few of which have the same keys.
  private static func schema(of count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(count))
    func word() -> String { "w" + String(random.below(1 << 20), radix: 36) }
    let properties = (0..<count).map { _ in
      let keys = ["type", "description", "pattern", "minimum", word()].shuffled(using: &random)
      let members = keys.prefix(1 + Int(random.below(4))).map { "\"\($0)\":\"\(word())\"" }
      return "\"\(word())\":{\(members.joined(separator: ","))}"
    }
    return Array("{\"properties\":{\(properties.joined(separator: ","))}}".utf8)
  }

  @Test(arguments: [20, 60, 120, 400], [1, 2, 3, 4, 6, 9])
  func noFileIsLargerThanItsTextCompressed(count: Int, level: Int) throws {
    let text = Self.schema(of: count)
    let effort = Effort(level: level)
    var compressor = Compressor(.zstd, level: effort.storedLevel)
    var compressed: [UInt8] = []
    compressor.compress(text, appendingTo: &compressed)
    let file = try Husk.encode(json: text, options: EncodeOptions(effort: effort))
    // Columns whose template was counted for less than it takes came to a quarter more.
    let mostOfContainer = 32
    #expect(file.count <= compressed.count + mostOfContainer)
  }

  @Test func theSizeInAFileIsWhatTheFrameTakes() throws {
    let template = Array("a template, a template, a template, a template".utf8)
    var compressor = Compressor(.zstd, level: 3)
    let frame = TemplateFrame(template, &compressor)
    var writer = ContainerWriter([])
    let before = writer.take().count
    writer.write(frame)
    #expect(before > 0)
    #expect(writer.take().count == frame.byteCountInFile)
  }

  @Test func theCompressorRemembersTheTemplateBefore() {
    let compressor = TemplateCompressor(.default)
    let (one, other) = ([UInt8](repeating: 7, count: 99), [UInt8](repeating: 8, count: 99))
    let first = compressor.frame(one)
    #expect(compressor.frame(other) != first)
    #expect(compressor.frame(one) == first)
  }
}
