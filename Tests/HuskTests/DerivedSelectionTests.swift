// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite(
  "Fields that are derived from others are read without those", .seeded,
  .timeLimit(.minutes(60)))
struct DerivedSelectionTests {
  /// The columns that are derived at low levels, of values or of what says how many there are.
  private static let derived = [
    "kindToo", "link", "less", "later", "d", "d[]", "again", "again.v", "again.w", "wordsToo",
  ]
  private static let fields = [
    "id", "at", "c", "of.x", "of", "kind", "kindToo", "path", "blob",
    "link", "less", "later", "d", "again.v", "again.w", "again", "words", "wordsToo",
  ]

  private func document(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(stream: count)
    var rows: [String] = []
    for row in 0..<count {
      let id = random.below(1 << 40)
      let day = 10 + random.below(18)
      let list = (0..<random.below(4)).map { _ in "\(random.below(1 << 20))" }
      let elements = list.joined(separator: ",")
      let later = list.map { "\"#\($0)\"" }.joined(separator: ",")
      let x = random.below(1 << 30)
      let y = row % 3 == 0 ? "" : ",\"y\":\(x / 3)"
      let w = row % 3 == 0 ? "" : ",\"w\":\(x / 3 - 1)"
      let word = random.pick(["red", "green", "blue", "white"]) + "\(random.below(40))"
      let kind = random.below(5) == 0 ? "null" : random.below(2) == 0 ? "\(x)" : "\"k\(x)\""
      rows.append(
        #"{"id":\#(id),"at":"2024-03-\#(day)T10:00:00Z","c":[\#(elements)],"of":{"x":\#(x)\#(y)},"#
          + #""kind":\#(kind),"kindToo":\#(kind),"path":"/usr/share/doc/package\#(100_000 + row)/x","#
          + #""blob":"\#(base64(&random))","link":"https://a.example/u/\#(id)","less":\#(id - 77),"#
          + #""later":"2024-03-\#(day)T10:00:05Z","d":[\#(later)],"again":{"v":\#(x + 1)\#(w)},"#
          + #""words":"\#(word)\#(id)!","wordsToo":"<\#(word)\#(id)>"}"#)
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  private func base64(_ random: inout SeededGenerator) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return String((0..<32).map { _ in random.pick(digits) })
  }

  private func file(_ document: [UInt8], _ level: Int) throws -> [UInt8] {
    try Husk.encode(
      json: document, options: EncodeOptions(layout: .column, effort: Effort(level: level)))
  }

  private func select(_ list: String, _ file: [UInt8]) throws -> StreamResult {
    var decoder = SelectiveDecoder(Selection(fields: try #require(FieldSelection(list: list))))
    return decoder.run(file)
  }

  /// The paths of the columns that are derived, in whole or in part.
  private func derivedPaths(_ file: [UInt8]) throws -> [String] {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(file)
    try inspector.finish()
    return inspector.inspection.sizes.columns.filter { column in
      column.encodings.contains { $0.name.contains("derived") }
    }.map(\.path)
  }

  @Test(
    "with the values that they have in the whole text",
    arguments: [(1, 60), (3, 60), (3, 2100), (5, 60), (9, 60), (9, 2100)])
  func valuesAgree(level: Int, count: Int) throws {
    let document = document(count)
    let file = try file(document, level)
    let paths = try derivedPaths(file)
    if level < 4 {
      for path in Self.derived { #expect(paths.contains(path), "\(path): \(paths)") }
    }
    #expect(paths.count >= 5)
    #expect(try Husk.decode(file, options: DecodeOptions(verifiesSections: true)) == document)
    let text = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
    var lists = Self.fields + ["less,link", "link,id", "d,c", "words,wordsToo", "later,kindToo"]
    var random = SeededGenerator(stream: 1)
    for size in 2...5 {
      lists.append(random.shuffle(Self.fields).prefix(size).joined(separator: ","))
    }
    for list in lists {
      let result = try select(list, file)
      #expect(result.error == nil, "\(list)")
      #expect(try result.bytes == select(list, text).bytes, "\(list)")
      #expect(result.bytes.count >= count)
    }
  }

  @Test("and what they are derived from is verified") func sourcesAreVerified() throws {
    var random = SeededGenerator(seed: 11)
    let rows = (0..<2100).map { row in
      let value = random.below(1 << 16)
      return #"{"a":\#(value),"b":\#(value + 3),"c":"/\#(value)","d":\#(random.below(1 << 16))}"#
    }
    let file = try file(Array(rows.joined(separator: "\n").utf8), 3)
    #expect(try derivedPaths(file).count == 2)
    var reader = BlockReader(whole: file, limits: Limits())
    let block = try #require(try reader.next())
    let payload = Array(block.content.dropFirst())
    let sections = try payload.span.withView { (view) throws(HuskError) in
      try SectionReader(view, byteLimit: .max, limits: Limits()).sections
    }
    // The numbers of `a` and those of `d`, of two planes each.
    let large = sections[SectionReader.smallCount...].map(\.range)
    try #require(large.count == 4)
    for (number, range) in large.enumerated() {
      var damaged = file
      damaged[block.endOffset - payload.count + range.offset + range.count / 2] ^= 1
      for list in ["a", "b", "c", "b,c", "d"] {
        let isRead = (number < 2) != (list == "d")
        #expect(try (select(list, damaged).error?.code == .checkMismatch) == isRead, "\(list)")
      }
    }
  }

  @Test("and so are those that have the keys of their groups") func keysAreVerified() throws {
    var random = SeededGenerator(seed: 12)
    var counters = (0..<40).map { _ in random.below(1 << 30) }
    let rows = (0..<2100).map { _ in
      let device = random.below(40)
      counters[device] += 1 + random.below(4)
      return #"{"a":\#(device),"b":\#(counters[device]),"c":\#(random.below(1 << 16))}"#
    }
    let document = Array(rows.joined(separator: "\n").utf8)
    let file = try file(document, 3)
    var inspector = FileInspector(limits: Limits())
    try inspector.append(file)
    try inspector.finish()
    let columns = inspector.inspection.sizes.columns
    let grouped = columns.filter { $0.encodings.contains { $0.name.contains("grouped(1 back)") } }
    #expect(grouped.map(\.path) == ["b"])
    let text = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
    for list in ["a", "b", "c", "b,c", "a,c"] {
      #expect(try select(list, file).bytes == select(list, text).bytes, "\(list)")
    }
    // The keys are the first numbers that stand in a section of their own.
    var reader = BlockReader(whole: file, limits: Limits())
    let block = try #require(try reader.next())
    let payload = Array(block.content.dropFirst())
    let sections = try payload.span.withView { (view) throws(HuskError) in
      try SectionReader(view, byteLimit: .max, limits: Limits()).sections
    }
    let keys = sections[SectionReader.smallCount].range
    var damaged = file
    damaged[block.endOffset - payload.count + keys.offset + keys.count / 2] ^= 1
    for (list, isRead) in [("a", true), ("b", true), ("c", false)] {
      #expect(try (select(list, damaged).error?.code == .checkMismatch) == isRead, "\(list)")
    }
  }
}
