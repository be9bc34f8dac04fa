// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Damaged containers (SPEC §9 Container)", .seeded)
struct DamagedContainerTests {
  /// A file with everything in it, and which of its bytes are framing.
  private func sample(blockCount: Int = 18) -> FileBuilder {
    var generator = SeededGenerator()
    var file = SampleFile(blockCount: blockCount, &generator)
    for index in file.blocks.indices { file.blocks[index].content.removeAll { $0 < 240 } }
    var builder = file.built()
    builder.end()
    return builder
  }

  private func frames(_ bytes: [UInt8], _ limits: Limits = Limits()) throws(HuskError)
    -> [ContainerFrame]
  {
    var reader = ContainerReader(whole: bytes, limits: limits)
    var frames: [ContainerFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }

  private func expect(
    _ code: HuskError.Code, at offset: Int? = nil, _ limits: Limits = Limits(),
    location: SourceLocation = #_sourceLocation, _ build: (inout FileBuilder) -> Void
  ) {
    var builder = FileBuilder()
    build(&builder)
    let error = #expect(throws: HuskError.self, sourceLocation: location) {
      try frames(builder.bytes, limits)
    }
    #expect(error?.code == code, sourceLocation: location)
    if let offset { #expect(error?.offset == offset, sourceLocation: location) }
  }

  @Test func refusesEveryTruncation() throws {
    let bytes = sample().bytes
    for end in 0..<bytes.count {
      #expect(throws: HuskError(.truncated, at: end, ""), "cut at \(end)") {
        try frames(Array(bytes[..<end]))
      }
      guard end > 0 else { continue }
      #expect(throws: HuskError.self, "cut at \(end), then a whole file") {
        try frames(bytes[..<end] + bytes)
      }
    }
  }

  @Test func refusesTheTruncationOfTheSecondFileButForAWholeOne() throws {
    let bytes = sample(blockCount: 2).bytes
    for end in 1..<bytes.count {
      #expect(throws: HuskError(.truncated, at: bytes.count + end, "")) {
        try frames(bytes + bytes[..<end])
      }
    }
    #expect(try frames(bytes + bytes).count == 2 * frames(bytes).count)
  }

  @Test func noFlippedBitOfTheFramingPasses() throws {
    let sample = sample()
    let good = try frames(sample.bytes)
    for bit in 0..<sample.bytes.count * 8 {
      var bytes = sample.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      do throws(HuskError) {
        let found = try frames(bytes)
        #expect(!sample.isFraming[bit / 8], "bit \(bit % 8) of byte \(bit / 8)")
        // Only what the check of a block covers may differ, in one frame.
        #expect(zip(found, good).count { $0 != $1 } == 1 && found.count == good.count)
      } catch {
        #expect(sample.isFraming[bit / 8] || error.offset != nil)
      }
    }
  }

  @Test func noByteOfTheFramingMayBeMissingOrTwice() {
    let sample = sample()
    for index in sample.bytes.indices where sample.isFraming[index] {
      var bytes = sample.bytes
      bytes.remove(at: index)
      #expect(throws: HuskError.self, "without byte \(index)") { try frames(bytes) }
      bytes.insert(sample.bytes[index], at: index)
      bytes.insert(sample.bytes[index], at: index)
      #expect(throws: HuskError.self, "with byte \(index) twice") { try frames(bytes) }
    }
  }

  @Test func heavyDamageIsAnErrorToEveryReader() {
    let good = sample().bytes
    var generator = SeededGenerator()
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<generator.within(1...4) where !bytes.isEmpty {
        let start = generator.below(bytes.count)
        let range = start..<min(bytes.count, start + generator.below(12))
        let noise = SampleBytes.noise.bytes(generator.below(12), &generator)
        bytes.replaceSubrange(range, with: generator.chance(1, in: 3) ? [] : noise)
      }
      guard bytes != good else { continue }
      let damaged = bytes
      let found = try? frames(damaged)
      #expect(found == nil || found?.count == 19 + 1, "\(Hexadecimal.string(damaged))")
      let index = try? ContainerIndex(reading: damaged, limits: Limits())
      #expect((try? index?.blocks(in: damaged))?.count ?? 18 == 18)
    }
  }

  @Test func noBlockMayVanishOrMove() throws {
    var generator = SeededGenerator()
    let file = SampleFile(blockCount: 4, &generator)
    let good = file.built(withIndex: false)
    var whole = good
    whole.end()
    let end = Array(whole.bytes[good.bytes.count...])
    for index in file.blocks.indices {
      var short = file
      short.blocks.remove(at: index)
      #expect(throws: HuskError.self) {
        try frames(short.built(withIndex: false).bytes + end)
      }
      var moved = file
      moved.blocks.swapAt(index, (index + 1) % 4)
      #expect(throws: HuskError.self) {
        try frames(moved.built(withIndex: false).bytes + end)
      }
    }
  }

  @Test func refusesOtherFormatsAndVersions() {
    for magic: [UInt8] in [
      [0xFD, 0x37, 0x7A, 0x58], [0x7B], [0xFD, 0x48, 0x4A], [0xFD, 0x48, 1],
    ] {
      #expect(throws: HuskError(.notHusk, at: 0, "")) { try frames(magic) }
    }
    #expect(throws: HuskError(.unsupportedVersion, at: 3, "")) {
      try frames([0xFD, 0x48, 0x4B, 0x02])
    }
    let bytes = sample(blockCount: 1).bytes
    #expect(throws: HuskError(.notHusk, at: bytes.count, "")) { try frames(bytes + [0x0A]) }
    #expect(throws: HuskError(.truncated, at: 0, "")) { try frames([]) }
  }

  @Test(arguments: [0, 7, 8, 15] as [UInt8])
  func refusesCriticalFramesThatItDoesNotKnow(type: UInt8) {
    expect(.unsupportedFrame, at: 4) {
      $0.frame(type, [1, 2])
      $0.end()
    }
  }

  @Test func refusesLengthsThatAreNotShort() {
    expect(.invalidFrame, at: 4) { $0.raw([0x20 | 17, 0]) }
    expect(.invalidFrame, at: 4) { $0.raw([0x40 | 17, 1, 0]) }
    expect(.invalidFrame, at: 4) { $0.raw([0xE0 | 1, 1, 1, 1, 1, 1, 1, 0]) }
  }

  @Test func refusesLengthsThatAreNotTrue() {
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    expect(.limitExceeded, at: 4) { $0.raw([0xE0 | 1] + most) }
    expect(.truncated, at: 12) { $0.raw([0xE0 | 17] + most) }
    expect(.truncated) { $0.raw([0x80 | 1, 0, 0, 0, 0x7F, 0]) }
    expect(.truncated) { $0.raw([0x20 | 1, 9, 0, 0]) }
    expect(.truncated, at: 5) { $0.frame(1) }
    expect(.invalidFrame) {
      $0.template([])
      $0.raw([0x20 | 5, 1, 0])
    }
  }

  @Test func refusesFramesInAnotherOrder() {
    expect(.invalidFrame, at: 8) {
      $0.template([9])
      $0.template([9])
    }
    expect(.invalidFrame) {
      $0.template([])
      $0.block(rows: 1, decoded: 1, [])
      $0.index([1, 7, 8, 1, 1])
      $0.frame(17)
    }
    expect(.invalidIndex) {
      $0.template([])
      $0.index([0, 0])
    }
  }

  @Test func refusesBlocksThatBreakTheirRules() {
    expect(.invalidFrame, at: 9) {
      $0.template([])
      $0.block(rows: 2, decoded: 1, [])
    }
    expect(.invalidVarint) {
      $0.template([])
      $0.frame(3, [0x80, 0x00, 0x01, 0, 0, 0, 0])
    }
    expect(.truncated) {
      $0.template([])
      $0.frame(3, [1, 1, 0, 0, 0])
      $0.end()
    }
  }

  @Test func refusesWhatExceedsALimit() {
    func template(_ builder: inout FileBuilder) { builder.template([1, 2, 3]) }
    expect(.limitExceeded, Limits(templateByteCount: 2), template)
    expect(.limitExceeded, Limits(frameByteCount: 3), template)
    expect(.limitExceeded, Limits(templateByteCount: 2)) { $0.frame(1, [3, 3, 1]) }
    func block(_ builder: inout FileBuilder) {
      builder.template([])
      builder.block(rows: 9, decoded: 10, [])
    }
    expect(.limitExceeded, Limits(blockRowCount: 8), block)
    expect(.limitExceeded, Limits(blockByteCount: 9), block)
    expect(.limitExceeded, Limits(decodedByteCount: 9), block)
    expect(.limitExceeded, Limits(decodedByteCount: 19)) {
      block(&$0)
      $0.block(rows: 9, decoded: 10, [])
    }
  }

  @Test func refusesReferencesThatBreakTheirRules() {
    expect(.invalidFrame) { $0.frame(2, [7] + [UInt8](repeating: 0, count: 8)) }
    expect(.invalidFrame) { $0.frame(2, [33] + [UInt8](repeating: 0, count: 34)) }
    expect(.truncated) { $0.frame(2, [8] + [UInt8](repeating: 0, count: 8)) }
    expect(.invalidFrame) { $0.frame(2, [8] + [UInt8](repeating: 0, count: 9) + [0x20]) }
    expect(.invalidFrame) { $0.frame(2, [8] + [UInt8](repeating: 97, count: 9 + 129)) }
  }

  @Test(arguments: [8, 255] as [UInt8])
  func refusesTemplatesInCodecsThatItDoesNotKnow(codec: UInt8) {
    expect(.unsupportedCodec, at: 6) { $0.frame(1, [codec, 1, 1]) }
  }

  @Test func refusesEndsThatAreNotTrue() {
    func start(_ builder: inout FileBuilder) {
      builder.template([1])
      builder.block(rows: 1, decoded: 1, [2])
    }
    expect(.invalidEnd) {
      start(&$0)
      $0.end(check: 0)
    }
    expect(.invalidEnd) {
      start(&$0)
      $0.end(tail: 5)
    }
    for length in [0, 1, 43, 45, 46, 1 << 20] {
      expect(.invalidEnd) {
        start(&$0)
        $0.end(length: length)
      }
    }
  }

  @Test func refusesAnIndexThatIsNotTrue() throws {
    // The template frame is at 4, the blocks at 7, 16 and 25.
    let good = [17, 7, 16 * 9, 16, 32, 9, 1, 2]
    func start(_ builder: inout FileBuilder) {
      builder.template([])
      for _ in 0..<17 { builder.block(rows: 1, decoded: 2, [2]) }
    }
    var builder = FileBuilder()
    start(&builder)
    builder.index(good)
    builder.end()
    #expect(try frames(builder.bytes).count == 19)
    for index in good.indices {
      for change in [-1, 1, 200] where good[index] + change >= 0 {
        var lie = good
        lie[index] += change
        expect(.invalidIndex) {
          start(&$0)
          $0.index(lie)
          $0.end()
        }
      }
    }
    for lie in [good.dropLast(), good + [0], good.dropLast(3), [], [0, 0]] {
      expect(.invalidIndex) {
        start(&$0)
        $0.index(Array(lie))
        $0.end()
      }
    }
  }
}
