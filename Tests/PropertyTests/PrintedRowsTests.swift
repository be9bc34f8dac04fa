// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite(
  "Rows on the lines of a printer come back", .seeded, .timeLimit(.minutes(60)))
struct PrintedRowsTests {
  /// Draws gaps that a printer may have put, with a few surprises, most of them near the ends.
  private func gaps(of gapCount: Int, _ random: inout SeededGenerator) -> GapList {
    var list = GapList()
    list.style.indent = Array(random.pick([" ", "  ", "\t", "", "", "\n"]).utf8)
    list.style.newline = Array(random.pick(["\n", "\n", "\r\n", "\r"]).utf8)
    let entries: [GapStyle.Entry] = [
      .literal(Lexeme([0x20])), .literal(Lexeme([0x0A, 0x20])), .literal(Lexeme([0x09, 0x20])),
      .indent(1), .indent(-1),
      .literal(Lexeme(GapStyle.byteOrderMark)),
    ]
    let near = [0, gapCount, 1, gapCount - 1, 2, gapCount + 1, random.below(gapCount + 1)]
    let places = Set((0..<random.pick([1, 1, 2, 3, 4])).map { _ in random.pickSkewed(near) })
    // Each entry is a surprise where it first stands, but for one behind a colon.
    for _ in 0..<random.pickSkewed([1, 1, 0, 2, 3]) where list.style.entries.count <= places.count {
      list.style.entries.append(random.pickSkewed(entries))
    }
    var last = -1
    for place in places.sorted() where place > last {
      let gap = random.pick([GapStyle.indented, random.below(list.style.count)])
      list.surprises.append(GapList.Surprise(skipped: place - last - 1, gap: gap))
      last = place
    }
    return list
  }

  /// Writes tokens of rows one by one in a frame, with gaps or without, and counts those before the end.
  private func write(
    _ tokenizer: borrowing Tokenizer, _ source: ByteSource, _ frame: BlockFrame, _ gaps: GapList
  ) throws(HuskError) -> (text: [UInt8], gapCount: Int) {
    var text: [UInt8] = []
    var player = GapPlayer(gaps, frame)
    var gapCount = 0
    func put(_ neighbor: GapNeighbor, _ bytes: [UInt8]) throws(HuskError) {
      try player.play(before: neighbor, to: &text)
      text += bytes
      gapCount += 1
    }
    if frame.hasElements, !frame.continues { try put(.openArray, [ASCII.openBracket]) }
    var depth = frame.hasElements ? 1 : 0
    var last = GapNeighbor.closeObject
    if !frame.continues { last = frame.hasElements ? .openArray : .boundary }
    for index in 0..<tokenizer.tape.count {
      let token = tokenizer.tape[index]
      let next = GapNeighbor(token.kind)
      let closes = next == .closeObject || next == .closeArray
      if last == .key {
        try put(.colon, [ASCII.colon])
      } else if depth > 0, last != .openObject, last != .openArray, !closes {
        try put(.comma, [ASCII.comma])
      }
      let isLong = token.isScalar || token.kind == .key
      try put(
        next, source.bytes(isLong ? token.range : ByteRange(offset: token.offset, count: 1)))
      depth += closes ? -1 : next == .openObject || next == .openArray ? 1 : 0
      last = next
    }
    if frame.closes { try put(.closeArray, [ASCII.closeBracket]) }
    try player.play(before: .boundary, to: &text)
    try player.finish()
    return (text, gapCount)
  }

  /// Encodes rows with gaps, and compares what is decoded with what is written token by token.
  private func check(
    _ rows: [UInt8], _ frame: BlockFrame, gaps: GapList?, _ random: inout SeededGenerator
  ) throws -> Bool {
    let bytes = PaddedBytes(rows)
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(bytes, as: .ndjson)
    let source = bytes.source
    let gapCount = try write(tokenizer, source, frame, GapList()).gapCount
    let list = gaps ?? self.gaps(of: gapCount, &random)
    guard (try? list.validate()) != nil else { return false }
    let block = try ColumnBlock(rows, .default, gaps: list)
    var text: [UInt8]?
    do throws(HuskError) {
      text = try write(tokenizer, source, frame, list).text
    } catch {
      #expect(error.code == .invalidGaps)
    }
    let limit = text?.count ?? 100_000
    let decoded = try? ColumnBlockDecoder.decode(
      block.payload.span, block.plan, frame, rowCount: block.rowCount, byteLimit: limit,
      limits: Limits())
    let isSame = decoded == text
    #expect(isSame, "\(list) in \(frame)")
    if let text, frame == BlockFrame() {
      let other = try? BothDecoders.reference(
        block.payload, block.canonical, rowCount: block.rowCount, text)
      let isSame = other == text
      #expect(isSame, "the reference decoder has another text")
    }
    return text != nil
  }

  private static let frames = [
    BlockFrame(), BlockFrame(hasElements: false, continues: true, closes: false),
    BlockFrame(hasElements: true, continues: false, closes: false),
    BlockFrame(hasElements: true, continues: true, closes: false),
    BlockFrame(hasElements: true, continues: false, closes: true),
    BlockFrame(hasElements: true, continues: true, closes: true),
  ]

  @Test("whatever gaps are not as predicted", arguments: frames)
  func surprisesAreWritten(frame: BlockFrame) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 3))
    var random = SeededGenerator(stream: 4)
    var count = 0
    for round in 0..<200 {
      let rows =
        round % 3 == 0 ? [generator.text(valueCount: 60)] : generator.texts(count: 6)
      guard !rows.isEmpty else { continue }
      let text = Array(rows.joined(separator: [ASCII.lineFeed]))
      if try check(text, frame, gaps: nil, &random) { count += 1 }
    }
    #expect(count > 40)
  }

  @Test("where a block goes on, and its rows are of one kind or not")
  func laterBlocksLearnTheirLine() throws {
    var random = SeededGenerator()
    let frame = BlockFrame(hasElements: true, continues: true, closes: true)
    for rows in [#"{"a":1}~{"a":2}"#, #"{"a":1}~[2]~{"a":3}"#, "1~2", "[1]~[2,3]~[4]", "1~{}"] {
      for gap in [GapStyle.indented, GapStyle.firstListed] {
        var list = GapList()
        list.style.indent = [0x20]
        list.style.entries = [.literal(Lexeme([0x20]))]
        list.surprises = [GapList.Surprise(skipped: 1, gap: gap)]
        let text = Array(rows.replacing("~", with: "\n").utf8)
        #expect(try check(text, frame, gaps: list, &random))
      }
    }
  }

  @Test("where objects hold themselves, deeper than lines are told for")
  func recursiveRowsComeBack() throws {
    for depth in [3, 30, 200] {
      for width in [1, 3] {
        var text = #"{"name":"leaf"}"#
        for level in 0..<depth {
          let more = Array(repeating: #"{"name":"x","of":[]}"#, count: width - 1)
          text = #"{"name":"n\#(level)","of":[\#(([text] + more).joined(separator: ","))]}"#
        }
        for style in JSONStyle.ofPrinters {
          let printed = style.reprint(Array(text.utf8))
          #expect(try BothDecoders.decode(Husk.encode(json: printed)) == printed)
        }
      }
    }
  }

  @Test("with arrays and objects that are carried as they are")
  func carriedValuesAreReprinted() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 5), depthLimit: 8)
    var random = SeededGenerator(stream: 6)
    for frame in Self.frames {
      for _ in 0..<20 {
        // What is different in each row is in no template.
        let rows = (0..<30).map { number in
          Array(#"{"id":\#(number),"v":"#.utf8) + generator.text(valueCount: 12) + Array("}".utf8)
        }
        let text = Array(rows.joined(separator: [ASCII.lineFeed]))
        _ = try check(text, frame, gaps: nil, &random)
      }
    }
  }
}
