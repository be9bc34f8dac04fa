// SPDX-License-Identifier: Apache-2.0

/// Where the bytes of a block go; they add up to its frame.
package struct BlockSizes {
  /// The paths of the slots of its template, where it has columns.
  package var paths: SlotPaths?
  /// What its columns take, where it has columns.
  package var columns: ColumnSizes?
  /// The compressed text of a block that is stored, or of what is kept of one.
  package var stored = 0
  /// What compressed that text.
  package var storedCodec: Codec?
  /// Where rows that recur are copied to.
  package var copies = 0
  /// Whether a model predicts what stands in its columns.
  package var isModelled = false
  /// The template that the block brings.
  package var template = 0
  /// What is sealed of its fields.
  package var fields = 0
  /// The check of its text.
  package var check = Checksum.byteCount
  /// What is left: the header of the frame, its tag where it is sealed, and the header of the block.
  package var head = 0
}

extension BlockDecoder {
  /// Says where the bytes of a block go that was decoded without an error.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func sizes(of block: FoundBlock) throws(HuskError) -> BlockSizes {
    do throws(HuskError) {
      var sizes = BlockSizes()
      let head = block.header.bytes.count
      sizes.head = head - sizes.check
      sizes.fields = block.fields?.segment.count ?? 0
      sizes.head += block.frameByteCount - head - block.content.count - sizes.fields
      var reader = ByteReader(block.content.span)
      let plan = try readPlan(of: block, &reader)
      // The first byte says of which form the block is.
      sizes.head += 1
      sizes.template = reader.offset - 1
      var form = block.contentHeader.form
      var (rowCount, byteLimit) = (block.header.rowCount, block.header.decodedByteCount)
      if form == .copies {
        let start = reader.offset
        let head = try CopiesHeader(from: &reader, byteLimit: byteLimit)
        sizes.copies = reader.offset - start
        (form, rowCount, byteLimit) = (head.form, head.rowCount, head.byteCount)
      }
      let body = block.content.span.extracting(droppingFirst: reader.offset)
      guard form != .stored, let plan else {
        sizes.stored = body.count
        sizes.storedCodec = body.isEmpty ? nil : try Codec(from: &reader)
        return sizes
      }
      sizes.isModelled = form == .modelled
      sizes.paths = SlotPaths(plan, hasElements: block.contentHeader.frame.hasElements)
      sizes.columns =
        sizes.isModelled
        ? try ColumnSizes(
          modelled: body, plan, rowCount: rowCount, byteLimit: byteLimit, limits: limits)
        : try ColumnSizes(body, plan, rowCount: rowCount, byteLimit: byteLimit, limits: limits)
      return sizes
    } catch { throw error.placed(at: block.offset) }
  }
}
