// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("Whether blocks may be smaller together, as text")
struct LevelTrialTests {
  /// A block of 16 MB of which a fast compressor made so many bytes.
  private func block(_ fastByteCount: Int?) -> EncodedBlock {
    var block = EncodedBlock(
      header: BlockHeader(rowCount: 1, decodedByteCount: 16 << 20, check: 0),
      contentHeader: BlockContentHeader(.stored, BlockFrame()), body: [], template: nil)
    block.fastByteCount = fastByteCount
    return block
  }

  private func mayBecome(
    _ limit: Int, _ blocks: [EncodedBlock], recurring share: Double = 0, level: Int = 9
  ) -> Bool {
    LevelTrial.mayBecome(limit, blocks, recurring: share, Effort(level: level))
  }

  @Test("is told by what a fast compressor made of each", arguments: 4...9)
  func fastSizesTell(level: Int) {
    let blocks = [block(2_000_000), block(2_000_000)]
    #expect(mayBecome(3_600_000, blocks, level: level))
    #expect(!mayBecome(1_200_000, blocks, level: level))
  }

  @Test("depends on how much of them stands in those before")
  func whatRecursCounts() {
    let blocks = [block(2_000_000), block(2_000_000)]
    #expect(!mayBecome(2_000_000, blocks))
    #expect(mayBecome(2_000_000, blocks, recurring: 0.25))
    #expect(mayBecome(1, blocks, recurring: 1))
  }

  @Test("is told where it was not tried on one of them, or they repeat themselves")
  func notAllIsKnown() {
    #expect(mayBecome(1, [block(2_000_000), block(nil)]))
    // What shrinks to less than a sixteenth repeats itself.
    #expect(mayBecome(900_000, [block(1_000_000), block(1_000_000)]))
    #expect(!mayBecome(1_000_000, [block(1_100_000), block(1_100_000)]))
  }
}
