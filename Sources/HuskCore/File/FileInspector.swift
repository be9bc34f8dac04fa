// SPDX-License-Identifier: Apache-2.0

/// Verifies files that arrive piece by piece, and finds out what they consist of.
package struct FileInspector: ~Copyable {
  private var reader: BlockReader
  private var decoder: BlockDecoder
  /// How many bytes all blocks may decode to.
  private let decodedByteLimit: Int
  private var decodedByteCount = 0

  /// What was found so far.
  package private(set) var inspection = FileInspection()

  /// Creates an inspector of files that decode to so many bytes at most, together.
  package init(
    limits: Limits, policy: SealPolicy = SealPolicy(), decodedByteLimit: Int = .max
  ) {
    self.decodedByteLimit = decodedByteLimit
    reader = BlockReader(limits: limits, policy: policy)
    decoder = BlockDecoder(
      DecodeOptions(limits: limits, verifiesSections: true, redactsFields: true))
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
    inspection.sizes.add(reader.containerSizes)
  }

  private mutating func readBlocks() throws(HuskError) {
    while let block = try reader.next() {
      guard block.header.decodedByteCount <= decodedByteLimit - decodedByteCount else {
        throw HuskError(
          .limitExceeded, at: block.offset,
          "more than the limit of \(decodedByteLimit) decoded bytes")
      }
      decodedByteCount += block.header.decodedByteCount
      let description = try decoder.describe(block)
      inspection.sizes.add(try decoder.sizes(of: block))
      addFiles(upTo: block.file + 1)
      inspection.files[block.file].templateByteCount = block.templateByteCount
      inspection.files[block.file].shapeCount = block.plan?.shapes.count ?? 0
      inspection.files[block.file].fields = block.fields?.frame
      inspection.files[block.file].blocks.append(description)
    }
  }

  private mutating func addFiles(upTo count: Int) {
    while inspection.files.count < count { inspection.files.append(FileInspection.File()) }
  }
}
