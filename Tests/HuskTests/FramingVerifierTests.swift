// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Letting files through", .seeded)
struct FramingVerifierTests {
  /// A file of several blocks.
  private static func file() -> [UInt8] {
    var encoder = StreamEncoder(
      options: EncodeOptions(layout: .column), threadCount: 1, blockByteCount: 500)
    return encoder.run(Sample.sequence(60)).bytes
  }

  @Test(arguments: PieceFeed.Pieces.allCases)
  func letsWholeFilesThrough(pieces: PieceFeed.Pieces) {
    let bytes = Self.file() + Self.file()
    var verifier = FramingVerifier()
    let result = verifier.run(PieceFeed(bytes, pieces, SeededGenerator(stream: 0)))
    #expect(result.error == nil)
    #expect(result.bytes == bytes)
    #expect(verifier.progress.rowCount == 120)
    #expect(verifier.progress.blockCount > 2)
  }

  @Test func refusesEveryCut() {
    let bytes = Self.file()
    for count in bytes.indices {
      var verifier = FramingVerifier()
      let result = verifier.run(Array(bytes[..<count]))
      #expect(result.error != nil)
      #expect(bytes.starts(with: result.bytes))
    }
  }

  @Test func refusesWhatFollowsAFile() {
    var verifier = FramingVerifier()
    let result = verifier.run(Self.file() + [0x0A])
    #expect(result.error?.code == .notHusk)
  }
}
