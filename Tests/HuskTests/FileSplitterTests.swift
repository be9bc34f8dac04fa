// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Cutting files and making one of them", .seeded, .timeLimit(.minutes(60)))
struct FileSplitterTests {
  /// Encodes in blocks of a few rows.
  private static func encode(
    _ text: [UInt8], _ options: EncodeOptions = EncodeOptions(layout: .column), size: Int = 300
  ) -> [UInt8] {
    var encoder = StreamEncoder(options: options, threadCount: 1, blockByteCount: size)
    return encoder.run(text).bytes
  }

  private static func decode(_ bytes: [UInt8]) -> StreamResult {
    var decoder = StreamDecoder(threadCount: 1)
    return decoder.run(bytes)
  }

  private static func cuts(_ file: [UInt8], _ size: SplitPlan.Size) throws(HuskError) -> [Int] {
    var plan = SplitPlan()
    try plan.append(file)
    try plan.finish()
    return try plan.cuts(size)
  }

  private static func split(
    _ file: [UInt8], _ size: SplitPlan.Size
  ) throws(HuskError) -> [[UInt8]] {
    var splitter = FileSplitter(cuts: try cuts(file, size))
    var pieces: [[UInt8]] = [[]]
    splitter.append(file)
    splitter.finish()
    while let output = try splitter.next() {
      switch output {
      case .bytes(let bytes): pieces[pieces.count - 1] += bytes
      case .end(let bytes):
        pieces[pieces.count - 1] += bytes
        pieces.append([])
      }
    }
    return pieces.dropLast()
  }

  private static func join(_ files: [[UInt8]]) throws(HuskError) -> [UInt8] {
    var joiner = FileJoiner()
    var bytes: [UInt8] = []
    for file in files {
      joiner.begin()
      joiner.append(file)
      joiner.finish()
      while let more = try joiner.next() { bytes += more }
    }
    return try bytes + joiner.end()
  }

  /// The contents of the blocks of files, without their first bytes.
  private static func contents(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var reader = BlockReader(whole: bytes, limits: Limits())
    var contents: [[UInt8]] = []
    while let block = try reader.next() { contents.append(Array(block.content.dropFirst())) }
    return contents
  }

  /// Sequences with whitespace of all kinds between their texts.
  private static let documents: [String: [UInt8]] = [
    "lines": Sample.sequence(100),
    "lines without an end": Sample.sequence(100).dropLast(),
    "windows": Array((0..<100).map { Sample.row($0) + "\r\n" }.joined().utf8),
    "spaces": Array((0..<100).map { Sample.row($0) + "  " }.joined().utf8),
    "empty lines": Array(("\n\n" + (0..<100).map { Sample.row($0) + "\n\n" }.joined()).utf8),
    "indented": Array(
      (0..<100).map { "{\n  \"id\": \($0),\n  \"list\": [\n    1\n  ]\n}\n" }.joined().utf8),
    "scalars": Array((0..<300).map { "\($0)\n" }.joined().utf8),
    "mixed": Array(
      (0..<100).map { ($0 % 3 == 0 ? "[\($0)]" : Sample.row($0)) + "\n" }.joined().utf8),
  ]

  @Test(arguments: documents.keys.sorted(), [1, 2, 3, 7, 1000])
  func piecesDecodeToTheDocument(name: String, count: Int) throws {
    let document = try #require(Self.documents[name])
    let file = Self.encode(document)
    let blockCount = try Self.contents(file).count
    let pieces = try Self.split(file, .parts(count))
    #expect(pieces.count == min(count, blockCount))
    let texts = pieces.map { Self.decode($0) }
    #expect(texts.allSatisfy { $0.error == nil })
    #expect(texts.flatMap(\.bytes) == document)
    let together = Self.decode(pieces.concatenated())
    #expect(together.error == nil && together.bytes == document)
    guard name != "spaces", name != "empty lines" else { return }
    for text in texts {
      #expect(text.bytes.first.map(ASCII.isWhitespace) == false)
      #expect(text.bytes.last == ASCII.lineFeed || text == texts.last)
    }
  }

  @Test(arguments: documents.keys.sorted(), [2, 5])
  func joinedPiecesAreOneFile(name: String, count: Int) throws {
    let document = try #require(Self.documents[name])
    let file = Self.encode(document)
    let joined = try Self.join(Self.split(file, .parts(count)))
    let index = try ContainerIndex(reading: joined, limits: Limits())
    #expect(index.files.count == 1)
    let blockCount = try Self.contents(file).count
    #expect(index.blockCount == blockCount)
    let result = Self.decode(joined)
    #expect(result.error == nil && result.bytes == document)
  }

  @Test func blocksInTheMiddleStayAsTheyAre() throws {
    let file = Self.encode(Sample.sequence(300))
    let all = try Self.contents(file)
    let pieces = try Self.split(file, .parts(3))
    let kept = try pieces.flatMap { try Self.contents($0).dropFirst().dropLast() }
    #expect(kept.count == all.count - 6)
    #expect(kept.allSatisfy(all.contains))
    // The first and the last block of the file have nothing before or behind them that changed.
    #expect(try Self.contents(pieces[0]).first == all.first)
    #expect(try Self.contents(pieces[2]).last == all.last)
  }

  @Test func piecesAreAsLargeAsTheyMayBe() throws {
    let file = Self.encode(Sample.sequence(300))
    let pieces = try Self.split(file, .rows(40))
    #expect(pieces.count >= 8)
    for (number, piece) in pieces.enumerated() {
      let rowCount = Self.decode(piece).bytes.count { $0 == ASCII.lineFeed }
      #expect(rowCount <= 40)
      #expect(rowCount >= 20 || number == pieces.count - 1)
    }
    let most = file.count / 3
    let blockCount = try Self.contents(file).count
    #expect(try Self.split(file, .bytes(most)).count >= 3)
    #expect(try Self.split(file, .bytes(1)).count == blockCount)
    #expect(try Self.split(file, .rows(1)).count == blockCount)
    #expect(try Self.split(file, .bytes(Int.max)) == [file])
  }

  @Test(arguments: [
    CompressionMethod.none, .deflate, .gzip, .zstd, .brotli, .auto,
  ])
  func blocksAreEncodedAnewForTheSameReaders(method: CompressionMethod) throws {
    let text = Sample.sequence(4000)
    let file = Self.encode(
      text, EncodeOptions(layout: .column, compression: method), size: 40_000)
    let pieces = try Self.split(file, .parts(2))
    #expect(pieces.flatMap { Self.decode($0).bytes } == text)
    let before = try codecs(of: file)
    #expect(try codecs(of: pieces.concatenated()).isSubset(of: before.union([.none])))
  }

  /// The codecs of the sections of all blocks.
  private func codecs(of file: [UInt8]) throws -> Set<Codec> {
    var codecs: Set<Codec> = []
    var blocks = BlockReader(whole: file, limits: Limits())
    while let block = try blocks.next() {
      codecs.formUnion(try EncodeOptions.codecs(of: block) ?? [])
    }
    return codecs
  }

  @Test func modelledBlocksStayModelled() throws {
    let text = Sample.sequence(60)
    let file = Self.encode(
      text, EncodeOptions(layout: .column, effort: .archive), size: 1500)
    let pieces = try Self.split(file, .parts(2))
    #expect(pieces.count == 2)
    #expect(pieces.flatMap { Self.decode($0).bytes } == text)
    #expect(Self.decode(try Self.join(pieces)).bytes == text)
  }

  @Test func filesBehindOneAnotherAreCutWhereTheyStand() throws {
    let parts = [Self.encode(Sample.array(40)), Self.encode(Sample.sequence(40))]
    let all = parts.concatenated()
    let pieces = try Self.split(all, .rows(40))
    #expect(pieces == parts)
    #expect(try Self.split(all, .parts(1)) == [all])
  }

  @Test func arraysAreRefused() throws {
    let file = Self.encode(Sample.array(100))
    let error = #expect(throws: HuskError.self) { try Self.split(file, .parts(2)) }
    #expect(error?.code == .invalidSelection)
    let other = #expect(throws: HuskError.self) {
      try Self.join([file, Self.encode(Sample.sequence(3))])
    }
    #expect(other?.code == .invalidSelection)
    #expect(try Self.join([file]) == file)
  }

  @Test func textsDoNotBecomeOne() throws {
    let parts = ["1", "2\n"].map { Self.encode(Array($0.utf8)) }
    let error = #expect(throws: HuskError.self) { try Self.join(parts) }
    #expect(error?.code == .unexpectedCharacter)
  }

  @Test func sealedFieldsAreRefused() throws {
    let key = try #require(EncryptionKey(bytes: [UInt8](repeating: 7, count: 32)))
    let paths = try #require(FieldPaths(["name"]))
    let file = Self.encode(
      Sample.sequence(100),
      EncodeOptions(layout: .column, fieldEncryption: FieldEncryption(paths, with: key)))
    for size in [SplitPlan.Size.parts(2), .parts(1)] {
      let error = #expect(throws: HuskError.self) { try Self.split(file, size) }
      #expect(error?.code == .unsupportedEncryption)
    }
    let error = #expect(throws: HuskError.self) { try Self.join([file]) }
    #expect(error?.code == .unsupportedEncryption)
  }

  @Test func filesOfOtherTemplatesAreJoined() throws {
    let texts = [
      Sample.sequence(80), Array((0..<80).map { "{\"other\":[\($0),true]}\n" }.joined().utf8), [],
      Array("\n\n".utf8), Sample.sequence(30),
    ]
    let files = texts.map { Self.encode($0, EncodeOptions(layout: .column, input: .ndjson)) }
    let joined = try Self.join(files)
    let result = Self.decode(joined)
    #expect(result.error == nil)
    #expect(result.bytes == texts.concatenated())
    let index = try ContainerIndex(reading: joined, limits: Limits())
    #expect(index.files.count == 1)
    #expect(index.rowCount == 190)
  }
}
