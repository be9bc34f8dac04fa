// SPDX-License-Identifier: Apache-2.0

/// Verifies files that arrive piece by piece, and finds out what they consist of.
package struct FileInspector: ~Copyable {
  private var reader: BlockReader
  private var decoder: BlockDecoder

  /// What was found so far.
  package private(set) var inspection = FileInspection()

  /// Creates an inspector.
  package init(limits: Limits, policy: SealPolicy = SealPolicy()) {
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
