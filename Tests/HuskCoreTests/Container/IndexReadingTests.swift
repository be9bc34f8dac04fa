// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("What is read for some rows (SPEC §9.5 Index frames)", .seeded)
struct IndexReadingTests {
  @Test func ofJoinedFilesOnlyIndexesAndTheBlocksThatAreNeededAreRead() throws {
    var generator = SeededGenerator()
    let files = (0..<20).map { _ in
      var file = SampleFile(blockCount: 40, &generator)
      for index in file.blocks.indices {
        file.blocks[index].content = [UInt8](repeating: 9, count: 1000)
      }
      return file
    }
    let source = CountedBytes(files.flatMap { $0.written() })
    let index = try ContainerIndex(reading: source, limits: Limits())
    #expect(index.files.count == 20)
    let found = source.count
    // An end, a start and an index for each file, whatever its blocks are.
    #expect(found < 20 * 400)
    let row = index.files[7].firstRow + index.files[7].rowCount / 2
    let blocks = try index.blocks(holding: row..<row + 1, in: source)
    #expect(!blocks.isEmpty && blocks.allSatisfy { $0.file == 7 })
    for block in blocks { _ = try index.content(of: block, in: source) }
    // The headers of a group or two, and the block.
    #expect(source.count - found < 4000)
  }
}
