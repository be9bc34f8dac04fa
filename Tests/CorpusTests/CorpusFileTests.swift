// SPDX-License-Identifier: Apache-2.0

import HuskCorpus
import HuskTestKit
import Testing

@Suite("Documents that are checked in")
struct CorpusFileTests {
  @Test(arguments: try CorpusManifest().entries)
  func areWhatTheGeneratorMakes(entry: CorpusManifest.Entry) throws {
    guard case .generate(let request) = try CorpusCommand.parse(entry.arguments) else {
      Issue.record("the command of \(entry.name) makes nothing")
      return
    }
    let expected = try entry.file.bytes()
    // Not shown by #expect, which would print both in full.
    let isSame = request.bytes() == expected
    #expect(isSame, "run Scripts/corpus, and see whether the difference is wanted")
  }

  @Test(arguments: try CorpusManifest().entries)
  func areWhatTheManifestSays(entry: CorpusManifest.Entry) throws {
    let bytes = try entry.file.bytes()
    #expect(bytes.count == entry.byteCount)
    #expect(Digest.sha256(bytes) == entry.sha256)
    #expect((60_000...150_000).contains(bytes.count))
  }

  @Test func areAllInTheManifest() throws {
    let names = Corpus.files(in: Corpus.documents).map(\.name)
    #expect(try Set(names) == Set(CorpusManifest().entries.map(\.name)))
    let datasets = Datasets.all.map { "\($0.name).\($0.fileExtension)" }
    #expect(Set(names) == Set(datasets))
  }
}
