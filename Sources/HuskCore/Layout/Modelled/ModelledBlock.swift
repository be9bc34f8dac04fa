// SPDX-License-Identifier: Apache-2.0

/// What stands in a modelled block before its rows, and what reads these (SPEC §16.1 Blocks).
struct ModelledBlock {
  /// What the block says of its slots.
  let plan: ModelledPlan
  /// The gaps of the block, as they are written.
  let gapBytes: [UInt8]
  /// The number of bytes of the descriptors of gaps.
  let gapDescriptorByteCount: Int
  /// The number of bytes of all descriptors, as they are and as they stand in the payload.
  let descriptorByteCounts: (raw: Int, encoded: Int)

  /// Reads what stands before the rows.
  ///
  /// - Parameters:
  ///   - reader: The payload, and then what is left of it.
  ///   - template: The template, laid out.
  ///   - byteLimit: The number of bytes that the block decodes to.
  /// - Throws: ``HuskError``.
  init(
    _ reader: inout ByteReader, _ template: TemplatePlan, byteLimit: Int
  ) throws(HuskError) {
    let start = reader.offset
    let bytes = try Self.readDescriptors(&reader, template, byteLimit)
    descriptorByteCounts = (bytes.count, reader.offset - start)
    (plan, gapBytes, gapDescriptorByteCount) = try bytes.span.withView { (view) throws(HuskError) in
      var descriptors = DescriptorReader(view)
      let gapBytes = try descriptors.readBytes()
      let gapEnd = descriptors.position
      let plan = try ModelledPlan(template, from: &descriptors)
      guard descriptors.isFinished else {
        throw HuskError(.extraValue, "a block has more descriptors than its slots take")
      }
      return (plan, gapBytes, gapEnd)
    }
  }

  private static func readDescriptors(
    _ reader: inout ByteReader, _ template: TemplatePlan, _ byteLimit: Int
  ) throws(HuskError) -> [UInt8] {
    let codec = try Codec(from: &reader)
    guard codec == .none || codec == .modelled else {
      throw ScalarReader.invalid("descriptors in a codec that modelled blocks do not have")
    }
    let count = Int(clamping: try reader.readVarint())
    guard count <= 1 << 16 + 2 * byteLimit + 64 * template.nodes.count else {
      throw HuskError(.limitExceeded, "a block has too many descriptors")
    }
    let bytes = try reader.readBytes(codec == .none ? count : try reader.readCount())
    var decompressor = Decompressor()
    var descriptors: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &descriptors)
    return descriptors
  }

  /// Reads the values of all rows, to the end of the payload.
  ///
  /// - Parameters:
  ///   - reader: What is left of the payload.
  ///   - template: The template, laid out.
  ///   - rowCount: The number of rows.
  ///   - byteLimit: The number of bytes that the block decodes to.
  ///   - limits: The limits in force.
  ///   - tally: What counts what the leaves take, if anything.
  /// - Returns: The values.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text.
  func readRows(
    _ reader: inout ByteReader, _ template: TemplatePlan, rowCount: Int, byteLimit: Int,
    limits: Limits, tally: inout LeafTally?
  ) throws(HuskError) -> LeafValues {
    let memory = Int(try reader.readByte())
    let limit = ModelledWalk<BitReader>.memoryLimit(template.canonicalBytes, byteLimit: byteLimit)
    guard ModelMemory.range ~= memory, memory <= limit else {
      throw ScalarReader.invalid("a model has a size that there is not")
    }
    let rest = PaddedBytes(try reader.readBytes(reader.remaining))
    let coder = BitReader(rest.source, ByteRange(offset: 0, count: rest.count))
    var walk = ModelledWalk(
      coder, memory: memory, template, template.canonicalBytes, plan,
      LeafValues(leafCount: plan.leafCount), byteLimit: byteLimit, limits: limits, tally: tally)
    var fault: HuskError?
    do { try walk.codeRows(rowCount) } catch { fault = error }
    // What was read behind the end means nothing, whatever is wrong with it.
    guard !walk.model.mixing.coder.isExhausted else {
      throw HuskError(.truncated, "a modelled block ends before its last value")
    }
    if let fault { throw fault }
    guard !walk.model.mixing.coder.hasMore else {
      throw HuskError(.extraValue, "a modelled block goes on behind its last value")
    }
    tally = walk.tally
    return walk.takeValues()
  }
}
