// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Blocks of text (SPEC §8.7 Stored blocks)")
struct StoredBlockTests {
  /// Prose without anything that is alike from row to row.
  private static let prose = Array(
    #"["the sun rose over the hills and the river ran on","a dog slept at the door of the house"]"#
      .utf8)

  private func content(
    of text: [UInt8], _ effort: Effort, _ method: CompressionMethod = .auto,
    besides columns: Int? = nil, hasWhitespace: Bool = false
  ) throws -> [UInt8]? {
    var stored = StoredBlock(effort, method)
    let block = try RowBlock(whole: text, as: .auto, .preserved, Limits())
    return if let columns {
      stored.encode(block, besides: columns, expected: nil, hasWhitespace: hasWhitespace)
    } else {
      stored.encode(block)
    }
  }

  @Test("Blocks of which columns leave little but text are stored at low effort")
  func blocksOfTextAreStored() throws {
    let count = Self.prose.count
    let least = count - count / 50
    #expect(try suits(textByteCount: least))
    #expect(try suits(textByteCount: count))
    #expect(try !suits(textByteCount: least - 1))
    #expect(try !suits(textByteCount: nil))
    // Columns carry whitespace for nothing.
    #expect(try !suits(textByteCount: count, hasWhitespace: true))
    #expect(try !suits(textByteCount: count, Effort(level: 4)))
    // Keys and numbers that are not compressed take all of their bytes.
    #expect(try !suits(textByteCount: count, method: .none))
  }

  /// Whether prose is stored where its columns have so many bytes of text.
  private func suits(
    textByteCount: Int?, hasWhitespace: Bool = false, _ effort: Effort = .default,
    method: CompressionMethod = .auto
  ) throws -> Bool {
    let block = try RowBlock(whole: Self.prose, as: .auto, .preserved, Limits())
    return StoredBlock(effort, method).suits(
      block, textByteCount: textByteCount, hasWhitespace: hasWhitespace)
  }

  @Test("Long texts are stored whatever was known of their columns", arguments: [1, 3])
  func longTextsAreStored(level: Int) throws {
    var random = SeededGenerator(seed: 3)
    let rows = (0..<600).map { row in
      let words = (0..<400).map { _ in String(random.below(1 << 14), radix: 30) }
      return #"{"id":\#(row),"text":"\#(words.joined(separator: " "))"}"#
    }
    let json = Array(rows.joined(separator: "\n").utf8)
    #expect(try form(of: json, EncodeOptions(effort: Effort(level: level))) == .stored)
    // Where columns are asked for, they are made.
    let columns = EncodeOptions(layout: .column, effort: Effort(level: level))
    #expect(try form(of: json, columns) == .columns)
  }

  /// How a text that is one block is written, which comes back.
  private func form(
    of json: [UInt8], _ options: EncodeOptions
  ) throws -> BlockContentHeader.Form? {
    #expect(try Husk.decode(Husk.encode(json: json, options: options)) == json)
    var scanner = RowScanner(as: .ndjson, blockByteCount: json.count + 1, limits: Limits())
    scanner.append(json)
    scanner.finish()
    guard var block = try scanner.next() else { return nil }
    var encoder = BlockEncoder(options)
    return try encoder.encode(&block).contentHeader.form
  }

  @Test func archivesPredictTextWhereThatIsSmallest() throws {
    let content = try #require(try content(of: Self.prose, .archive))
    #expect(content.first == Codec.presetModelled.rawValue)
    let other = try #require(try self.content(of: Self.prose, Effort(level: 9)))
    #expect(content.count < other.count)
    var decompressor = Decompressor()
    var text: [UInt8] = []
    try StoredBlock.decode(
      content.span, count: Self.prose.count, &decompressor, appendingTo: &text)
    #expect(text == Self.prose)
  }

  @Test(
    arguments: [([], .truncated), ([99, 0], .unsupportedCodec)] as [([UInt8], HuskError.Code)])
  func codecsAreRefusedWhereTheyStand(content: [UInt8], code: HuskError.Code) {
    #expect(throws: HuskError(code, at: 0, "")) {
      var decompressor = Decompressor()
      var text: [UInt8] = []
      try StoredBlock.decode(content.span, count: 1, &decompressor, appendingTo: &text)
    }
  }

  @Test func shortTextIsPredictedWhereNothingElseIsSpared() throws {
    let content = try #require(try content(of: Self.prose, .max))
    #expect(content.first == Codec.presetModelled.rawValue)
    // Longer ones would take long to decode.
    let words = Self.prose.dropFirst().dropLast()
    let text = Array("[".utf8) + Array(repeatElement(words, count: 4000).joined(separator: [0x2C]))
    let long = try #require(try self.content(of: text + Array("]".utf8), .max))
    #expect(long.first != Codec.presetModelled.rawValue && long.first != Codec.modelled.rawValue)
  }

  @Test func longTextsOfArchivesArePredictedByAModelThatKnowsNothing() throws {
    var random = SeededGenerator(seed: 12)
    let words = (0..<40_000).map { _ in String(random.below(1 << 20), radix: 36) }
    let text = Array("[\"\(words.joined(separator: " "))\"]".utf8)
    #expect(text.count > 1 << 17)
    let content = try #require(try content(of: text, .archive))
    let isLong = text.count > 1 << 18
    #expect(content.first == (isLong ? Codec.modelled : .presetModelled).rawValue)
  }

  @Test(arguments: [Effort(level: 1), Effort(level: 6), Effort(level: 9)])
  func otherEffortsDoNotPredictIt(effort: Effort) throws {
    let content = try #require(try content(of: Self.prose, effort))
    #expect(content.first != Codec.presetModelled.rawValue)
  }

  @Test(arguments: CompressionMethod.allCases.filter { $0 != .auto })
  func whatAnotherMethodWasAskedForDoesNotPredictIt(method: CompressionMethod) throws {
    let content = try #require(try content(of: Self.prose, .archive, method))
    #expect(
      content.first != Codec.modelled.rawValue && content.first != Codec.presetModelled.rawValue)
  }

  @Test func nothingThatIsNotSmallerIsStored() throws {
    let count = try #require(try content(of: Self.prose, .archive)).count
    #expect(try content(of: Self.prose, .archive, besides: count) == nil)
    #expect(try content(of: Self.prose, .archive, besides: count + 1)?.count == count)
  }

  /// Seven times so many bytes, each some times.
  private static func recurring(_ byteCount: Int, times: Int = 12) -> [UInt8] {
    var random = SeededGenerator(seed: 11)
    let groups = (0..<7).map { _ in
      var group = ""
      while group.utf8.count < byteCount {
        group += String(random.below(1 << 30), radix: 36) + ", "
      }
      return group
    }
    let values = groups.flatMap { group in [String](repeating: "\"\(group)\"", count: times) }
    return Array("[\(values.joined(separator: ","))]".utf8)
  }

  @Test func atLowEffortTextThatTakesLittleMoreIsStored() throws {
    let text = Self.recurring(24_000)
    let count = try #require(try content(of: text, .default)).count
    // One byte in a hundred of the text is more than columns may save.
    let little = min(text.count / 100, count / 5) / 2
    let stored = try content(of: text, .default, besides: count - little)
    #expect(stored?.count == count)
    let spaced = try content(of: text, .default, besides: count - little, hasWhitespace: true)
    #expect(spaced == nil)
    let much = max(text.count / 100, count / 5)
    #expect(try content(of: text, .default, besides: count - much) == nil)
    let high = try #require(try content(of: text, Effort(level: 4))).count
    #expect(try content(of: text, Effort(level: 4), besides: high - 1) == nil)
  }

  @Test func shortTextIsNotPreferred() throws {
    let text = Self.recurring(700)
    #expect(text.count < 1 << 18)
    let count = try #require(try content(of: text, .default)).count
    #expect(try content(of: text, .default, besides: count) == nil)
    #expect(try content(of: text, .default, besides: count + 1)?.count == count)
  }

  @Test("Random letters with whitespace around them take no more than text", arguments: [1, 3])
  func randomLettersAreStored(level: Int) throws {
    var random = SeededGenerator(seed: 21)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
    let names = (0..<2500).map { _ in
      "  \"" + String((0..<21).map { _ in letters[random.below(64)] }) + "\""
    }
    let json = Array("[\n\(names.joined(separator: ",\n"))\n]\n".utf8)
    let encoded = try Husk.encode(json: json, options: EncodeOptions(effort: Effort(level: level)))
    #expect(try Husk.decode(encoded) == json)
    var compressed: [UInt8] = []
    var zstd = Compressor(.zstd, level: level)
    _ = zstd.compressIfSmaller(json, appendingTo: &compressed)
    #expect(encoded.count * 200 <= compressed.count * 201)
  }

  @Test("What recurs far away is seen", arguments: [(24_000, 12), (700, 30)])
  func farRepeatsAreSeen(byteCount: Int, times: Int) throws {
    let text = Self.recurring(byteCount, times: times)
    let count = try #require(try content(of: text, .default)).count
    #expect(text.count > 1 << 16)
    #expect(try content(of: text, .default, besides: count + 1)?.count == count)
    // Parts of it do not show that.
    var guess = TextGuess(Compressor(.zstd, level: 3))
    let bytes = PaddedBytes(text)
    let expected = guess.expected(of: bytes.source)
    #expect(expected > 4 * Double(count))
  }

  @Test("What recurs farther away than a low level remembers is not looked for at that level")
  func farRepeatsMayBeForgotten() throws {
    var random = SeededGenerator(seed: 12)
    let rows = (0..<60_000).map { _ in String(random.below(1 << 60), radix: 36) + ",another" }
    // A copy is a megabyte away there, and some kilobytes here.
    let far = Array((rows + rows).description.utf8)
    let near = Self.recurring(12_000)
    for (text, isNear) in [(far, false), (near, true)] {
      let bytes = PaddedBytes(text)
      var sizes: [Int] = []
      for level in [1, 3] {
        var compressor = Compressor(.zstd, level: level)
        var compressed: [UInt8] = []
        _ = compressor.compressIfSmaller(text, appendingTo: &compressed)
        sizes.append(compressed.count)
      }
      #expect((2 * sizes[0] < 3 * sizes[1]) == isNear)
      let limit = sizes[1] * 11 / 10
      var guess = TextGuess(Compressor(.zstd, level: 1))
      let isTried = guess.mayBe(below: limit, bytes.source, expected: nil)
      #expect(isTried)
      var forgetful = TextGuess(Compressor(.zstd, level: 1), isForgetful: true)
      let isTriedThere = forgetful.mayBe(below: limit, bytes.source, expected: nil)
      #expect(isTriedThere == isNear)
    }
  }

  @Test("Texts that a low level makes smallest are no larger at that level", arguments: [1, 2, 4])
  func lowLevelsAreUsed(level: Int) throws {
    var random = SeededGenerator(seed: 7)
    let rows = (0..<1500).map { _ in
      let words = (0..<6).map { _ in
        let isZero = random.below(10) >= 3
        let digits = String(isZero ? 0 : random.below(1 << (random.below(2) * 16 + 8)), radix: 16)
        return String(repeating: "0", count: 40 - digits.count) + digits
      }
      return "\"\(words.joined())\""
    }
    let text = Array("[\(rows.joined(separator: ","))]".utf8)
    let sizes = [1, 2, 3].map { level in
      var compressor = Compressor(.zstd, level: level)
      var compressed: [UInt8] = []
      _ = compressor.compressIfSmaller(text, appendingTo: &compressed)
      return compressed.count
    }
    #expect(max(sizes[0], sizes[1]) * 20 < sizes[2] * 19)
    let content = try #require(try content(of: text, Effort(level: level)))
    if level < 3 { #expect(content.count <= sizes[level - 1] + 1) }
    // It is so whether columns were tried before or not.
    let besides = try self.content(of: text, Effort(level: level), besides: text.count)
    #expect(besides == content)
  }

  /// Documents of which each is one of the last fifty, with some of its words changed.
  private static func drafts() -> [UInt8] {
    var random = SeededGenerator(seed: 21)
    func word() -> String { String(random.below(1 << 16), radix: 16) }
    let words = (0..<2000).map { _ in word() }
    func any() -> String { words[Int(random.below(2000))] }
    var drafts = (0..<50).map { _ in (0..<60).map { _ in any() } }
    for _ in 0..<3000 {
      var next = drafts[drafts.count - 1 - Int(random.below(50))]
      for index in next.indices where random.below(20) == 0 { next[index] = any() }
      drafts.append(next)
    }
    return Array("[\"\(drafts.joined().joined(separator: " "))\"]".utf8)
  }

  @Test(arguments: [6, 9])
  func textIsCompressedWholeWhereOnlyASlowLevelMakesItSmall(level: Int) throws {
    let text = Self.drafts()
    let count = try #require(try content(of: text, Effort(level: level))).count
    let fast = try #require(try content(of: text, .default)).count
    #expect(text.count > 1 << 19 && Double(count) < (level == 9 ? 0.72 : 0.85) * Double(fast))
    #expect(try content(of: text, Effort(level: level), besides: count + 1)?.count == count)
    #expect(try content(of: text, Effort(level: level), besides: count) == nil)
  }

  @Test func textIsNotCompressedWholeWhereItCannotBeSmallEnough() throws {
    var random = SeededGenerator(seed: 11)
    let words = (0..<60_000).map { _ in String(random.below(1 << 30), radix: 36) }
    let text = Array("[\"\(words.joined(separator: " "))\"]".utf8)
    let count = try #require(try content(of: text, .default)).count
    #expect(text.count > 1 << 18)
    #expect(try content(of: text, .default, besides: count + 1)?.count == count)
    #expect(try content(of: text, .default, besides: count / 2) == nil)
  }
}
