// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite(
  "Real documents come back",
  .enabled(if: Corpus.realDocuments != nil, "no documents found"), .timeLimit(.minutes(60)))
struct RealCorpusTests {
  #if DEBUG
    /// Debug builds are fifty times slower, so they leave out the large documents.
    private static let byteLimit = 1_000_000
  #else
    private static let byteLimit = Int.max
  #endif

  private static let files = Corpus.files(in: Corpus.realDocuments, suffix: "json")
    .filter { file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.url.path)
      return (attributes?[.size] as? Int ?? 0) <= byteLimit
    }

  @Test(arguments: files)
  func byteForByte(file: CorpusFile) throws {
    let document = try file.bytes()
    let encoded = try Husk.encode(json: document)
    #expect(try Husk.decode(encoded) == document)
    // Brackets become counts, so the text layout alone can be a trifle larger.
    #expect(encoded.count < document.count + document.count / 1000)
  }

  @Test(arguments: files)
  func minified(file: CorpusFile) throws {
    let document = try file.bytes()
    let encoded = try Husk.encode(
      json: document, options: EncodeOptions(whitespace: .minified))
    let texts = try ReferenceParser.parseSequence(document).map(\.minified)
    var expected = Array(texts.joined(separator: [ASCII.lineFeed]))
    let ending = document.reversed().prefix { ASCII.isWhitespace($0) }
    if ending.contains(ASCII.lineFeed) { expected.append(ASCII.lineFeed) }
    #expect(try Husk.decode(encoded) == expected)
  }

  @Test func areThere() {
    #expect(Self.files.count > 10)
  }
}
