// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Columns that are not worth their time (SPEC §8.7 Stored blocks)")
struct SampleTrialTests {
  /// Prose of few words, of which columns make no less than the text comes to.
  private static let prose: [UInt8] = {
    var random = SeededGenerator(seed: 4)
    let words = (0..<24).map { _ in "word_" + String(random.below(1 << 24), radix: 36) }
    let objects = (0..<1800).map { row in
      let sentence = (0..<60).map { _ in words[random.below(24)] }.joined(separator: " ")
      return "{\"\(row)\":\"\(sentence)\"}"
    }
    return Array("{\"all\":[\(objects.joined(separator: ","))]}".utf8)
  }()

  /// Objects of which many are the same, mostly far from each other, as there are several others.
  private static func recurring(among count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 5)
    func word(_ bound: Int) -> String { String(random.below(bound), radix: 36) }
    func value() -> String { (0..<12).map { _ in word(1 << 15) }.joined(separator: " ") }
    let objects = (0..<count).map { _ in
      "{\((0..<10).map { _ in "\"\(word(1 << 40))\":\"\(value())\"" }.joined(separator: ","))}"
    }
    let all = (0..<2000).map { _ in objects[random.below(count)] }
    return Array("{\"all\":[\(all.joined(separator: ","))]}".utf8)
  }

  /// Objects that are all alike.
  private static let alike: [UInt8] = {
    let objects = (0..<40_000).map { "{\"identifier\":\($0),\"value\":\($0 % 100)}" }
    return Array("{\"all\":[\(objects.joined(separator: ","))]}".utf8)
  }()

  /// Objects that are alike, each as long as a sample of what stands next to each other has runs, and more.
  private static let large: [UInt8] = {
    var random = SeededGenerator(seed: 6)
    let objects = (0..<260).map { _ in
      let name = String(random.below(1 << 40), radix: 36)
      let links = (0..<90).map { "\"link_\($0)\":\"https://example.com/items/\(name)/part\($0)\"" }
      return "{\"name\":\"\(name)\",\(links.joined(separator: ","))}"
    }
    return Array("{\"all\":[\(objects.joined(separator: ","))]}".utf8)
  }()

  private func form(
    of text: [UInt8], _ effort: Effort, layout: Layout = .auto
  ) throws -> BlockContentHeader.Form {
    var options = EncodeOptions()
    options.effort = effort
    options.layout = layout
    var encoder = BlockEncoder(options)
    let rows = try RowBlock(whole: text, as: .json, .preserved, Limits())
    var block = ScannedBlock(rows: rows, prediction: nil)
    return try encoder.encode(&block).contentHeader.form
  }

  private func outlook(of text: [UInt8], as form: InputForm = .json) throws -> ColumnOutlook {
    var stored = StoredBlock(.default)
    let rows = try RowBlock(whole: text, as: form, .preserved, Limits())
    return stored.outlook(of: rows, Limits())
  }

  @Test func columnsOfProseArePoor() throws {
    #expect(Self.prose.count >= SampleTrial.leastByteCount)
    guard case .poor = try outlook(of: Self.prose) else {
      Issue.record("columns are taken to be worth their time")
      return
    }
    #expect(try form(of: Self.prose, .default) == .stored)
    #expect(try form(of: Self.prose, .default, layout: .column) == .columns)
  }

  @Test("At low levels the higher level is tried on them", arguments: [1, 2])
  func poorColumnsAreNotMade(level: Int) throws {
    #expect(try form(of: Self.prose, Effort(level: level)) == .stored)
    let sizes = [level, 3].map { level in
      var compressor = Compressor(.zstd, level: level)
      var compressed: [UInt8] = []
      _ = compressor.compressIfSmaller(Self.prose, appendingTo: &compressed)
      return compressed.count
    }
    #expect(sizes[1] < sizes[0])
    var options = EncodeOptions()
    options.effort = Effort(level: level)
    var encoder = BlockEncoder(options)
    let rows = try RowBlock(whole: Self.prose, as: .json, .preserved, Limits())
    var block = ScannedBlock(rows: rows, prediction: nil)
    // One byte names the codec.
    #expect(try encoder.encode(&block).body.count == sizes[1] + 1)
  }

  @Test func nothingIsKnownOfManyRows() throws {
    let open = Array(#"{"all":["#.utf8).count
    let rows = Self.prose[open...].dropLast(2).map { $0 == ASCII.comma ? ASCII.lineFeed : $0 }
    guard case .open = try outlook(of: rows, as: .ndjson) else {
      Issue.record("something is known")
      return
    }
  }

  @Test func samplesSayNothingOfWhatRecursFarAway() throws {
    let text = Self.recurring(among: 50)
    #expect(text.count >= SampleTrial.leastByteCount)
    guard case .poor = try outlook(of: text) else {
      Issue.record("columns are taken to be worth their time")
      return
    }
    #expect(try form(of: text, .default) == .columns)
  }

  @Test func longSamplesSayWhatRecursInShortOnesByChance() throws {
    let text = Self.recurring(among: 30)
    #expect(text.count >= SampleTrial.leastByteCount)
    guard case .open = try outlook(of: text) else {
      Issue.record("columns are not taken to be worth their time")
      return
    }
    #expect(try form(of: text, .default) == .columns)
  }

  @Test func columnsOfAlikeObjectsAreWorthTheirTime() throws {
    #expect(Self.alike.count >= SampleTrial.leastByteCount)
    guard case .open = try outlook(of: Self.alike) else {
      Issue.record("columns are not taken to be worth their time")
      return
    }
    #expect(try form(of: Self.alike, .default) == .columns)
  }

  @Test("Large objects are alike in the same members, which runs of a text do not show")
  func columnsOfLargeObjectsAreWorthTheirTime() throws {
    #expect(Self.large.count >= SampleTrial.leastByteCount)
    guard case .open = try outlook(of: Self.large) else {
      Issue.record("columns are not taken to be worth their time")
      return
    }
    #expect(try form(of: Self.large, .default) == .columns)
  }

  @Test func nothingIsKnownOfShortTexts() throws {
    let text = Array(#"{"all":[1,2,3]}"#.utf8)
    guard case .open = try outlook(of: text) else {
      Issue.record("something is known")
      return
    }
  }

  @Test func nothingIsKnownOfTextsWithWhitespace() throws {
    let text = Self.prose.flatMap { $0 == ASCII.comma ? [$0, ASCII.space] : [$0] }
    guard case .open = try outlook(of: text) else {
      Issue.record("something is known")
      return
    }
  }
}
