// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Files read from their end (SPEC §9.7 Concatenation)", .seeded)
struct ContainerIndexTests {
  private func index(_ bytes: [UInt8], _ limits: Limits = Limits()) throws(HuskError)
    -> ContainerIndex
  {
    try ContainerIndex(reading: bytes, limits: limits)
  }

  /// Everything there is to read, one part after the other.
  private func everything(_ bytes: [UInt8]) throws(HuskError) -> [ContainerFrame] {
    let index = try index(bytes)
    var frames: [ContainerFrame] = []
    let blocks = try index.blocks(in: bytes)
    for file in index.files.indices {
      if let template = try index.template(of: file, in: bytes) { frames.append(template) }
      for block in blocks where block.file == file {
        frames.append(.block(block.header, content: try index.content(of: block, in: bytes)))
      }
    }
    return frames
  }

  @Test(arguments: [0, 1, 15, 16, 17, 32, 33, 100])
  func findsEveryBlockOfAFile(blockCount: Int) throws {
    var generator = SeededGenerator(stream: blockCount)
    let file = SampleFile(blockCount: blockCount, &generator)
    #expect(try everything(file.written()) == file.frames)
    for builder in [file.built(withIndex: false), file.built(withIndex: blockCount > 0)] {
      var builder = builder
      builder.end()
      #expect(try everything(builder.bytes) == file.frames)
    }
  }

  @Test func findsEveryFileOfAnInput() throws {
    var generator = SeededGenerator()
    let files = [3, 0, 40, 17, 0, 1].map { SampleFile(blockCount: $0, &generator) }
    let bytes = files.flatMap { $0.written() }
    let index = try index(bytes)
    #expect(index.files.count == files.count)
    #expect(index.blockCount == 61)
    let rowCounts = files.map { $0.blocks.reduce(0) { $0 + $1.header.rowCount } }
    #expect(index.files.map(\.rowCount) == rowCounts)
    #expect(index.rowCount == rowCounts.reduce(0, +))
    #expect(try everything(bytes) == files.flatMap(\.frames))
  }

  @Test func findsTheBlocksThatHoldRows() throws {
    var generator = SeededGenerator()
    let files = [20, 0, 35, 4].map { SampleFile(blockCount: $0, &generator) }
    let bytes = files.flatMap { $0.written() }
    let index = try index(bytes)
    let all = try index.blocks(in: bytes)
    var firstRow = 0
    for block in all {
      #expect(block.rows == firstRow..<firstRow + block.header.rowCount)
      firstRow += block.header.rowCount
    }
    for _ in 0..<200 {
      let start = generator.below(index.rowCount + 10)
      let rows = start..<start + generator.below(1000)
      #expect(try index.blocks(holding: rows, in: bytes) == all.filter { $0.rows.overlaps(rows) })
    }
  }

  @Test func skipsFramesThatNobodyKnows() throws {
    var builder = FileBuilder()
    builder.frame(30, [1])
    builder.template([1, 2])
    builder.frame(31, [1, 2])
    let first = builder.bytes.count
    builder.block(rows: 1, decoded: 3, [9])
    builder.frame(17)
    let size = builder.bytes.count - first
    var indexed = builder
    builder.end()
    indexed.index([1, first, size, 1, 3])
    indexed.end()
    let header = BlockHeader(rowCount: 1, decodedByteCount: 3, check: 0x0403_0201)
    for bytes in [builder.bytes, indexed.bytes] {
      let frames = try everything(bytes)
      #expect(frames.count == 2)
      #expect(frames.last == .block(header, content: [9]))
    }
  }

  /// A file of blocks with an index that says of all of them that they have these rows and bytes.
  private func file(
    _ rows: [Int], skipping count: Int = 0, saying indexed: (rows: Int, decoded: Int)
  ) -> [UInt8] {
    var builder = FileBuilder()
    var offsets: [Int] = []
    for rowCount in rows {
      offsets.append(builder.bytes.count)
      builder.block(rows: rowCount, decoded: 3, [9])
    }
    let first = offsets[count]
    builder.index([
      rows.count - count, first, builder.bytes.count - first, indexed.rows, indexed.decoded,
    ])
    builder.end()
    return builder.bytes
  }

  @Test func indexesThatSayTooLittleOrTooMuchAreRefused() throws {
    #expect(
      try index(file([1, 2], saying: (3, 6))).blocks(in: file([1, 2], saying: (3, 6))).count == 2)
    let most = Int.max
    for (rows, saying) in [
      ([1, 2], (2, 6)), ([1, 2], (4, 6)), ([1, 2], (3, 5)), ([1, most], (3, 6)),
      ([most, most], (most, 6)), ([most], (1, 3)),
    ] {
      // Rows of a file before it make sums of them even larger.
      for bytes in [
        file(rows, saying: saying), file([5], saying: (5, 3)) + file(rows, saying: saying),
      ] {
        let error = #expect(throws: HuskError.self) { try index(bytes).blocks(in: bytes) }
        #expect(error?.code == .invalidIndex || error?.code == .limitExceeded)
      }
    }
  }

  @Test func indexesThatLeaveOutTheFirstBlocksAreRefused() throws {
    let bytes = file([1, 1, 1], skipping: 1, saying: (2, 6))
    let error = #expect(throws: HuskError.self) { try index(bytes).template(of: 0, in: bytes) }
    #expect(error?.code == .invalidIndex)
  }

  @Test func findsReferencesToTemplates() throws {
    let reference = TemplateReference(id: [UInt8](0..<16), version: 3, name: "orders")
    var writer = ContainerWriter([UInt8]())
    writer.write(reference)
    let bytes = writer.finish()
    #expect(try everything(bytes) == [.reference(reference)])
  }

  @Test func refusesEveryTruncation() throws {
    for blockCount in [2, 18] {
      var generator = SeededGenerator()
      let bytes = SampleFile(blockCount: blockCount, &generator).written()
      for end in bytes.indices {
        #expect(throws: HuskError.self, "cut at \(end)") { try index(Array(bytes[..<end])) }
      }
    }
  }

  @Test func aFlippedBitChangesNoRowsOfOtherBlocks() throws {
    var generator = SeededGenerator()
    var file = SampleFile(blockCount: 34, &generator)
    for index in file.blocks.indices { file.blocks[index].content.removeAll { $0 < 240 } }
    var builder = file.built()
    builder.end()
    let good = try everything(builder.bytes)
    for bit in 0..<builder.bytes.count * 8 where builder.isFraming[bit / 8] {
      var bytes = builder.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let found = try? everything(bytes) else { continue }
      // The check of a block is for its layout to compare, and the one of the framing is for
      // readers that go through all of it.
      guard found.count == good.count else {
        // A template that is taken for a frame that nobody knows: no block can be decoded then.
        #expect(found == Array(good.dropFirst()))
        continue
      }
      let differing = zip(found, good).filter { $0 != $1 }
      #expect(differing.count <= 1)
      for case (.block(let left, let content), .block(let right, let same)) in differing {
        #expect(left.rowCount == right.rowCount && content == same)
        #expect(left.decodedByteCount == right.decodedByteCount)
      }
    }
  }

  @Test func refusesAnIndexThatLies() throws {
    func bytes(_ numbers: [Int]) -> [UInt8] {
      var builder = FileBuilder()
      builder.template([])
      for _ in 0..<17 { builder.block(rows: 1, decoded: 2, [2]) }
      builder.index(numbers)
      builder.end()
      return builder.bytes
    }
    let good = [17, 7, 16 * 9, 16, 32, 9, 1, 2]
    #expect(try everything(bytes(good)).count == 18)
    for index in good.indices {
      for change in [-1, 1, 7, 200] where good[index] + change >= 0 {
        var lie = good
        lie[index] += change
        #expect(throws: HuskError.self, "\(lie)") { try everything(bytes(lie)) }
      }
    }
    for lie in [good + [0], good.dropLast(3), [], [0, 7], [Int.max] + good.dropFirst()] {
      #expect(throws: HuskError.self, "\(lie)") { try everything(bytes(Array(lie))) }
    }
  }

  @Test func refusesTrailersThatLie() throws {
    var generator = SeededGenerator()
    let file = SampleFile(blockCount: 18, &generator)
    for tail in [0, 1, 5, 20, 1 << 30, Int.max] {
      var builder = file.built()
      builder.end(tail: tail)
      #expect(throws: HuskError.self) { try index(builder.bytes) }
    }
    for length in [0, 1, 2, 100, 1 << 30, Int.max, Int.max - 1] {
      var builder = file.built()
      builder.end(length: length)
      #expect(throws: HuskError.self) { try index(builder.bytes) }
    }
    #expect(throws: HuskError.self) { try index([]) }
    #expect(throws: HuskError.self) { try index([0xFF, 0xFF]) }
    #expect(throws: HuskError.self) { try index([UInt8](repeating: 0, count: 40)) }
    #expect(throws: HuskError.self) { try index([0x0A] + file.written()) }
  }

  @Test func noiseIsRefused() {
    var generator = SeededGenerator()
    for _ in 0..<3000 {
      let noise = SampleBytes.noise.bytes(generator.below(60), &generator)
      #expect(throws: HuskError.self) { try index(noise) }
      #expect(throws: HuskError.self) { try index(FileMagic.bytes + noise) }
    }
  }

  /// An index is only held against the blocks that are asked for, so a few bytes may say any number.
  @Test(arguments: [2, 3])
  func refusesMoreRowsThanCanBeCounted(fileCount: Int) {
    var builder = FileBuilder()
    builder.block(rows: 1, decoded: 2, [1])
    builder.index([1, 4, builder.bytes.count - 4, .max, .max])
    builder.end()
    let bytes = repeatElement(builder.bytes, count: fileCount).concatenated()
    let error = #expect(throws: HuskError.self) { try index(bytes) }
    #expect(error?.code == .invalidIndex)
    #expect(throws: Never.self) { try index(builder.bytes) }
  }
}
