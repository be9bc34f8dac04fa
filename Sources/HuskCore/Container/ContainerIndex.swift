// SPDX-License-Identifier: Apache-2.0

/// Where the files of an input and their blocks are, found from its end (SPEC §9.7 Concatenation).
///
/// Of a file with an index its end and its start are read, of another one every frame header. What
/// is found is checked, so that reading a part gives that part and no other: an index by its own
/// check and by the headers of the blocks it leads to, headers by the check of the framing.
package struct ContainerIndex: Sendable {
  /// One of the files of the input.
  package struct File: Sendable, Equatable {
    /// Where the file begins, in bytes from the start of the input.
    package var offset: Int
    /// The number of bytes.
    package var byteCount: Int
    /// Where its blocks are; offsets count from the start of the file.
    package var blocks: BlockIndex
    /// The first row, counted over all files.
    package var firstRow = 0
    /// Where its first block begins, in bytes from the start of the input, or `nil` where it has none.
    package var firstBlockOffset: Int? { blocks.groups.first.map { offset + $0.offset } }
    /// The number of rows.
    package var rowCount: Int { blocks.groups.reduce(0) { $0 + $1.rowCount } }
  }

  /// A block, and where it is.
  package struct Location: Sendable, Equatable {
    /// The number of its file in ``ContainerIndex/files``.
    package var file: Int
    /// Where its frame begins, counted from the start of the input.
    package var offset: Int
    /// The payload of its frame, counted from the start of the input.
    package var payload: Range<Int>
    /// What the frame says of the block.
    package var header: BlockHeader
    /// The rows, counted over all files.
    package var rows: Range<Int>
    /// The frame, where it is sealed.
    var part: SealedFile.Part?
  }

  /// The files, in order.
  package let files: [File]
  private let limits: Limits
  /// The files again, where they are sealed.
  private let sealed: [SealedFile?]

  /// Finds the files of an input.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*f* + *b*) small reads for *f* files and *b* blocks of files without an index.
  package init(
    reading source: borrowing some SeekableBytes & ~Copyable, limits: Limits,
    policy: SealPolicy = SealPolicy()
  ) throws(HuskError) {
    var files: [File] = []
    var sealed: [SealedFile?] = []
    var end = source.byteCount
    repeat {
      let trailer = try FileTrailer(endingAt: end, of: source)
      let sealedFile = try SealedFile(
        trailer.start..<end, in: source, limits: limits, keys: policy.keys)
      if let sealedFile {
        let blocks = try sealedFile.blockIndex(from: trailer.start, in: source, limits: limits)
        files.append(
          File(offset: trailer.start, byteCount: end - trailer.start, blocks: blocks))
      } else {
        try policy.acceptUnsealed(at: trailer.start)
        files.append(try trailer.file(in: source, limits: limits))
      }
      sealed.append(sealedFile)
      end = trailer.start
    } while end > 0
    files.reverse()
    self.sealed = sealed.reversed()
    var rowCount = 0
    for index in files.indices {
      files[index].firstRow = rowCount
      let (sum, isTooMuch) = rowCount.addingReportingOverflow(files[index].rowCount)
      // An index says what it wants, and is only held against the blocks that are asked for.
      guard !isTooMuch else {
        throw HuskError(.invalidIndex, at: files[index].offset, "more than 2^63 rows")
      }
      rowCount = sum
    }
    self.files = files
    self.limits = limits
  }

  /// The number of rows in all files.
  package var rowCount: Int { files.last.map { $0.firstRow + $0.rowCount } ?? 0 }

  /// The number of blocks in all files.
  package var blockCount: Int { files.reduce(0) { $0 + $1.blocks.blockCount } }

  /// Reads the template of a file, or the reference to it.
  ///
  /// - Returns: The frame, or `nil` where the file has neither.
  /// - Throws: ``HuskError`` with the offset in the input.
  package func template(
    of file: Int, in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> ContainerFrame? {
    if let sealed = sealed[file] {
      guard let part = sealed.template else { return nil }
      let type = FrameType(rawValue: part.header.type)
      return try template(type, try sealed.open(part, in: source), at: part.payload.lowerBound)
    }
    let file = files[file]
    let firstBlock = file.blocks.groups.first?.offset
    var walk = FrameWalk(
      from: file.offset + FileMagic.bytes.count,
      to: file.offset + (firstBlock ?? file.byteCount), limits: limits)
    while firstBlock == nil || walk.offset < file.offset + (firstBlock ?? 0) {
      let step = try walk.next(source)
      if step.type == .end, firstBlock == nil { return nil }
      guard step.type != .block else {
        throw HuskError(.invalidIndex, at: step.offset, Self.disagreement)
      }
      guard step.type == .template || step.type == .reference else { continue }
      try step.header.check(limits, at: step.offset)
      return try template(step.type, try source.bytes(step.payload), at: step.payload.lowerBound)
    }
    return nil
  }

  private func template(
    _ type: FrameType?, _ payload: [UInt8], at offset: Int
  ) throws(HuskError) -> ContainerFrame {
    do throws(HuskError) {
      var reader = ByteReader(payload.span)
      if type == .reference { return .reference(try TemplateReference(from: &reader)) }
      return .template(try TemplateFrame(from: &reader, limits: limits))
    } catch { throw error.shifted(by: offset) }
  }

  /// Finds the blocks that hold any of a range of rows, in order.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*g* + *b*) for *g* groups in all and *b* blocks in groups that hold such rows.
  package func blocks(
    holding rows: Range<Int>, in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [Location] {
    var found: [Location] = []
    for number in files.indices {
      var firstRow = files[number].firstRow
      for (index, group) in files[number].blocks.groups.enumerated() {
        if rows.overlaps(firstRow..<firstRow + group.rowCount) {
          let blocks = try blocks(ofGroup: index, file: number, from: firstRow, in: source)
          found += blocks.filter { $0.rows.overlaps(rows) }
        }
        firstRow += group.rowCount
      }
    }
    return found
  }

  /// Finds all blocks of all files, in order.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*b*) small reads for *b* blocks.
  package func blocks(
    in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [Location] {
    var found: [Location] = []
    for number in files.indices {
      var firstRow = files[number].firstRow
      for (index, group) in files[number].blocks.groups.enumerated() {
        found += try blocks(ofGroup: index, file: number, from: firstRow, in: source)
        firstRow += group.rowCount
      }
    }
    return found
  }

  /// Reads the content of a block.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for *n* bytes.
  package func content(
    of block: Location, in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [UInt8] {
    if let part = block.part, let sealed = sealed[block.file] {
      return try sealed.block(part, in: source, limits: limits).content
    }
    let headerByteCount = block.header.bytes.count
    try FrameHeader(type: FrameType.block.rawValue, payloadByteCount: block.payload.count)
      .check(limits, at: block.payload.lowerBound)
    return try source.bytes(block.payload.lowerBound + headerByteCount..<block.payload.upperBound)
  }

  /// Finds the first block of a file and the last, which may be one, or `nil` where it has none.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(1) small reads.
  package func ends(
    ofFile number: Int, in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> (first: Location, last: Location)? {
    let file = files[number]
    let last = file.blocks.groups.count - 1
    guard last >= 0,
      let firstBlock = try blocks(ofGroup: 0, file: number, from: file.firstRow, in: source).first,
      let lastBlock = try blocks(ofGroup: last, file: number, from: 0, in: source).last
    else { return nil }
    return (firstBlock, lastBlock)
  }

  /// Reads the first byte of the content of a block; of a sealed one all of it is opened.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  package func firstByte(
    of block: Location, in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [UInt8] {
    guard block.part == nil else {
      return Array(try content(of: block, in: source).prefix(1))
    }
    let start = block.payload.lowerBound + block.header.bytes.count
    return try source.bytes(start..<min(start + 1, block.payload.upperBound))
  }

  private func blocks(
    ofGroup index: Int, file number: Int, from firstRow: Int,
    in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [Location] {
    let file = files[number]
    let group = file.blocks.groups[index]
    let start = file.offset + group.offset
    if let sealed = sealed[number] {
      return try sealedBlocks(ofGroup: index, file: number, sealed, from: firstRow, in: source)
    }
    var walk = FrameWalk(from: start, to: start + group.byteCount, limits: limits)
    var blocks: [Location] = []
    var row = firstRow
    var decodedByteCount = 0
    while walk.offset < start + group.byteCount {
      let step = try walk.next(source)
      guard let block = step.block else { continue }
      // Sums of blocks that are not as the index says could be too much for an integer.
      guard block.rowCount <= group.rowCount - (row - firstRow),
        block.decodedByteCount <= group.decodedByteCount - decodedByteCount
      else { throw HuskError(.invalidIndex, at: start, Self.disagreement) }
      blocks.append(
        Location(
          file: number, offset: step.offset, payload: step.payload, header: block,
          rows: row..<row + block.rowCount))
      row += block.rowCount
      decodedByteCount += block.decodedByteCount
    }
    guard blocks.count == file.blocks.blockCount(ofGroup: index), row - firstRow == group.rowCount,
      decodedByteCount == group.decodedByteCount
    else {
      throw HuskError(.invalidIndex, at: start, Self.disagreement)
    }
    return blocks
  }

  private static let disagreement = "the index does not agree with the blocks"

  /// The headers of sealed blocks are sealed too, so all blocks of the group are opened.
  private func sealedBlocks(
    ofGroup index: Int, file number: Int, _ sealed: SealedFile, from firstRow: Int,
    in source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> [Location] {
    let group = files[number].blocks.groups[index]
    let first = index * BlockIndex.groupBlockCount
    var blocks: [Location] = []
    var row = firstRow
    var decodedByteCount = 0
    for part in sealed.blocks[first..<first + files[number].blocks.blockCount(ofGroup: index)] {
      let header = try sealed.block(part, in: source, limits: limits).header
      guard header.rowCount <= group.rowCount - (row - firstRow),
        header.decodedByteCount <= group.decodedByteCount - decodedByteCount
      else {
        throw HuskError(.invalidIndex, at: files[number].offset + group.offset, Self.disagreement)
      }
      let rows = row..<row + header.rowCount
      blocks.append(
        Location(
          file: number, offset: part.offset, payload: part.payload, header: header, rows: rows,
          part: part))
      row = rows.upperBound
      decodedByteCount += header.decodedByteCount
    }
    guard row - firstRow == group.rowCount, decodedByteCount == group.decodedByteCount else {
      throw HuskError(.invalidIndex, at: files[number].offset + group.offset, Self.disagreement)
    }
    return blocks
  }
}
