// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Decoding a stream", .seeded, .timeLimit(.minutes(60)))
struct StreamDecoderTests {
  static let threadCounts = [1, 2, 5]

  /// A file of many blocks.
  private func file(
    _ json: [UInt8], blockByteCount: Int = 500, layout: Layout = .column
  ) -> [UInt8] {
    var encoder = StreamEncoder(
      options: EncodeOptions(layout: layout), threadCount: 1, blockByteCount: blockByteCount)
    return encoder.run(json).bytes
  }

  private func decode(
    _ bytes: [UInt8], threadCount: Int, _ pieces: PieceFeed.Pieces = .whole
  ) -> StreamResult {
    var decoder = StreamDecoder(threadCount: threadCount)
    return decoder.run(PieceFeed(bytes, pieces, SeededGenerator(stream: 0)))
  }

  /// Where the frames of the blocks of a file are.
  private func blocks(of bytes: [UInt8]) throws -> [Range<Int>] {
    var reader = BlockReader(whole: bytes, limits: Limits())
    var ranges: [Range<Int>] = []
    while let block = try reader.next() { ranges.append(block.offset..<block.endOffset) }
    return ranges
  }

  @Test(
    "The text comes back block by block, however the input arrives", arguments: threadCounts,
    PieceFeed.Pieces.allCases)
  func textComesBack(threadCount: Int, pieces: PieceFeed.Pieces) throws {
    for json in [Sample.sequence(200), Sample.array(200), Sample.object(200)] {
      let bytes = file(json)
      let result = decode(bytes, threadCount: threadCount, pieces)
      #expect(result.error == nil)
      #expect(result.bytes == json)
      #expect(result.pieces.count == (try blocks(of: bytes).count))
    }
  }

  @Test("The limit on decoded bytes holds for each block", arguments: threadCounts)
  func limitHoldsForEachBlock(threadCount: Int) throws {
    let json = Sample.sequence(200)
    let bytes = file(json)
    let most = decode(bytes, threadCount: 1).pieces.map(\.count).max() ?? 0
    #expect(json.count > 10 * most)
    for limit in [most, most - 1] {
      let options = DecodeOptions(limits: Limits(decodedByteCount: limit))
      var decoder = StreamDecoder(options: options, threadCount: threadCount)
      let result = decoder.run(bytes)
      #expect(result.error?.code == (limit < most ? .limitExceeded : nil))
      #expect(limit < most ? result.bytes.count < json.count : result.bytes == json)
      var files = FileDecoder(options)
      files.append(bytes)
      files.finish()
      var code: HuskError.Code?
      do throws(HuskError) { while try files.next() != nil {} } catch { code = error.code }
      #expect(code == result.error?.code)
    }
  }

  @Test("Files behind one another decode one after the other", arguments: threadCounts)
  func filesFollowOneAnother(threadCount: Int) {
    let texts = [Sample.sequence(40), Sample.array(40), Sample.object(40), Sample.sequence(1)]
    let result = decode(texts.flatMap { file($0) }, threadCount: threadCount)
    #expect(result.error == nil)
    #expect(result.bytes == texts.concatenated())
  }

  @Test("The first byte tells the text layout", arguments: PieceFeed.Pieces.allCases)
  func textLayoutIsTold(pieces: PieceFeed.Pieces) {
    let json = Sample.array(30)
    let result = decode(file(json, layout: .text), threadCount: 2, pieces)
    #expect(result == StreamResult(pieces: [json]))
  }

  @Test("What is no file is refused, and so is nothing", arguments: ["", "x", "\u{FD}HK", "{}"])
  func nothingIsRefused(text: String) {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let result = decode(bytes, threadCount: 2)
    #expect(result.pieces.isEmpty)
    #expect(result.error != nil)
  }

  @Test("Before a damaged block all text is returned, and none behind", arguments: threadCounts)
  func damagedBlockIsFound(threadCount: Int) throws {
    let json = Sample.sequence(200)
    let bytes = file(json)
    let whole = decode(bytes, threadCount: 1).pieces
    for (index, range) in try blocks(of: bytes).enumerated() {
      var damaged = bytes
      // Behind the last section stands a check that is of no concern to whose text is verified.
      damaged[range.upperBound - 5] ^= 0x55
      let result = decode(damaged, threadCount: threadCount)
      #expect(result.pieces == Array(whole.prefix(index)))
      #expect(result.error?.offset == range.lowerBound)
      #expect(result.error == decode(damaged, threadCount: 1).error)
    }
  }

  @Test("Before the end of a file that was cut, whole blocks are returned", arguments: threadCounts)
  func truncatedFileIsFound(threadCount: Int) throws {
    let bytes = file(Sample.array(60))
    let whole = decode(bytes, threadCount: 1).pieces
    let ranges = try blocks(of: bytes)
    for count in 4..<bytes.count {
      let result = decode(Array(bytes.prefix(count)), threadCount: threadCount)
      #expect(result.pieces == Array(whole.prefix(ranges.count { $0.upperBound <= count })))
      #expect(result.error == HuskError(.truncated, at: count, ""))
    }
  }

  @Test("Blocks that were moved or left out are refused", arguments: threadCounts)
  func orderOfBlocksIsChecked(threadCount: Int) throws {
    let bytes = file(Sample.array(60))
    let ranges = try blocks(of: bytes)
    try #require(ranges.count > 3)
    let moved =
      bytes[..<ranges[0].lowerBound] + bytes[ranges[1]] + bytes[ranges[0]]
      + bytes[ranges[1].upperBound...]
    let first = decode(Array(moved), threadCount: threadCount)
    #expect(first.pieces.isEmpty)
    #expect(first.error == HuskError(.invalidFrame, at: ranges[0].lowerBound, ""))
    let shortened = bytes[..<ranges[1].lowerBound] + bytes[ranges[1].upperBound...]
    let second = decode(Array(shortened), threadCount: threadCount)
    #expect(second.pieces.count == ranges.count - 1)
    #expect(second.error?.code == .invalidEnd)
  }

  @Test("The same error is thrown as often as somebody asks", arguments: threadCounts)
  func errorStays(threadCount: Int) {
    var bytes = file(Sample.sequence(100))
    bytes[bytes.count / 2] ^= 0x55
    var decoder = StreamDecoder(threadCount: threadCount)
    let result = decoder.run(bytes)
    #expect(result.error != nil)
    for _ in 1...2 {
      var error: HuskError?
      do throws(HuskError) { _ = try decoder.next() } catch let thrown { error = thrown }
      #expect(error == result.error)
    }
  }

  @Test("Progress counts what went in and what came out", arguments: threadCounts)
  func progressCounts(threadCount: Int) throws {
    let bytes = file(Sample.sequence(300))
    var decoder = StreamDecoder(threadCount: threadCount)
    let result = decoder.run(bytes)
    let progress = decoder.progress
    #expect(progress.inputByteCount == bytes.count)
    #expect(progress.outputByteCount == result.bytes.count)
    #expect(progress.rowCount == 300)
    #expect(progress.blockCount == (try blocks(of: bytes).count))
  }
}
