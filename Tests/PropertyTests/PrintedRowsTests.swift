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
    list.style.newline = Array(random.pick(["\n", "\n", "\r\n", "\r", " "]).utf8)
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
    if frame.continues, gaps.style.listsMark {
      throw HuskError(.invalidGaps, "a byte order mark is listed inside the document")
    }
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

  /// The gaps of rows as a regular printer puts them that has a space before colons, too.
  private func spacedGaps(
    _ tokenizer: borrowing Tokenizer, _ frame: BlockFrame, _ newline: String, indent: String,
    tail: Int
  ) -> GapList {
    var list = GapList()
    list.style.newline = Array(newline.utf8)
    list.style.indent = Array(indent.utf8)
    list.style.entries = [.literal(Lexeme([0x20]))]
    var model = GapModel(frame, GapPrinter(list.style))
    var depth = frame.hasElements ? 1 : 0
    var last: GapNeighbor = frame.continues ? .closeObject : .openArray
    var skipped = 0
    func put(_ next: GapNeighbor, _ known: Int? = nil) {
      let predicted = model.predict(before: next)
      let gap = known ?? predicted
      if gap == predicted {
        skipped += 1
      } else {
        list.surprises.append(GapList.Surprise(skipped: skipped, gap: gap))
        skipped = 0
      }
      model.learn(gap, breaksLine: list.style.breaksLine(gap), before: next)
      last = next
    }
    if frame.hasElements, !frame.continues { put(.openArray) }
    for index in 0..<tokenizer.tape.count {
      let next = GapNeighbor(tokenizer.tape[index].kind)
      let closes = next == .closeObject || next == .closeArray
      if last == .key {
        put(.colon, list.style.space)
      } else if depth > 0, last != .openObject, last != .openArray, !closes {
        put(.comma)
        // Behind rows of another block a line is not expected.
        put(next, depth == 1 && !indent.isEmpty ? GapStyle.indented : nil)
        depth += next == .openObject || next == .openArray ? 1 : 0
        continue
      }
      put(next)
      depth += closes ? -1 : next == .openObject || next == .openArray ? 1 : 0
    }
    if frame.closes {
      // The same, where a space stands for a line.
      let space = newline == " " && frame.continues ? list.style.space : nil
      put(.closeArray, indent.isEmpty ? space : GapStyle.indented)
    }
    put(.boundary, tail)
    return list
  }

  @Test(
    "at once, where a space stands before colons, too",
    arguments: [("\n", "  "), ("\n", "\t"), ("\n", ""), (" ", ""), ("\r\n", ""), ("\r\n", " ")])
  func spacedColonsAreNotWoven(newline: String, indent: String) throws {
    var random = SeededGenerator()
    let forms = [
      #"{"id":#,"name":"a:b"}"#, #"{"in":{"a":#,"b":[]},"of":[{"c":#}]}"#, #"[#,"x:",{"a":#}]"#,
      #"[[],{},[#,{"a":{"b":null}}]]"#,
    ]
    for frame in Self.frames {
      for form in forms {
        let rows = (0..<20).map { form.replacing("#", with: "\($0)") }
        let text = Array(rows.joined(separator: "\n").utf8)
        let bytes = PaddedBytes(text)
        var tokenizer = Tokenizer(limits: Limits())
        try tokenizer.tokenize(bytes, as: .ndjson)
        let tail = random.pick([GapModel.empty, GapModel.lineFeed])
        let gaps = spacedGaps(tokenizer, frame, newline, indent: indent, tail: tail)
        #expect(try check(text, frame, gaps: gaps, &random))
        let byteLimit = try write(tokenizer, bytes.source, frame, gaps).text.count
        let block = try ColumnBlock(text, .default, gaps: gaps)
        var decoder = ColumnBlockDecoder(block.plan, DecodeOptions())
        var decoded: [UInt8] = []
        try decoder.decode(
          block.payload.span, frame, rowCount: block.rowCount, byteLimit: byteLimit,
          appendingTo: &decoded)
        let writesLines = decoder.writesLines
        #expect(writesLines, "\(gaps) in \(frame)")
      }
    }
  }

  /// Draws the gaps of rows that have a line each, some of them in other places where there is `noise`.
  private func linedGaps(
    _ tokenizer: borrowing Tokenizer, _ frame: BlockFrame, noise: Int?,
    _ random: inout SeededGenerator
  ) -> GapList {
    var list = GapList()
    list.style.indent = Array(random.pick(["", "", "  ", "\t"]).utf8)
    list.style.newline = Array(random.pick(["\n", "\r\n"]).utf8)
    let space = random.chance(1, in: 2) ? [0x20] : nil as [UInt8]?
    list.style.entries = [
      space.map { .literal(Lexeme($0)) } ?? .indent(0), .literal(Lexeme([0x0A, 0x20])),
    ]
    // Without an indentation, other gaps have the bytes of an indented one.
    let line = list.style.indent.isEmpty ? GapModel.lineFeed : GapStyle.indented
    let between = random.pick([GapModel.lineFeed, line, GapStyle.firstListed + 1])
    let first = random.pick([between, between, GapModel.empty, GapModel.lineFeed])
    var model = GapModel(frame, GapPrinter(list.style))
    var depth = frame.hasElements ? 1 : 0
    var last: GapNeighbor = frame.continues ? .closeObject : .openArray
    var skipped = 0
    // From there on whatever is predicted stands.
    var left = noise == nil || random.chance(1, in: 3) ? Int.max : 4 + random.below(60)
    func put(_ next: GapNeighbor, _ lined: Int) {
      left -= 1
      let expected = left < 0 ? model.predict(before: next) : lined
      let gap = noise.map { random.chance(1, in: $0) } == true ? random.below(5) : expected
      if gap == model.predict(before: next) {
        skipped += 1
      } else {
        list.surprises.append(GapList.Surprise(skipped: skipped, gap: gap))
        skipped = 0
      }
      model.learn(gap, breaksLine: list.style.breaksLine(gap), before: next)
    }
    if frame.hasElements, !frame.continues { put(.openArray, GapModel.empty) }
    for index in 0..<tokenizer.tape.count {
      let next = GapNeighbor(tokenizer.tape[index].kind)
      let closes = next == .closeObject || next == .closeArray
      if last == .key {
        put(.colon, GapModel.empty)
        put(next, list.style.space)
      } else if depth > 0, last != .openObject, last != .openArray, !closes {
        put(.comma, GapModel.empty)
        put(next, depth == 1 ? between : list.style.space)
      } else {
        put(next, depth == 1 ? first : depth == 0 ? GapModel.lineFeed : GapModel.empty)
      }
      depth += closes ? -1 : next == .openObject || next == .openArray ? 1 : 0
      last = next
    }
    if frame.closes { put(.closeArray, random.pick([first, GapModel.empty])) }
    put(.boundary, random.pick([GapModel.empty, GapModel.lineFeed]))
    if list.surprises.isEmpty { list.surprises = [GapList.Surprise(skipped: 0, gap: 0)] }
    return list
  }

  /// Rows of a few columns, of which some have objects and arrays inside, and some of those further ones.
  private func tableRows(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let tags = ["[]", "[1,2]", #"["x"]"#, "[3]"]
    let more = [
      "", "", #","in":{"a":#,"b":null}"#, #","tags":~"#, #","in":{"tags":~},"tags":~"#,
      #","of":[{"a":#},{"a":2}]"#, #","of":[[1],[#]]"#, #","in":{}"#,
    ]
    let form = random.pick(more)
    let isArray = random.chance(1, in: 6)
    // What is inside may come late, and full arrays later.
    let (late, later) = (random.pick([0, 0, 4]), random.pick([0, 5, 10]))
    let rows = (0..<count).map { number in
      if isArray { return "[\(number),\(number % 3),true]" }
      let array = number < later ? "[]" : random.pick(tags)
      let inner =
        number < late ? "" : form.replacing("#", with: "\(number)").replacing("~", with: array)
      return #"{"id":\#(number),"kind":"\#(number % 7)"\#(inner)}"#
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test("where each row has a line", arguments: [nil, 2000, 200, 20, 3])
  func linedRowsComeBack(noise: Int?) throws {
    var random = SeededGenerator(stream: 7)
    for frame in Self.frames where frame.hasElements {
      for _ in 0..<60 {
        let rows = tableRows(random.pick([1, 2, 3, 40, 400]), &random)
        var tokenizer = Tokenizer(limits: Limits())
        try tokenizer.tokenize(PaddedBytes(rows), as: .ndjson)
        let gaps = linedGaps(tokenizer, frame, noise: noise, &random)
        _ = try check(rows, frame, gaps: gaps, &random)
      }
    }
  }

  @Test("where arrays and objects come late in rows that have a line each, and are on lines then")
  func lateValuesAreOnLines() throws {
    var random = SeededGenerator()
    for late in [#""in":[1,2]"#, #""in":{"a":1}"#, #""in":[{"a":1}]"#, #""in":[]"#] {
      for frame in Self.frames where frame.hasElements {
        let rows = (0..<40).map { $0 < 20 ? #"{"id":\#($0)}"# : #"{"id":\#($0),\#(late)}"# }
        var list = GapList()
        list.style.indent = [0x20]
        // The first row stands on a line of its own, but nothing does in it.
        list.surprises = [GapList.Surprise(skipped: 2, gap: GapModel.empty)]
        if frame.continues {
          list.surprises = [1, 0].map { GapList.Surprise(skipped: $0, gap: $0 * GapStyle.indented) }
        }
        #expect(try check(Array(rows.joined(separator: "\n").utf8), frame, gaps: list, &random))
      }
    }
  }

  @Test("at once, where each row has a line and is flat")
  func linedRowsAreNotWoven() throws {
    var random = SeededGenerator(stream: 8)
    for frame in Self.frames where frame.hasElements {
      for more in ["", #","tags":[1,2]"#, #","in":{"a":#}"#, #","in":{"tags":[#]},"tags":[#]"#] {
        let rows = (0..<50).map { #"{"id":\#($0)\#(more.replacing("#", with: "\($0)"))}"# }
        let text = Array(rows.joined(separator: "\n").utf8)
        var tokenizer = Tokenizer(limits: Limits())
        try tokenizer.tokenize(PaddedBytes(text), as: .ndjson)
        let gaps = linedGaps(tokenizer, frame, noise: nil, &random)
        let block = try ColumnBlock(text, .default, gaps: gaps)
        var decoder = ColumnBlockDecoder(block.plan, DecodeOptions())
        var decoded: [UInt8] = []
        try decoder.decode(
          block.payload.span, frame, rowCount: block.rowCount, byteLimit: 2 * text.count + 2000,
          appendingTo: &decoded)
        let writesLines = decoder.writesLines
        #expect(writesLines, "\(gaps) in \(frame)")
      }
    }
  }

  @Test("at once, where nothing stands in them and they end in CR LF")
  func rowsOnOtherLinesAreNotWoven() throws {
    let rows = (0..<50).map { #"{"id":\#($0),"of":[\#($0),{}]}"# }
    let text = Array(rows.joined(separator: "\n").utf8)
    for frame in Self.frames where !frame.hasElements {
      var gaps = GapList()
      gaps.style.newline = [ASCII.carriageReturn, ASCII.lineFeed]
      // It is as predicted, and tells the line end.
      let first = frame.continues ? GapStyle.indented : GapModel.empty
      gaps.surprises = [GapList.Surprise(skipped: 0, gap: first)]
      let block = try ColumnBlock(text, .default, gaps: gaps)
      var decoder = ColumnBlockDecoder(block.plan, DecodeOptions())
      var decoded: [UInt8] = []
      try decoder.decode(
        block.payload.span, frame, rowCount: block.rowCount, byteLimit: 2 * text.count,
        appendingTo: &decoded)
      let writesLines = decoder.writesLines
      #expect(writesLines)
      let lines = (frame.continues ? [""] : []) + rows
      #expect(decoded == Array(lines.joined(separator: "\r\n").utf8))
    }
  }
}
