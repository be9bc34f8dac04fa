// SPDX-License-Identifier: Apache-2.0

/// What a block consists of.
package struct BlockDescription: Sendable, Equatable {
  /// How the rows are laid out.
  package var form: BlockContentHeader.Form
  /// The number of rows.
  package var rowCount: Int
  /// The size of the block in the file, in bytes.
  package var encodedByteCount: Int
  /// The size of the text it decodes to, in bytes.
  package var decodedByteCount: Int
  /// The size of the template that the block brings, in bytes; 0 where it brings none.
  package var templateByteCount: Int
  /// The number of shapes of the template that it is laid out by, whoever brings it.
  package var shapeCount: Int

  /// Creates a description from its parts.
  package init(
    form: BlockContentHeader.Form, rowCount: Int, encodedByteCount: Int, decodedByteCount: Int,
    templateByteCount: Int, shapeCount: Int
  ) {
    self.form = form
    self.rowCount = rowCount
    self.encodedByteCount = encodedByteCount
    self.decodedByteCount = decodedByteCount
    self.templateByteCount = templateByteCount
    self.shapeCount = shapeCount
  }
}

/// What one or more files of blocks consist of.
package struct FileInspection: Sendable, Equatable {
  /// One of the files.
  package struct File: Sendable, Equatable {
    /// The size of the template that blocks share, in bytes; 0 where there is none.
    package var templateByteCount = 0
    /// The number of its shapes.
    package var shapeCount = 0
    /// The blocks, in order.
    package var blocks: [BlockDescription] = []

    /// Creates a file with neither template nor blocks.
    package init() {}
  }

  /// The format version of the files.
  package var formatVersion = Int(FileMagic.version)
  /// The size of the files, in bytes.
  package var encodedByteCount = 0
  /// The files, in order.
  package var files: [File] = []

  /// Creates the inspection of nothing.
  package init() {}

  /// The blocks of all files.
  package var blocks: [BlockDescription] { files.flatMap(\.blocks) }
  /// The size of the text they decode to, in bytes.
  package var decodedByteCount: Int { files.reduce(0) { $0 + sum($1.blocks, \.decodedByteCount) } }
  /// The number of rows.
  package var rowCount: Int { files.reduce(0) { $0 + sum($1.blocks, \.rowCount) } }
  /// The bytes that templates take, those that blocks bring among them.
  package var templateByteCount: Int {
    files.reduce(0) { $0 + $1.templateByteCount + sum($1.blocks, \.templateByteCount) }
  }

  private func sum(
    _ blocks: [BlockDescription], _ part: (BlockDescription) -> Int
  ) -> Int {
    blocks.reduce(0) { $0 + part($1) }
  }
}

/// Verifies files that arrive piece by piece, and finds out what they consist of.
package struct FileInspector: ~Copyable {
  private var reader: BlockReader
  private var decoder: BlockDecoder

  /// What was found so far.
  package private(set) var inspection = FileInspection()

  /// Creates an inspector.
  package init(limits: Limits) {
    reader = BlockReader(limits: limits)
    decoder = BlockDecoder(limits: limits)
  }

  /// Takes bytes that have arrived, and inspects the blocks that are there.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  package mutating func append(_ bytes: [UInt8]) throws(HuskError) {
    reader.append(bytes)
    try readBlocks()
  }

  /// Inspects the last blocks: no more bytes will arrive.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  package mutating func finish() throws(HuskError) {
    reader.finish()
    try readBlocks()
    addFiles(upTo: reader.fileCount)
    inspection.encodedByteCount = reader.offset
  }

  private mutating func readBlocks() throws(HuskError) {
    while let block = try reader.next() {
      let description = try decoder.describe(block)
      addFiles(upTo: block.file + 1)
      inspection.files[block.file].templateByteCount = block.templateByteCount
      inspection.files[block.file].shapeCount = block.plan?.shapes.count ?? 0
      inspection.files[block.file].blocks.append(description)
    }
  }

  private mutating func addFiles(upTo count: Int) {
    while inspection.files.count < count { inspection.files.append(FileInspection.File()) }
  }
}
