// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Where files of blocks are cut into pieces, decided by what their frames say.
///
/// Nothing is decoded for it. It sees every frame, so that what is not complete, or cannot be cut,
/// shows before anything is written.
package struct SplitPlan: ~Copyable {
  /// How large pieces are.
  package enum Size: Sendable, Equatable {
    /// So many pieces of about as much text each; fewer where there are fewer blocks.
    case parts(Int)
    /// At most so many rows each, or one block.
    case rows(Int)
    /// At most so many bytes of blocks each, or one block.
    case bytes(Int)
  }

  private struct Block {
    var frame: BlockFrame
    var rowCount: Int
    var byteCount: Int
    var decodedByteCount: Int
  }

  private var reader: BlockReader
  private var blocks: [Block] = []

  /// Creates a plan of no files.
  package init(limits: Limits = Limits()) { reader = BlockReader(limits: limits) }

  /// Takes bytes of the files.
  package mutating func append(_ bytes: [UInt8]) throws(HuskError) {
    reader.append(bytes)
    try read()
  }

  /// Says that no more bytes will arrive.
  package mutating func finish() throws(HuskError) {
    reader.finish()
    try read()
  }

  private mutating func read() throws(HuskError) {
    while let block = try reader.next() {
      guard block.fields == nil else { throw BlockMover.sealedFields(at: block.offset) }
      blocks.append(
        Block(
          frame: block.contentHeader.frame, rowCount: block.header.rowCount,
          byteCount: block.frameByteCount, decodedByteCount: block.header.decodedByteCount))
    }
  }

  /// The numbers of the blocks that pieces start with, but for the first.
  ///
  /// - Throws: ``HuskError`` where an array would be cut.
  /// - Complexity: O(*b*) for *b* blocks.
  package func cuts(_ size: Size) throws(HuskError) -> [Int] {
    let cuts =
      switch size {
      case .parts(let count): cutsIntoParts(count)
      case .rows(let most): cuts(atMost: most, \.rowCount)
      case .bytes(let most): cuts(atMost: most, \.byteCount)
      }
    for cut in cuts where blocks[cut].frame.continues {
      guard !blocks[cut].frame.hasElements, !blocks[cut - 1].frame.hasElements else {
        throw BlockMover.arrayIsWhole
      }
    }
    return cuts
  }

  private func cutsIntoParts(_ count: Int) -> [Int] {
    let total = blocks.reduce(0) { $0 + $1.decodedByteCount }
    var cuts: [Int] = []
    var sum = 0
    for (number, block) in blocks.enumerated() {
      let started = cuts.count + 1
      let isDue = Double(sum) >= Double(total) * Double(started) / Double(count)
      // As many blocks are left as pieces are missing.
      let isLastChance = blocks.count - number <= count - started
      if number > 0, started < count, isDue || isLastChance { cuts.append(number) }
      sum += block.decodedByteCount
    }
    return cuts
  }

  private func cuts(atMost most: Int, _ measure: (Block) -> Int) -> [Int] {
    var cuts: [Int] = []
    var sum = 0
    for (number, block) in blocks.enumerated() {
      let count = measure(block)
      if number > 0, sum + count > most {
        cuts.append(number)
        sum = 0
      }
      sum += count
    }
    return cuts
  }
}
