// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Encoding a stream", .seeded, .timeLimit(.minutes(60)))
struct StreamEncoderTests {
  static let threadCounts = [1, 2, 5]
  static let blockSizes = [1, 100, 2500, 1 << 20]

  private func encode(
    _ json: [UInt8], threadCount: Int = 2, blockByteCount: Int = 500,
    options: EncodeOptions = EncodeOptions(layout: .column), _ pieces: PieceFeed.Pieces = .whole
  ) -> StreamResult {
    var encoder = StreamEncoder(
      options: options, threadCount: threadCount, blockByteCount: blockByteCount)
    return encoder.run(PieceFeed(json, pieces, SeededGenerator(stream: 0)))
  }

  @Test(
    "The bytes depend neither on the number of threads nor on how the input arrives",
    arguments: blockSizes, [Sample.sequence(300), Sample.array(300), Sample.object(300)])
  func bytesAreTheSame(blockByteCount: Int, json: [UInt8]) throws {
    let expected = encode(json, threadCount: 1, blockByteCount: blockByteCount)
    #expect(expected.error == nil)
    #expect(try Husk.decode(expected.bytes) == json)
    for threadCount in Self.threadCounts {
      for pieces in PieceFeed.Pieces.allCases {
        let result = encode(
          json, threadCount: threadCount, blockByteCount: blockByteCount, pieces)
        #expect(result == expected)
      }
    }
  }

  /// The layouts that take more than one text.
  private static let ofSequences = Layout.allCases.filter { $0 != .row }

  @Test("A stream makes the bytes that one call makes", arguments: ofSequences)
  func bytesAreThoseOfOneCall(layout: Layout) throws {
    let options = EncodeOptions(layout: layout, effort: Effort(level: 5))
    for json in [Sample.sequence(50), Sample.array(50), Sample.object(50)] {
      var encoder = StreamEncoder(options: options, threadCount: 3)
      let result = encoder.run(json)
      #expect(result.error == nil)
      #expect(try result.bytes == Husk.encode(json: json, options: options))
    }
  }

  @Test("Whitespace is dropped across blocks", arguments: [1, 100, 1 << 20])
  func whitespaceIsDropped(blockByteCount: Int) throws {
    for json in [Sample.array(100), Sample.sequence(100)] {
      let options = EncodeOptions(layout: .column, whitespace: .minified)
      let result = encode(json, blockByteCount: blockByteCount, options: options)
      #expect(result.error == nil)
      let whole = try Husk.decode(
        Husk.encode(json: json, options: EncodeOptions(layout: .text, whitespace: .minified)))
      #expect(try Husk.decode(result.bytes) == whole)
    }
  }

  @Test(
    "What is no JSON is found at its line, and what precedes its block is written",
    arguments: threadCounts, blockSizes)
  func badLineIsFound(threadCount: Int, blockByteCount: Int) throws {
    let good = Sample.sequence(200)
    let json = good + Array(#"{"id": nul}"#.utf8) + Sample.sequence(200)
    let result = encode(json, threadCount: threadCount, blockByteCount: blockByteCount)
    let error = try #require(result.error)
    #expect(error.code == .unexpectedCharacter)
    #expect(error.offset == good.count + 10)
    #expect(error.position == HuskError.Position(line: 201, column: 11))
    // The end is missing; all blocks in front of it are there.
    var decoder = StreamDecoder()
    let decoded = decoder.run(result.bytes)
    #expect(good.starts(with: decoded.bytes))
    #expect(decoded.bytes.count + blockByteCount + 100 > good.count)
    #expect(result.pieces.isEmpty || decoded.error?.code == .truncated)
  }

  @Test("An array that does not end is refused at its end", arguments: threadCounts)
  func endOfAnArrayIsMissed(threadCount: Int) {
    let json = Array(Sample.array(100).dropLast(3))
    let result = encode(json, threadCount: threadCount)
    #expect(result.error == HuskError(.unexpectedEnd, at: json.count, ""))
  }

  @Test("The same error is thrown as often as somebody asks", arguments: Layout.allCases)
  func errorStays(layout: Layout) {
    var encoder = StreamEncoder(options: EncodeOptions(layout: layout), threadCount: 2)
    let result = encoder.run(Array("[1, 2,, 3]".utf8))
    #expect(result == StreamResult(error: HuskError(.unexpectedCharacter, at: 6, "")))
    for _ in 1...2 {
      var error: HuskError?
      do throws(HuskError) { _ = try encoder.next() } catch let thrown { error = thrown }
      #expect(error == result.error)
    }
  }

  @Test("No input is refused, unless it is a sequence of no texts", arguments: ofSequences)
  func emptyInputIsRefused(layout: Layout) throws {
    var encoder = StreamEncoder(options: EncodeOptions(layout: layout))
    let refused = encoder.run([])
    #expect(refused == StreamResult(error: HuskError(.emptyInput, at: 0, "")))
    var other = StreamEncoder(options: EncodeOptions(layout: layout, input: .ndjson))
    let result = other.run([])
    #expect(result.error == nil)
    #expect(try Husk.decode(result.bytes) == [])
  }

  @Test("Progress counts what went in and what came out", arguments: threadCounts)
  func progressCounts(threadCount: Int) {
    let json = Sample.sequence(300)
    var encoder = StreamEncoder(
      options: EncodeOptions(), threadCount: threadCount, blockByteCount: 1000)
    let result = encoder.run(json)
    let progress = encoder.progress
    #expect(progress.inputByteCount == json.count)
    #expect(progress.outputByteCount == result.bytes.count)
    #expect(progress.rowCount == 300)
    // Each block is a piece, and so is the end.
    #expect(progress.blockCount == result.pieces.count - 1)
    #expect(progress.blockCount > 10)
  }

  @Test("An encoder that nobody asks any more goes away", arguments: threadCounts)
  func encoderGoesAway(threadCount: Int) throws {
    for _ in 0..<20 {
      var encoder = StreamEncoder(
        options: EncodeOptions(), threadCount: threadCount, blockByteCount: 100)
      encoder.append(Sample.sequence(100))
      _ = try encoder.next()
    }
  }
}
