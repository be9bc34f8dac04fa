// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite(
  "Real documents are as small as is promised",
  .enabled(if: Corpus.realDocuments != nil, "no documents found"), .timeLimit(.minutes(60)))
struct RealDocumentSizeTests {
  /// Shorter ones may be larger by some bytes.
  private static let leastByteCount = 4096

  @Test(
    "as they come, with their whitespace, beside zstd -3",
    arguments: Corpus.files(in: Corpus.realDocuments, suffix: "json"))
  func defaultLevel(file: CorpusFile) throws {
    let text = try file.bytes()
    guard text.count >= Self.leastByteCount else { return }
    var compressed: [UInt8] = []
    var zstd = Compressor(.zstd, level: 3)
    zstd.compress(text, appendingTo: &compressed)
    let encoded = try Husk.encode(json: text)
    #expect(Double(encoded.count) <= 1.005 * Double(compressed.count), "\(file.name)")
  }
}
