// SPDX-License-Identifier: Apache-2.0

/// A frame of a file, read and checked as far as its framing goes (SPEC §9.2 Frames).
package enum ContainerFrame: Equatable, Sendable {
  /// Which fields of the blocks that follow are sealed; what it says is not for the container.
  case fields([UInt8])
  /// The template of the blocks that follow.
  case template(TemplateFrame)
  /// The name of the template of the blocks that follow.
  case reference(TemplateReference)
  /// A block; whether its content is what it should be is for its layout to check.
  case block(BlockHeader, content: [UInt8])
  /// The end of a file, which agrees with everything before it.
  case end(FileTotals)
}

/// What a file consists of.
package struct FileTotals: Equatable, Sendable {
  /// The number of frames before the end frame, skipped ones included.
  package var frameCount = 0
  /// The number of blocks.
  package var blockCount = 0
  /// The number of rows in all blocks.
  package var rowCount = 0
  /// The number of bytes of text that all blocks decode to.
  package var decodedByteCount = 0
  /// The number of bytes of the file so far, or in all.
  package var byteCount = 0

  /// Creates the totals of nothing.
  package init() {}
}
