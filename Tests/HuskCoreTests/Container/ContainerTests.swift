// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Container (SPEC §9 Container)", .seeded)
struct ContainerTests {
  private func frames(
    _ bytes: [UInt8], _ pieces: PieceFeed.Pieces = .whole
  ) throws(HuskError) -> [ContainerFrame] {
    var feed = PieceFeed(bytes, pieces, SeededGenerator(stream: 9))
    var reader = ContainerReader(limits: Limits())
    var frames: [ContainerFrame] = []
    while true {
      while let frame = try reader.next() { frames.append(frame) }
      if reader.isFinished { return frames }
      reader.read(from: &feed)
    }
  }

  private func content(_ frames: [ContainerFrame]) -> [ContainerFrame] {
    frames.filter { if case .end = $0 { false } else { true } }
  }

  /// What a small file decodes to, and how many frames make it long enough (SPEC §10.1 Limits).
  @Test(arguments: [(1 << 26, 0), (1 << 29, 1), (3 << 30, 4)])
  func paddingComesInFramesOfAMegabyte(decodedByteCount: Int, frameCount: Int) throws {
    var writer = ContainerWriter([UInt8]())
    let block = BlockHeader(rowCount: 1, decodedByteCount: decodedByteCount, check: 0)
    writer.write(block, content: [0xAA])
    let unpadded = writer.totals
    writer.pad()
    #expect(writer.totals.frameCount - unpadded.frameCount == frameCount)
    let bytes = writer.finish()
    #expect(Limits().decodedByteCount(forInputOf: bytes.count) >= decodedByteCount)
    #expect(try content(frames(bytes)) == [.block(block, content: [0xAA])])
  }

  @Test func aFileHasTheBytesOfTheSpecification() throws {
    var compressor = Compressor(.none, level: 0)
    var writer = ContainerWriter([UInt8]())
    writer.write(TemplateFrame([0x00, 0x00], &compressor))
    let block = BlockHeader(rowCount: 1, decodedByteCount: 2, check: 0x0403_0201)
    writer.write(block, content: [0xAA, 0xBB, 0xCC])
    let bytes = writer.finish()
    let expected = """
      FD 48 4B 01
      21 03 00 00 00
      23 09 01 02 01 02 03 04 AA BB CC
      05 9A 0B 3B 35
      32
      """
    #expect(Hexadecimal.string(bytes) == expected.lowercased().filter { !$0.isWhitespace })
  }

  @Test func theSmallestFileHasNoFrames() throws {
    let writer = ContainerWriter([UInt8]())
    let bytes = writer.finish()
    #expect(Hexadecimal.string(bytes) == "fd484b0105" + "466b4b4f" + "12")
    var totals = FileTotals()
    totals.byteCount = 10
    #expect(try frames(bytes) == [.end(totals)])
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 32, 33, 70], PieceFeed.Pieces.allCases)
  func framesComeBackFromPiecesOfAnySize(blockCount: Int, pieces: PieceFeed.Pieces) throws {
    var generator = SeededGenerator(stream: blockCount)
    let file = SampleFile(blockCount: blockCount, &generator)
    let bytes = file.written()
    let found = try frames(bytes, pieces)
    #expect(content(found) == file.frames)
    guard case .end(let totals)? = found.last else {
      Issue.record("the last frame is not the end")
      return
    }
    #expect(totals.blockCount == blockCount)
    #expect(totals.frameCount == 1 + blockCount + (blockCount > 16 ? 1 : 0))
    #expect(totals.rowCount == file.blocks.reduce(0) { $0 + $1.header.rowCount })
    #expect(totals.decodedByteCount == file.blocks.reduce(0) { $0 + $1.header.decodedByteCount })
    #expect(totals.byteCount == bytes.count)
  }

  @Test(arguments: [0, 1, 16, 17, 33])
  func theWriterWritesWhatTheSpecificationSays(blockCount: Int) throws {
    var generator = SeededGenerator(stream: blockCount)
    let file = SampleFile(blockCount: blockCount, &generator)
    var builder = file.built(withIndex: blockCount > 16)
    builder.end()
    #expect(file.written() == builder.bytes)
  }

  @Test(arguments: PieceFeed.Pieces.allCases)
  func filesBehindOneAnotherAreOneInput(pieces: PieceFeed.Pieces) throws {
    var generator = SeededGenerator()
    let files = [0, 3, 20, 0, 1].map { SampleFile(blockCount: $0, &generator) }
    let bytes = files.flatMap { $0.written() }
    let found = try frames(bytes, pieces)
    #expect(content(found) == files.flatMap(\.frames))
    #expect(found.count == content(found).count + files.count)
  }

  @Test(arguments: PieceFeed.Pieces.allCases)
  func framesThatNobodyKnowsAreSkipped(pieces: PieceFeed.Pieces) throws {
    var builder = FileBuilder()
    builder.frame(17, [1, 2, 3])
    builder.template([0, 0])
    builder.frame(31, [UInt8](repeating: 5, count: 70_000))
    builder.block(rows: 1, decoded: 2, [7])
    builder.frame(24)
    builder.end()
    let found = try frames(builder.bytes, pieces)
    #expect(found.count == 3)
    guard case .end(let totals)? = found.last else {
      Issue.record("the last frame is not the end")
      return
    }
    #expect(totals.frameCount == 5)
  }

  @Test func theWriterWritesFramesForReadersThatKnowThem() throws {
    var writer = ContainerWriter([UInt8]())
    writer.writeAncillary(type: 20, [1, 2])
    let bytes = writer.finish()
    var builder = FileBuilder()
    builder.frame(20, [1, 2])
    builder.end()
    #expect(bytes == builder.bytes)
    #expect(try frames(bytes).count == 1)
  }

  @Test(arguments: [
    TemplateReference(id: [UInt8](1...8)),
    TemplateReference(id: [UInt8](1...32), version: 300, name: "shop/orders_v2.x-y"),
    TemplateReference(id: [UInt8](1...9), name: String(repeating: "a", count: 128)),
  ])
  func aReferenceStandsForATemplate(reference: TemplateReference) throws {
    var writer = ContainerWriter([UInt8]())
    writer.write(reference)
    writer.write(BlockHeader(rowCount: 0, decodedByteCount: 1, check: 0), content: [])
    #expect(try frames(writer.finish()).first == .reference(reference))
  }

  @Test(arguments: Codec.allCases)
  func aTemplateIsCompressedWhereThatHelps(codec: Codec) throws {
    var compressor = Compressor(codec, level: 5)
    var decompressor = Decompressor()
    var generator = SeededGenerator()
    for sample in SampleBytes.allCases {
      let canonical = sample.bytes(400, &generator)
      let template = TemplateFrame(canonical, &compressor)
      var writer = ContainerWriter([UInt8]())
      writer.write(template)
      let found = try frames(writer.finish())
      #expect(found.first == .template(template))
      #expect(try template.canonicalBytes(&decompressor) == canonical)
      #expect(template.data.count <= canonical.count)
    }
  }

  @Test func aFileAndItsBlocksCostFewBytes() throws {
    // Beside the template frame and the content: 23 bytes for a file of a block of 64 KB.
    let content = [UInt8](repeating: 1, count: 65_000)
    let template = TemplateFrame([UInt8](repeating: 1, count: 3000))
    func byteCount(_ blockCount: Int, _ block: BlockHeader) -> Int {
      var writer = ContainerWriter([UInt8]())
      writer.write(template)
      for _ in 0..<blockCount { writer.write(block, content: content) }
      return writer.finish().count - template.payload.count - blockCount * content.count
    }
    let small = BlockHeader(rowCount: 100, decodedByteCount: 2_000_000, check: 0)
    #expect(byteCount(1, small) - 3 == 23)
    let large = BlockHeader(rowCount: 1 << 20, decodedByteCount: 1 << 27, check: 0)
    for blockCount in [1, 2, 16, 17, 40, 200] {
      #expect(byteCount(blockCount, large) <= 24 + 16 * blockCount)
    }
  }
}

extension TemplateFrame {
  fileprivate init(_ canonical: [UInt8]) {
    var compressor = Compressor(.none, level: 0)
    self.init(canonical, &compressor)
  }
}
