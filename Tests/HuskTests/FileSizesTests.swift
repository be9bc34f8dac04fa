// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Where the bytes of files go")
struct FileSizesTests {
  private func file(
    _ json: [UInt8], _ layout: Layout = .column, blockByteCount: Int = 1 << 20,
    effort: Effort = .default
  ) -> [UInt8] {
    var encoder = StreamEncoder(
      options: EncodeOptions(layout: layout, effort: effort), threadCount: 1,
      blockByteCount: blockByteCount)
    return encoder.run(json).bytes
  }

  private func sizes(_ bytes: [UInt8]) throws -> FileSizes {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(bytes)
    try inspector.finish()
    return inspector.inspection.sizes
  }

  private func column(
    _ path: String, _ kind: ColumnSize.Kind = .values, in sizes: FileSizes
  ) throws -> FileSizes.Column {
    try #require(sizes.columns.first { $0.path == path && $0.kind == kind }, "\(path)")
  }

  /// The name of the only encoding of a column.
  private func encoding(_ column: FileSizes.Column) -> String? {
    column.encodings.count == 1 ? column.encodings[0].name : nil
  }

  @Test(
    "All lines add up to the size of the file",
    arguments: Corpus.files(in: Corpus.folder.appending(path: "documents")),
    [(Layout.column, 1 << 20), (.auto, 1 << 20), (.column, 10_000), (.auto, 1000)])
  func linesAddUp(document: CorpusFile, options: (Layout, Int)) throws {
    let bytes = file(
      try document.bytes(), options.0, blockByteCount: options.1)
    let found = try sizes(bytes)
    #expect(found.byteCount == bytes.count)
    #expect(found.columns.allSatisfy { $0.byteCount >= 0 })
    #expect(found.columns.map(\.byteCount) == found.columns.map(\.byteCount).sorted(by: >))
    let twice = try sizes(bytes + bytes)
    #expect(twice.byteCount == 2 * bytes.count)
    #expect(twice.columns.count == found.columns.count)
  }

  @Test("Lines add up at every effort", arguments: [1, 3, 9])
  func linesAddUpAtEveryEffort(level: Int) throws {
    let effort = Effort(level: level)
    let bytes = file(Sample.sequence(500), effort: effort)
    #expect(try sizes(bytes).byteCount == bytes.count)
  }

  @Test("Columns have their encodings and numbers of values")
  func columnsAreDescribed() throws {
    var json = ""
    for index in 0..<3000 {
      let price = "\(10 + index * 7919 % 80)\(index % 9 + 1).\(10 + index * 31 % 89)"
      let note = index % 2 == 0 ? #","note":"n\#(index * 977 % 1009)x""# : ""
      let tags = (0..<index % 4).map { _ in "\"t\"" }.joined(separator: ",")
      let second = String(index % 60 + 100).dropFirst()
      let at = "2024-02-29T12:\(String(index / 60 + 100).dropFirst()):\(second)Z"
      let code = String(index * 2_654_435_761 % 0xFFFF_FFFF + 0x1_0000_0000, radix: 16)
      json += #"{"at":"\#(at)","code":"\#(code)","part":"P-\#(10_000 + index * 13)","# + "\n"
      json += #""id":\#(index * 3),"kind":"k","price":\#(price)\#(note),"tags":[\#(tags)]}"# + "\n"
    }
    let found = try sizes(file(Array(json.utf8)))
    let id = try column("id", in: found)
    #expect(id.valueCount == 3000)
    #expect(encoding(id)?.hasPrefix("decimals(scale 0) of ") == true)
    #expect(!id.isReused)
    let kind = try column("kind", in: found)
    #expect(kind.valueCount == 3000)
    #expect(encoding(kind) == "constant")
    #expect(kind.byteCount < 20)
    let price = try column("price", in: found)
    #expect(encoding(price)?.hasPrefix("decimals(scale 2) of ") == true)
    #expect(price.byteCount > id.byteCount)
    let at = try column("at", in: found)
    #expect(encoding(at) == "pattern(second) of delta constant")
    #expect(at.byteCount < 40)
    let code = try column("code", in: found)
    #expect(encoding(code)?.hasPrefix("hexadecimal of ") == true)
    let part = try column("part", in: found)
    #expect(encoding(part)?.hasPrefix("quoted decimals(scale 0) of ") == true)
    #expect(try column("note", in: found).valueCount == 1500)
    #expect(try column(".", .presence, in: found).valueCount == 3000)
    #expect(try column("tags", .counts, in: found).valueCount == 3000)
    #expect(try column("tags[]", in: found).valueCount == 4500)
  }

  @Test("What a model predicts is divided by what it took")
  func modelledColumnsAreMeasured() throws {
    var random = SeededGenerator(seed: 5)
    // Hyphens at many places, so that no columns of words come to less.
    let words = ["ab", "cd", "e-", "fg", "hi", "j-", "kl", "mn"]
    var json = ""
    for index in 0..<1000 {
      let note = index % 4 == 0 ? #","note":"n\#(index % 3)""# : ""
      let tags = (0..<index % 3).map { _ in "\"t\"" }.joined(separator: ",")
      let minute = String(index % 60 + 100).dropFirst()
      json += #"{"at":"2024-02-29T12:\#(minute):00Z","kind":"k","noise":\#(random.below(4096))"#
      json += #","words":"\#((0..<6).map { _ in words[random.below(8)] }.joined(separator: " "))""#
      json += #"\#(note),"tags":[\#(tags)]}"# + "\n"
    }
    let bytes = file(Array(json.utf8), effort: .archive)
    let found = try sizes(bytes)
    #expect(found.hasModelledBlocks)
    #expect(found.byteCount == bytes.count)
    let noise = try column("noise", in: found)
    // Nobody can tell random bits: twelve here, eighteen in the words, and none elsewhere.
    #expect(1500..<1650 ~= noise.byteCount)
    #expect(2250..<2400 ~= (try column("words", in: found).byteCount))
    #expect(noise.valueCount == 1000)
    #expect(encoding(noise) == "modelled decimals(scale 0)")
    #expect(found.columns.dropFirst(2).reduce(0) { $0 + $1.byteCount } < 300)
    let kind = try column("kind", in: found)
    #expect(kind.byteCount == 0)
    #expect(encoding(kind) == "constant")
    #expect(encoding(try column("at", in: found))?.hasPrefix("modelled pattern(") == true)
    #expect(try column("note", in: found).valueCount == 250)
    #expect(encoding(try column(".", .presence, in: found)) == "modelled")
    #expect(try column("tags", .counts, in: found).valueCount == 1000)
    #expect(try column("tags[]", in: found).valueCount == 999)
    let twice = try sizes(bytes + bytes)
    #expect(twice.byteCount == 2 * bytes.count)
    #expect(try column("noise", in: twice).byteCount == 2 * noise.byteCount)
    #expect(try !sizes(file(Array(json.utf8))).hasModelledBlocks)
  }

  @Test("What slots share is divided between them")
  func sharedStreamsAreDivided() throws {
    let json = #"{"long":"\#(String(repeating: "abc", count: 9))","n":[1,[2],{"a":3}],"s":"x"}"#
    let found = try sizes(file(Array(json.utf8)))
    let long = try column("long", in: found)
    #expect(long.valueCount == 1)
    #expect(encoding(long) == "shared")
    #expect(found.columns.first?.path == "long")
    #expect(try column("s", in: found).byteCount >= 1)
    #expect(found.columns.allSatisfy { encoding($0) == "shared" })
    #expect(found.columns.filter { $0.kind == .values }.reduce(0) { $0 + $1.valueCount } == 5)
  }

  @Test("Blocks with the same path are one column")
  func blocksAreMerged() throws {
    let found = try sizes(file(Sample.sequence(1000), blockByteCount: 2000))
    #expect(found.columns.map(\.path).sorted() == ["id", "name", "value"])
    #expect(found.columns.allSatisfy { $0.valueCount == 1000 })
    let columnCount = try column("id", in: found).encodings.reduce(0) { $0 + $1.columnCount }
    #expect(columnCount > 16)
    #expect(found.parts.contains { $0.part == .index })
  }

  @Test("What is in no column has parts of its own")
  func partsAreFound() throws {
    let stored = try sizes(file(Array("[1]".utf8), .auto))
    #expect(stored.columns.isEmpty)
    #expect(stored.parts.map(\.part).contains(.stored))
    var writer = ContainerWriter([UInt8]())
    writer.writeAncillary(type: 31, [1, 2, 3])
    let skipped = try sizes(writer.finish()).parts
    #expect(skipped.first { $0.part == .skipped }?.byteCount == 5)
    let spaced = Array("{\"a\" :  1}   {\"a\":2 , \"b\":3}\n".utf8)
    let parts = try sizes(file(spaced)).parts
    #expect(Set(parts.map(\.part)) == [.templates, .gaps, .heads, .checks, .frame])
    #expect(parts.first { $0.part == .checks }?.byteCount == 8)
  }

  @Test("Objects of one shape at several places say so")
  func reusedShapesAreMarked() throws {
    let person = #"{"name":"a","boss":{"name":"b","boss":{"name":"c","boss":null}}}"#
    let found = try sizes(file(Array("[\(person),\(person)]".utf8)))
    #expect(found.columns.contains { $0.path.hasSuffix("name") && $0.isReused })
  }

  @Test("A damaged file is refused, wherever the damage is")
  func damageIsFound() throws {
    let bytes = file(Sample.sequence(40))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x11
      #expect(throws: HuskError.self) { try sizes(damaged) }
    }
  }
}
