// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Rows found by an index (SPEC §9.9 Selected reading)", .seeded, .timeLimit(.minutes(60)))
struct IndexedDecoderTests {
  private func encode(
    _ document: [UInt8], blockByteCount: Int, _ options: EncodeOptions = EncodeOptions()
  ) -> [UInt8] {
    var encoder = StreamEncoder(
      options: options, threadCount: 1, blockByteCount: blockByteCount)
    return encoder.run(document).bytes
  }

  /// What is selected, or `nil` where the input has to be read from its start.
  private func select(
    _ selection: Selection, _ source: some SeekableBytes, _ options: DecodeOptions = DecodeOptions()
  ) throws(HuskError) -> [UInt8]? {
    guard var decoder = IndexedDecoder(selection, reading: source, options: options) else {
      return nil
    }
    var output: [UInt8] = []
    while let piece = try decoder.next() { output += piece }
    return output
  }

  private func compare(
    _ selection: Selection, _ file: [UInt8], _ options: DecodeOptions = DecodeOptions()
  ) throws {
    var decoder = SelectiveDecoder(selection, options: options)
    let expected = decoder.run(file)
    #expect(expected.error == nil)
    let given = try #require(try select(selection, file, options))
    #expect(given == expected.bytes, "\(selection.rows)")
  }

  @Test("are those that a decoder of all frames gives", arguments: [1, 60, 1000, 1 << 20])
  func agreesWithDecoderOfAllFrames(blockByteCount: Int) throws {
    let documents = [
      Sample.sequence(200), Sample.array(200), Sample.object(9), Array("[]".utf8),
      Array(" [ \n 1 , 2 \n ] \n".utf8), Array("7".utf8), Array("1\n[2]\n{}\n".utf8),
    ]
    let files = documents.map { encode($0, blockByteCount: blockByteCount) }
    let fields = try #require(FieldSelection(list: "id,value"))
    let joined = (files + files.reversed()).concatenated()
    for file in files + [joined] {
      for rows in [0..<1, 1..<3, 0..<Int.max, 150..<260, 199..<200, 190..<420, 5..<5, 9000..<9001] {
        try compare(Selection(rows: rows), file)
        try compare(Selection(fields: fields, rows: rows), file)
      }
    }
  }

  @Test("of generated documents", arguments: [1, 200])
  func agreesForGeneratedDocuments(blockByteCount: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 12))
    var indexedCount = 0
    for round in 0..<60 {
      let document = round % 2 == 0 ? generator.styledText() : generator.sequence(count: 40)
      guard document.contains(where: { !ASCII.isWhitespace($0) && $0 < 0x80 }) else { continue }
      let file = encode(document, blockByteCount: blockByteCount)
      let isIndexed = try select(Selection(rows: 0..<1), file) != nil
      indexedCount += isIndexed ? 1 : 0
      for rows in [round..<round + 1, 0..<3, 2..<30] where isIndexed {
        try compare(Selection(rows: rows), file)
      }
    }
    #expect(indexedCount > 40)
  }

  @Test func littleIsReadOfTheOthers() throws {
    let file = encode(Sample.sequence(60_000), blockByteCount: 20_000)
    let source = CountedBytes(file)
    let given = try #require(try select(Selection(rows: 31_000..<31_002), source))
    #expect(given == Array((Sample.row(31_000) + "\n" + Sample.row(31_001) + "\n").utf8))
    #expect(source.count * 4 < file.count)
  }

  @Test func whatIsWrongElsewhereIsNotSeen() throws {
    var file = encode(Sample.array(400), blockByteCount: 1000)
    var reader = BlockReader(whole: file, limits: Limits())
    let first = try #require(try reader.next())
    for offset in first.offset + first.frameByteCount / 2..<first.endOffset { file[offset] ^= 0x55 }
    let expected = Array("[\(Sample.row(300))]\n".utf8)
    #expect(try select(Selection(rows: 300..<301), file) == expected)
    #expect(throws: HuskError.self) { try select(Selection(rows: 0..<1), file) }
  }

  @Test func sealedFilesAreOpenedBlockByBlock() throws {
    let key = SampleKeys.first
    let file = encode(Sample.array(300), blockByteCount: 1000, EncodeOptions(key: key))
    var options = DecodeOptions(keys: Keyring(key))
    for rows in [0..<1, 120..<180, 299..<300] {
      try compare(Selection(rows: rows), file, options)
      try compare(Selection(rows: rows), file + file, options)
    }
    // What is wrong is said by whoever reads it from its start.
    #expect(try select(Selection(rows: 0..<1), file) == nil)
    options.requiresSeal = true
    let open = encode(Sample.array(300), blockByteCount: 1000)
    #expect(try select(Selection(rows: 0..<1), open, options) == nil)
  }

  @Test func otherInputIsLeftToDecodersOfAllOfIt() throws {
    let fields = FieldEncryption(try #require(FieldPaths(["id"])), with: SampleKeys.first)
    let sealed = encode(
      Sample.array(50), blockByteCount: 1000, EncodeOptions(fieldEncryption: fields))
    var inner = Selection(rows: 0..<1)
    // A reader of all blocks is the first to know that the array is but the first text.
    let mixed = encode(Array("[1]\n[2]\n{}\n".utf8), blockByteCount: 1)
    let isPath = inner.setArray("rows")
    #expect(isPath)
    #expect(try select(inner, encode(Sample.object(3), blockByteCount: 1000)) == nil)
    let text = try Husk.encode(json: Sample.array(3), options: EncodeOptions(layout: .text))
    let message = try Husk.encode(json: Array("[1]".utf8), options: EncodeOptions(layout: .row))
    for input in [sealed, mixed, text, message, [], [0xFD]] {
      #expect(try select(Selection(rows: 0..<1), input) == nil)
    }
  }

  @Test func truncatedFilesAreRefusedWhereverTheyEnd() throws {
    let file = encode(Sample.array(40), blockByteCount: 60)
    for count in FileMagic.bytes.count..<file.count {
      #expect(try select(Selection(rows: 0..<2), Array(file.prefix(count))) == nil)
    }
  }

  @Test func damageIsAnErrorOrGivesWhatWasThere() throws {
    var random = SeededGenerator(stream: 31)
    let file = encode(Sample.array(60), blockByteCount: 100)
    let expected = Array("[\(Sample.row(30)),\(Sample.row(31))]\n".utf8)
    for offset in file.indices {
      var damaged = file
      damaged[offset] ^= UInt8.random(in: 1...255, using: &random)
      let given = try? select(Selection(rows: 30..<32), damaged)
      #expect(given == nil || given == expected, "\(offset)")
    }
  }

  /// No check is over the byte that says how a block stands in its document.
  @Test func framesOfBlocksMustAgree() throws {
    let fields = Selection(
      fields: try #require(FieldSelection(list: "id,name,value")), rows: 30..<32)
    for document in [Sample.array(60), Sample.sequence(60)] {
      let file = encode(document, blockByteCount: 100)
      let expected = try #require(try select(fields, file))
      var reader = BlockReader(whole: file, limits: Limits())
      while let block = try reader.next() {
        for bit in 0..<8 {
          var damaged = file
          damaged[block.endOffset - block.content.count] ^= 1 << bit
          let given = try? select(fields, damaged)
          #expect(given == nil || given == expected, "\(block.offset) \(bit)")
        }
      }
    }
  }
}
