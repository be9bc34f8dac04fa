// SPDX-License-Identifier: Apache-2.0

/// Writes a block whose values a model predicts (SPEC §16.1 Blocks).
package enum ModelledBlockEncoder {
  /// Encodes the rows whose text `source` holds, where they are within the limits of such blocks.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - template: The template, laid out.
  ///   - templateBytes: Its canonical bytes.
  ///   - slots: The rows, split by the template.
  ///   - gaps: The gaps of the block.
  ///   - rowCount: The number of rows.
  /// - Returns: The payload, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes; a second is enough for one to two megabytes.
  package static func encode(
    _ source: ByteSource, _ template: TemplatePlan, _ templateBytes: [UInt8],
    _ slots: borrowing SlotValues, gaps: GapList, rowCount: Int
  ) -> [UInt8]? {
    guard source.count <= ModelledWalk<BitWriter>.byteLimit,
      ModelledPlan(slotCount: template.nodes.count).hasFewLeaves
    else { return nil }
    let planner = ModelledPlanner(source, template, slots)
    let plan = planner.plan
    guard plan.hasFewLeaves else { return nil }
    var target: [UInt8] = []
    var streams = StreamSet()
    streams.describe(GapBytes.encode(gaps))
    plan.write(template, to: &streams)
    Self.append(streams.descriptors, to: &target)

    let values = planner.takeValues()
    var limits = Limits()
    limits.depth = Limits.maxDepth
    let memory = min(
      ModelMemory.bits(forBytes: templateBytes.count + values.byteCount),
      ModelledWalk<BitWriter>.memoryLimit(templateBytes, byteLimit: source.count))
    var walk = ModelledWalk(
      BitWriter(), memory: memory, template, templateBytes, plan, values, byteLimit: source.count,
      limits: limits)
    do { try walk.codeRows(rowCount) } catch { return nil }
    target.append(UInt8(memory))
    return target + walk.model.mixing.coder.finish()
  }

  /// Appends descriptors, as they are or modelled.
  private static func append(_ descriptors: [UInt8], to target: inout [UInt8]) {
    var compressor = Compressor(.modelled, level: 0)
    var compressed: [UInt8] = []
    let codec = compressor.compressIfSmaller(descriptors, appendingTo: &compressed)
    target.append(codec.rawValue)
    Varint.append(descriptors.count, to: &target)
    if codec != .none { Varint.append(compressed.count, to: &target) }
    target += compressed
  }
}
