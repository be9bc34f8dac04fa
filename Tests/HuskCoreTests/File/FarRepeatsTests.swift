// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Texts that repeat what stands far away") struct FarRepeatsTests {
  /// How rows stand for those that they repeat.
  enum Form: CaseIterable {
    case same
    /// With a field of their own at the start.
    case stamped
    /// With a field of their own in the middle, whose length differs.
    case split
    /// In one document.
    case nested
  }

  /// What objects of 40 fields hold, no two of them the same: numbers and strings, or lists of numbers, of which no
  /// column can have the keys of others.
  private static func fields(_ count: Int, seed: UInt64, ofLists: Bool = false) -> [[String]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<40).map { field in
        if ofLists {
          let list = (0..<1 + random.below(4)).map { _ in String(random.below(1 << 20)) }
          return "\"f\(field)\":[\(list.joined(separator: ","))]"
        }
        let value = String(random.below(1 << 40), radix: 36)
        return field % 2 == 0
          ? "\"f\(field)\":\(random.below(1 << 20))" : "\"f\(field)\":\"\(value)\""
      }
    }
  }

  /// Objects of 40 fields, no two of them the same.
  private static func rows(_ count: Int, seed: UInt64) -> [String] {
    fields(count, seed: seed).map { "{\($0.joined(separator: ","))}" }
  }

  /// Rows, each of which stands for one of `distinct` by chance.
  private static func repeated(
    _ count: Int, distinct: Int, _ form: Form, ofLists: Bool = false
  ) -> String {
    let kinds = fields(distinct, seed: 5, ofLists: ofLists)
    var random = SeededGenerator(seed: 6)
    let rows = (0..<count).map { _ in
      var fields = kinds[random.below(kinds.count)]
      let own = random.below(1 << 30)
      switch form {
      case .same, .nested: break
      case .stamped: fields.insert("\"time\":\(own)", at: 0)
      case .split: fields.insert("\"own\":\"\(String(own, radix: 7))\"", at: 20)
      }
      return "{\(fields.joined(separator: ","))}"
    }
    return form == .nested
      ? "{\"rows\":[\(rows.joined(separator: ","))]}" : rows.joined(separator: "\n") + "\n"
  }

  private func share(_ text: String, _ look: FarRepeats.Look) -> Double {
    let bytes = PaddedBytes(Array(text.utf8))
    return FarRepeats(bytes.source, look).share
  }

  @Test(arguments: [FarRepeats.Look.short, .long], Form.allCases)
  func muchIsSeen(look: FarRepeats.Look, form: Form) {
    #expect(share(Self.repeated(1200, distinct: 60, form), look) > 0.8)
    #expect(share(Self.repeated(400, distinct: 100, form), look) > 0.5)
  }

  @Test(arguments: [FarRepeats.Look.short, .long]) func littleIsNot(look: FarRepeats.Look) {
    let rows = Self.rows(1200, seed: 5)
    #expect(share(rows.joined(separator: "\n"), look) < 0.05)
    let some = rows.indices.map { rows[$0 % 8 == 0 ? $0 / 2 : $0] }
    #expect(share(some.joined(separator: "\n"), look) < 0.4)
  }

  @Test("what stands nearby, too, is not far away") func nearbyIsNotFarAway() {
    let row = Self.rows(1, seed: 5)[0]
    let rows = (0..<1000).map { "{\"id\":\($0 + 100_000)," + row.dropFirst() }
    #expect(share(rows.joined(separator: "\n"), .short) < 0.05)
  }

  @Test("text without commas or of the least size is looked at")
  func anyTextWillDo() {
    #expect(share(String(repeating: "a", count: 1 << 16), .long) == 0)
    #expect(share("\"" + String(repeating: ",", count: 1 << 16) + "\"", .long) < 0.5)
    let rows = Self.repeated(400, distinct: 20, .same)
    for count in (1 << 16)..<(1 << 16) + 9 {
      #expect(share(String(rows.prefix(count)), .short) > 0.5)
    }
  }

  @Test func sizeIsExpectedAsItComes() {
    let text = Array(Self.repeated(1200, distinct: 60, .stamped).utf8)
    let bytes = PaddedBytes(text)
    var compressor = Compressor(.zstd, level: 3)
    var compressed: [UInt8] = []
    compressor.compress(text, appendingTo: &compressed)
    let guess = Double(text.count / 3)
    let expected = FarRepeats(bytes.source, .long).expected(guess, by: &compressor)
    #expect(expected < 2 * Double(compressed.count))
    #expect(expected > 0.3 * Double(compressed.count))
  }

  @Test("zeros that recur everywhere promise nothing where zeros stand nearby")
  func sparseNumbersPromiseNothing() {
    var random = SeededGenerator(seed: 7)
    var text: [UInt8] = []
    while text.count < 24 << 20 {
      let value = random.chance(1, in: 5) ? random.below(256) : 0
      text += Array("\(value),".utf8)
    }
    let bytes = PaddedBytes(text)
    var compressor = Compressor(.zstd, level: 3)
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(Array(text[..<(1 << 14)]), appendingTo: &compressed)
    let guess = Double(compressed.count) * Double(text.count) / 0x1p14
    let repeats = FarRepeats(bytes.source, .short)
    #expect(repeats.share > 0.5)
    #expect(repeats.expected(guess, by: &compressor) > 0.7 * guess)
  }

  @Test(arguments: [Effort(level: 1), .default, Effort(level: 6), Effort(level: 9)], Form.allCases)
  func theirTextIsStoredWhereColumnsRepeatThem(effort: Effort, form: Form) throws {
    let json = Array(Self.repeated(1200, distinct: 60, form, ofLists: true).utf8)
    var options = EncodeOptions()
    options.effort = effort
    let encoded = try Husk.encode(json: json, options: options)
    #expect(try Husk.decode(encoded) == json)
    options.layout = .column
    let columns = try Husk.encode(json: json, options: options)
    #expect(columns.count > encoded.count * (effort.level < 7 ? 11 : 10) / 10)
    for level in [effort.zstdLevel, effort.storedLevel] {
      var compressed: [UInt8] = []
      var compressor = Compressor(.zstd, level: level)
      compressor.compress(json, appendingTo: &compressed)
      #expect(encoded.count <= compressed.count * 1005 / 1000 + 24)
    }
  }

  @Test(arguments: [Effort(level: 1), .default, Effort(level: 6), Effort(level: 9)], Form.allCases)
  func columnsAreWrittenWhereOneTellsWhatAllAre(effort: Effort, form: Form) throws {
    let json = Array(Self.repeated(1200, distinct: 60, form).utf8)
    let encoded = try Husk.encode(json: json, options: EncodeOptions(effort: effort))
    #expect(try Husk.decode(encoded) == json)
    var compressed: [UInt8] = []
    var compressor = Compressor(.zstd, level: 19)
    compressor.compress(json, appendingTo: &compressed)
    #expect(encoded.count < compressed.count)
  }
}
