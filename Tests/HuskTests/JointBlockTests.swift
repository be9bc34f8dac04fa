// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Blocks whose rows stand in one another", .timeLimit(.minutes(60)))
struct JointBlockTests {
  private static let blockByteCount = 100_000

  /// Rows that have nothing in common but their keys.
  private static func rows(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let words = (0..<6).map { _ in String(random.next(), radix: 36) }
      return #"{"id":\#(random.below(1_000_000)),"text":"\#(words.joined(separator: " "))"}"#
    }
  }

  /// The same rows so many times, of which so many are other ones each time.
  private static func copies(_ count: Int, changing: Int = 0, seed: UInt64 = 1) -> [String] {
    var rows = rows(800, seed: seed)
    var others = Self.rows(count * changing, seed: seed + 1)
    return (0..<count).flatMap { copy in
      for change in 0..<changing { rows[(copy * 7 + change * 31) % 800] = others.removeLast() }
      return rows
    }
  }

  private static func lines(_ rows: [String]) -> [UInt8] {
    Array((rows.joined(separator: "\n") + "\n").utf8)
  }

  private static func array(_ rows: [String]) -> [UInt8] {
    Array("[\(rows.joined(separator: ","))]".utf8)
  }

  /// Encodes in blocks of some kilobytes, and checks that what was counted is there, and comes back.
  private func encode(
    _ json: [UInt8], _ options: EncodeOptions = EncodeOptions(), threadCount: Int = 1
  ) throws -> (bytes: [UInt8], blockCount: Int) {
    var encoder = StreamEncoder(
      options: options, threadCount: threadCount, blockByteCount: Self.blockByteCount)
    let result = encoder.run(json)
    #expect(result.error == nil && !result.pieces.contains([]))
    let progress = encoder.progress
    let blocks = try blocks(of: result.bytes)
    #expect(progress.blockCount == blocks.count)
    #expect(progress.rowCount == blocks.map(\.header.rowCount).reduce(0, +))
    #expect(progress.inputByteCount == json.count)
    #expect(progress.outputByteCount == result.bytes.count)
    if options.whitespace == .preserved { #expect(try Husk.decode(result.bytes) == json) }
    return (result.bytes, progress.blockCount)
  }

  private func blocks(of file: [UInt8]) throws -> [FoundBlock] {
    var reader = BlockReader(whole: file, limits: Limits())
    var blocks: [FoundBlock] = []
    while let block = try reader.next() { blocks.append(block) }
    return blocks
  }

  @Test(
    "are written as one where that is smaller, on any number of threads", arguments: [0, 20])
  func copiesAreOneBlock(changing: Int) throws {
    let rows = Self.copies(40, changing: changing)
    for json in [Self.lines(rows), Self.array(rows)] {
      let columns = try encode(json, EncodeOptions(layout: .column))
      #expect(columns.blockCount > 25)
      let file = try encode(json)
      #expect(file.blockCount <= 3 && file.bytes.count * 3 < columns.bytes.count)
      #expect(try encode(json, threadCount: 3).bytes == file.bytes)
    }
  }

  /// Rows that differ, of which each has one of some long texts.
  private static func rowsOfTexts(_ count: Int, textCount: Int) -> [String] {
    var random = SeededGenerator(seed: 21)
    let texts = (0..<textCount).map { _ in
      (0..<200).map { _ in String(random.next(), radix: 36) }.joined(separator: ", ")
    }
    return (0..<count).map { number in
      let (text, name) = (texts[random.below(textCount)], random.next())
      return #"{"id":\#(number),"text":"\#(text)","name":"\#(name)"}"#
    }
  }

  @Test(
    "in parts of rows are written as one from level 4 on where that is smaller",
    arguments: [4, 6, 9])
  func partsAreText(level: Int) throws {
    let json = Self.lines(Self.rowsOfTexts(600, textCount: 150))
    let options = EncodeOptions(effort: Effort(level: level))
    let file = try encode(json, options)
    #expect(file.blockCount == 1)
    #expect(try encode(json, options, threadCount: 3).bytes == file.bytes)
    let columns = try encode(json, EncodeOptions(layout: .column, effort: Effort(level: level)))
    #expect(file.bytes.count * 3 < columns.bytes.count)
    #expect(try encode(json, EncodeOptions(effort: Effort(level: 3))).blockCount > 10)
  }

  @Test("in parts of rows are written each by itself where that is smaller")
  func columnsOfPartsStaySingle() throws {
    // Numbers beside some short texts, which columns have as a dictionary.
    let words = Self.rowsOfTexts(40, textCount: 40).map { $0.prefix(90).suffix(70) }
    var random = SeededGenerator(seed: 23)
    let rows = (0..<20_000).map { number in
      #"{"number":\#(1_000_000 + number * 17),"text":"\#(words[random.below(40)])"}"#
    }
    let options = EncodeOptions(effort: Effort(level: 9))
    let file = try encode(Self.lines(rows), options)
    #expect(file.blockCount > 10)
  }

  @Test(
    "are written each by itself where rows only look alike, or columns are smaller",
    arguments: [3, 9])
  func othersStaySingle(level: Int) throws {
    // All of the same size, but for a number at the end of the first half.
    let alike = (0..<8000).map { number in
      let text = String(repeating: "abcdefghij", count: 5)
      return #"{"text":"\#(text)","number":\#(100_000 + number),"more":"\#(text)"}"#
    }
    let different = Self.rows(8000, seed: 5)
    let effort = Effort(level: level)
    for rows in [alike, different] {
      let json = Self.lines(rows)
      let file = try encode(json, EncodeOptions(effort: effort))
      let columns = try encode(json, EncodeOptions(layout: .column, effort: effort))
      #expect(file.blockCount == columns.blockCount)
    }
    // One value that recurs and nothing else.
    let constant = [String](repeating: Self.rows(1, seed: 6)[0], count: 9000)
    let file = try encode(Self.lines(constant), EncodeOptions(effort: effort))
    let columns = try encode(Self.lines(constant), EncodeOptions(layout: .column, effort: effort))
    #expect(file.bytes.count <= columns.bytes.count)
  }

  @Test("come before and behind others, and an array before texts")
  func groupsStandBesideOthers() throws {
    let mixed =
      Self.rows(2500, seed: 10) + Self.copies(9, seed: 11) + Self.copies(9, seed: 13)
      + Self.rows(2500, seed: 15) + Self.copies(9, seed: 16)
    let file = try encode(Self.lines(mixed))
    let columns = try encode(Self.lines(mixed), EncodeOptions(layout: .column))
    #expect(file.blockCount < columns.blockCount - 10)
    #expect(file.blockCount > 5)
    let some = Self.copies(9, seed: 11)
    let document = Self.array(some) + [ASCII.lineFeed] + Self.lines(some)
    let both = try encode(document)
    #expect(both.blockCount >= 2 && both.blockCount < 8)
  }

  @Test("have any whitespace, but where it is dropped, in which case it may only stand behind all")
  func whitespaceIsKeptOrDropped() throws {
    let rows = Self.copies(20).map { "{ " + $0.dropFirst() }
    #expect(try encode(Self.lines(rows)).blockCount <= 2)
    let options = EncodeOptions(whitespace: .minified)
    let columns = try encode(
      Self.lines(rows), EncodeOptions(layout: .column, whitespace: .minified))
    #expect(try encode(Self.lines(rows), options).blockCount == columns.blockCount)
    let json = Self.lines(Self.copies(20))
    for end in [[], [ASCII.lineFeed], Array(" \n\n".utf8)] {
      let minified = try encode(json + end, EncodeOptions(whitespace: .minified))
      #expect(minified.blockCount == 1)
      #expect(try Husk.decode(minified.bytes) == json.dropLast())
    }
  }

  @Test("are written before a fault behind them is told", arguments: [1, 3])
  func blocksBeforeAFaultAreWritten(threadCount: Int) throws {
    let json = Self.lines(Self.copies(20))
    var encoder = StreamEncoder(
      options: EncodeOptions(), threadCount: threadCount, blockByteCount: Self.blockByteCount)
    let result = encoder.run(json + Array("nil".utf8))
    #expect(result.error?.code == .unexpectedCharacter)
    var decoder = StreamDecoder()
    let decoded = decoder.run(result.bytes)
    #expect(json.starts(with: decoded.bytes))
    #expect(decoded.bytes.count + 2 * Self.blockByteCount > json.count)
  }

  @Test("are read in part")
  func rowsAreSelected() throws {
    let rows = Self.copies(20, changing: 30)
    let file = try encode(Self.lines(rows)).bytes
    var decoder = SelectiveDecoder(Selection(rows: 1234..<1237))
    let result = decoder.run(file)
    #expect(result.error == nil)
    #expect(result.bytes == Self.lines(Array(rows[1234..<1237])))
  }

  @Test("are one in a document that is there whole, as in a stream")
  func documentsAreLikeStreams() throws {
    let json = Self.lines((0..<1200).flatMap { _ in Self.rows(100, seed: 3) })
    let options = EncodeOptions()
    #expect(json.count > 8 << 20)
    let file = try Husk.encode(json: json, options: options)
    #expect(try blocks(of: file).count == 1)
    #expect(try Husk.decode(file) == json)
    var encoder = StreamEncoder(options: options, threadCount: 2)
    let result = encoder.run(json)
    #expect(result.bytes == file)
  }

  @Test("of parts are one in a document that is there whole, as in a stream")
  func documentsOfPartsAreLikeStreams() throws {
    let json = Self.lines(Self.rowsOfTexts(7000, textCount: 500))
    let options = EncodeOptions(effort: Effort(level: 7))
    #expect(json.count > 17 << 20)
    let file = try Husk.encode(json: json, options: options)
    #expect(try blocks(of: file).count == 1)
    #expect(try Husk.decode(file) == json)
    var encoder = StreamEncoder(options: options, threadCount: 2)
    #expect(encoder.run(json).bytes == file)
  }

  @Test("are not put together where sizes tell secrets, or a method cannot see far")
  func otherOptionsKeepThemApart() throws {
    let json = Self.lines(Self.copies(20))
    for options in [
      EncodeOptions(compression: .deflate), EncodeOptions(compresses: false),
      EncodeOptions(layout: .column),
    ] {
      #expect(try encode(json, options).blockCount > 10)
    }
  }
}
