// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

/// Blocks that decode to more than there is room for at first.
@Suite("Blocks that are larger than what is reserved at first", .timeLimit(.minutes(60)))
struct LargeBlockTests {
  /// How whitespace stands in a document.
  enum Gaps: CaseIterable {
    /// As it is predicted.
    case regular
    /// Otherwise in some places, so that it is woven in afterwards.
    case odd
  }

  /// More than ``Room/least`` bytes in few values, of which a file holds one.
  private static func document(_ gaps: Gaps) -> [UInt8] {
    let long = String(repeating: "x", count: 100_000)
    return (0..<300).flatMap { number in
      let space = gaps == .odd && number % 7 == 3 ? "  " : ""
      return Array("{\"a\":\(space)\"\(long)\",\"n\":\(number)}\n".utf8)
    }
  }

  /// A file of one block.
  private static func file(_ document: [UInt8], _ options: EncodeOptions) throws -> [UInt8] {
    var encoder = StreamEncoder(options: options, threadCount: 1, blockByteCount: 1 << 26)
    encoder.append(document)
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    return file
  }

  @Test(arguments: Gaps.allCases)
  func columnsComeBack(gaps: Gaps) throws {
    let document = Self.document(gaps)
    let file = try Self.file(document, EncodeOptions(layout: .column))
    #expect(document.count > Room.least + 4 * file.count)
    #expect(try Husk.decode(file) == document)
    var stream = StreamDecoder()
    #expect(stream.run(file).bytes == document)
  }

  @Test func wantedColumnsComeBack() throws {
    let file = try Self.file(Self.document(.regular), EncodeOptions(layout: .column))
    var decoder = SelectiveDecoder(Selection(fields: try #require(FieldSelection(paths: ["a"]))))
    let output = decoder.run(file).bytes
    #expect(output.count > Room.least)
    #expect(output.count { $0 == ASCII.lineFeed } == 300)
  }

  @Test(arguments: [CompressionMethod.deflate, .gzip, .zstd, .brotli])
  func storedTextComesBack(method: CompressionMethod) throws {
    let document = Self.document(.regular)
    var compressor = Compressor(try #require(Self.codec(method)), level: 1)
    var content = [BlockContentHeader(.stored, BlockFrame()).byte, compressor.codec.rawValue]
    compressor.compress(document, appendingTo: &content)
    var builder = FileBuilder()
    builder.block(
      rows: 300, decoded: document.count, check: Checksum.crc32(document.span), content)
    builder.end()
    #expect(document.count > Room.least + 4 * content.count)
    #expect(try Husk.decode(builder.bytes) == document)
  }

  private static func codec(_ method: CompressionMethod) -> Codec? {
    Codec.ofLibraries.first { "\($0)" == method.rawValue }
  }
}
