// SPDX-License-Identifier: Apache-2.0

/// What an encoder of the column layout keeps from block to block: contexts and tables.
///
/// Making them costs more than encoding a small block. One workspace serves one thread.
package final class ColumnWorkspace {
  /// How hard to try.
  package let effort: Effort
  var integers: IntegerPlanner
  private var trial: TrialCompressor
  private var compressor: Compressor
  private var alternative: Compressor?

  /// Creates a workspace for blocks of one effort.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    self.effort = effort
    integers = IntegerPlanner(effort)
    trial = TrialCompressor(level: effort.level < 10 ? 3 : 9)
    compressor = method.compressor(effort, zstdLevel: effort.zstdLevel)
    alternative = method.alternative(effort)
  }

  /// What the sections of a block come to, in bits, judged by a fast level.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func estimate(_ streams: StreamSet) -> Int { trial.bits(of: streams) }

  /// Compresses a section and appends it, or appends it as it is where that is smaller.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  func append(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    let start = target.count
    let codec = compressor.compressIfSmaller(section, appendingTo: &target)
    guard var second = alternative.take() else { return codec }
    var other: [UInt8] = []
    let otherCodec = second.compressIfSmaller(section, appendingTo: &other)
    alternative = consume second
    guard other.count < target.count - start else { return codec }
    target.removeLast(target.count - start)
    target += other
    return otherCodec
  }
}
