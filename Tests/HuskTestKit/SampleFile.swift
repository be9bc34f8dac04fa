// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// A file of blocks with random content, to write, damage and read.
package struct SampleFile {
  /// A block and its content.
  package struct Block {
    /// What stands before the content.
    package var header: BlockHeader
    /// The content.
    package var content: [UInt8]
  }

  /// The canonical bytes of the template, which are no template.
  package var template: [UInt8]
  /// The blocks.
  package var blocks: [Block]

  /// Creates a file with a number of blocks.
  package init(blockCount: Int, _ generator: inout SeededGenerator) {
    template = SampleBytes.noise.bytes(generator.below(300), &generator)
    blocks = []
    for _ in 0..<blockCount {
      let rowCount = generator.chance(1, in: 5) ? 0 : generator.below(300)
      let header = BlockHeader(
        rowCount: rowCount, decodedByteCount: rowCount * 9 + generator.below(500),
        check: UInt32(truncatingIfNeeded: generator.next()))
      let content = SampleBytes.noise.bytes(generator.below(300), &generator)
      blocks.append(Block(header: header, content: content))
    }
  }

  /// The frames that a reader should find.
  package var frames: [ContainerFrame] {
    var compressor = Compressor(.none, level: 0)
    var frames = [ContainerFrame.template(TemplateFrame(template, &compressor))]
    frames += blocks.map { .block($0.header, content: $0.content) }
    return frames
  }

  /// Writes the file with the library.
  package func written() -> [UInt8] {
    var compressor = Compressor(.none, level: 0)
    var writer = ContainerWriter([UInt8]())
    writer.write(TemplateFrame(template, &compressor))
    for block in blocks { writer.write(block.header, content: block.content) }
    return writer.finish()
  }

  /// Writes the file part by part, up to its end.
  package func built(withIndex: Bool = true) -> FileBuilder {
    var builder = FileBuilder()
    builder.template(template)
    var groups: [[Int]] = []
    let first = builder.bytes.count
    for (index, block) in blocks.enumerated() {
      let start = builder.bytes.count
      builder.block(
        rows: block.header.rowCount, decoded: block.header.decodedByteCount,
        check: block.header.check, block.content)
      if index % 16 == 0 { groups.append([0, 0, 0]) }
      let numbers = [
        builder.bytes.count - start, block.header.rowCount, block.header.decodedByteCount,
      ]
      groups[groups.count - 1] = zip(groups[groups.count - 1], numbers).map { $0 + $1 }
    }
    if withIndex { builder.index([blocks.count, first] + groups.joined()) }
    return builder
  }
}
