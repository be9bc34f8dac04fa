// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
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

@Suite("Whether text may be small enough to be stored")
struct TextLevelTrialTests {
  /// A megabyte of words, of which all that follows the first `byteCount` bytes stood there before.
  private static func text(repeatingAfter byteCount: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 5)
    var text: [UInt8] = []
    while text.count < byteCount {
      text += Array("\(String(random.below(1 << 20), radix: 30)) ".utf8)
    }
    while text.count < 1 << 20 { text += text.prefix(byteCount) }
    return text
  }

  private static func count(_ text: [UInt8], level: Int) -> Int {
    var compressor = Compressor(.zstd, level: level)
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(text, appendingTo: &compressed)
    return compressed.count
  }

  @Test("a run tells less where text repeats itself, as that is far away", arguments: 4...6)
  func runsTell(level: Int) throws {
    for (isRepetition, byteCount) in [(true, 1 << 15), (false, 1 << 20)] {
      let text = Self.text(repeatingAfter: byteCount)
      let fast = Self.count(text, level: 3)
      #expect((fast * 16 < text.count) == isRepetition)
      let start = (text.count - text.count / 8) / 2
      let run = Array(text[start..<start + text.count / 8])
      let effort = Effort(level: level)
      let ofRun = (
        fast: Double(Self.count(run, level: 3)),
        inUse: Double(Self.count(run, level: effort.zstdLevel))
      )
      let expected = ofRun.inUse / ofRun.fast * Double(fast)
      let results = [0.95, 0.85, 0.75].map { share in
        var trial = LevelTrial(effort, .auto)
        return trial.mayBecome(Int(share * expected), text.span)
      }
      #expect(results == [true, isRepetition, false])
    }
  }
}
