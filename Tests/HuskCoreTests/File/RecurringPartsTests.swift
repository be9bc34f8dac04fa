// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("How much of a block stands in those before, in parts")
struct RecurringPartsTests {
  /// A text of words that are not in others.
  private static func text(_ byteCount: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    while text.count < byteCount { text += Array("\(String(random.next(), radix: 36)), ".utf8) }
    return text
  }

  private func shares(_ blocks: [[UInt8]], in blockCount: Int = 9) -> [Double] {
    var parts = RecurringParts(isOn: true)
    return blocks.map { block in
      let bytes = PaddedBytes(block)
      return parts.share(of: bytes.source, in: blockCount)
    }
  }

  @Test("is told of blocks that have something in common, wherever it is")
  func sharesAreTold() {
    let (some, others) = (Self.text(200_000, seed: 1), Self.text(200_000, seed: 2))
    let shares = shares([
      some, others, Array("not aligned".utf8) + some,
      others.prefix(50_000) + Self.text(150_000, seed: 3),
    ])
    #expect(shares[0] == 0 && shares[1] == 0)
    #expect(shares[2] > 0.95)
    #expect(shares[3] > 0.15 && shares[3] < 0.35)
  }

  @Test("does not count what stands in the block itself before, however often")
  func repetitionsInABlockDoNotCount() {
    let (some, others) = (Self.text(100_000, seed: 4), Self.text(100_000, seed: 5))
    let repeated = [[UInt8]](repeating: others, count: 5).flatMap(\.self)
    #expect(shares([repeated]) == [0])
    let share = shares([some, repeated + some])[1]
    #expect(share > 0.35 && share < 0.65)
  }

  @Test("does not count blocks that are too far back")
  func farBlocksDoNotCount() {
    let (some, others) = (Self.text(100_000, seed: 6), Self.text(100_000, seed: 7))
    #expect(shares([some, others, some], in: 2)[2] > 0.95)
    #expect(shares([some, others, some], in: 1)[2] == 0)
    #expect(shares([some, others, some], in: 0) == [0, 0, 0])
  }

  @Test("is nothing of blocks of a few bytes, or where nobody wants to know")
  func nothingIsTold() {
    #expect(shares([[], [], Array("{}".utf8), Array("{}".utf8)]) == [0, 0, 0, 0])
    var parts = RecurringParts(isOn: false)
    let bytes = PaddedBytes(Self.text(100_000, seed: 8))
    #expect(parts.share(of: bytes.source, in: 9) == 0)
    #expect(parts.share(of: bytes.source, in: 9) == 0)
  }
}
