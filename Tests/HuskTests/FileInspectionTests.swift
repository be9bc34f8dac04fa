// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("What files of blocks consist of")
struct FileInspectionTests {
  private func file(_ json: [UInt8], _ layout: Layout) -> [UInt8] {
    var encoder = StreamEncoder(
      options: EncodeOptions(layout: layout), threadCount: 1, blockByteCount: 1000)
    return encoder.run(json).bytes
  }

  private func inspect(_ bytes: [UInt8]) throws -> FileInspection {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(bytes)
    try inspector.finish()
    return inspector.inspection
  }

  @Test("Sizes and rows of all blocks of all files add up")
  func partsAddUp() throws {
    let texts = [Sample.sequence(100), Sample.array(50), Array("[1]".utf8)]
    let files = [file(texts[0], .column), file(texts[1], .column), file(texts[2], .auto)]
    let inspection = try inspect(files.concatenated())
    #expect(inspection.encodedByteCount == files.reduce(0) { $0 + $1.count })
    #expect(inspection.decodedByteCount == texts.reduce(0) { $0 + $1.count })
    #expect(inspection.rowCount == 151)
    #expect(inspection.files.count == 3)
    for (found, bytes) in zip(inspection.files, files) {
      let blocks = found.blocks.reduce(0) { $0 + $1.encodedByteCount }
      #expect(blocks + found.templateByteCount < bytes.count)
      #expect(blocks + found.templateByteCount + 60 > bytes.count)
    }
    #expect(inspection.files[0].blocks.count > 2)
    #expect(inspection.files[0].shapeCount == 1)
    #expect(inspection.files[0].blocks.allSatisfy { $0.form == .columns && $0.shapeCount == 1 })
  }

  @Test("A sequence of no texts has a file without blocks")
  func emptyFileIsFound() throws {
    let empty = try Husk.encode(json: [], options: EncodeOptions(input: .ndjson))
    let inspection = try inspect(empty + empty)
    #expect(inspection.files == [FileInspection.File(), FileInspection.File()])
    #expect(inspection.encodedByteCount == 2 * empty.count)
  }

  @Test("A template that a block brings is counted with the block")
  func templatesOfBlocksAreCounted() throws {
    let json = Sample.sequence(30) + Array(#"{"other":[1,{"x":2}]}"#.utf8)
    let inspection = try inspect(file(json, .column))
    let last = try #require(inspection.blocks.last)
    #expect(last.templateByteCount > 0)
    #expect(last.templateByteCount < last.encodedByteCount)
    #expect(last.shapeCount > 1)
    let sum = inspection.files[0].templateByteCount + last.templateByteCount
    #expect(inspection.templateByteCount == sum)
  }

  @Test("A damaged file is refused")
  func damageIsFound() throws {
    var bytes = file(Sample.sequence(100), .column)
    bytes[bytes.count / 2] ^= 0x55
    #expect(throws: HuskError.self) { try inspect(bytes) }
  }
}
