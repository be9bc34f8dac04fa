// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

/// Documents that are long enough for large sections and many blocks.
@Suite("The reference decoder and whole documents", .timeLimit(.minutes(60)))
struct ReferenceCorpusTests {
  /// Real documents of some hundred kilobytes: the decoder is slow.
  private static let realDocuments = Corpus.files(in: Corpus.realDocuments, suffix: "json")
    .filter { ((try? $0.bytes().count) ?? .max) <= 600_000 }

  @Test(arguments: Corpus.files(in: Corpus.documents))
  func decodesEveryDocument(file: CorpusFile) throws {
    let document = try file.bytes()
    for options in [EncodeOptions(layout: .text), EncodeOptions(layout: .column, effort: .max)] {
      let encoded = try Husk.encode(json: document, options: options)
      #expect(try Reference().decode(encoded) == document)
    }
  }

  @Test(
    .enabled(if: Corpus.realDocuments != nil, "no documents found"), arguments: realDocuments)
  func decodesRealDocuments(file: CorpusFile) throws {
    let document = try file.bytes()
    #expect(try Reference().decode(Husk.encode(json: document)) == document)
  }

  @Test(.enabled(if: Corpus.realDocuments != nil, "no documents found"))
  func realDocumentsAreThere() {
    #expect(Self.realDocuments.count > 5)
  }
}
