// SPDX-License-Identifier: Apache-2.0

/// Tells from a sample of a block, before its columns are made, whether they are worth their time.
struct SampleTrial: ~Copyable {
  private let effort: Effort
  /// How samples are compressed: without the dictionary that long texts do not have either.
  private let method: CompressionMethod
  private var compressor: Compressor
  private var values = SlotValues()
  /// What columns of samples are made with, once there was one.
  private var workspace: ColumnWorkspace?

  /// Creates a trial of columns of an effort that are compressed by a method.
  init(_ effort: Effort, _ method: CompressionMethod) {
    self.effort = effort
    self.method = method == .auto ? .zstd : method
    compressor = method.compressor(effort, zstdLevel: effort.insteadLevel ?? effort.storedLevel)
  }

  /// The least size of a sample in bytes, and the share that it has of what is beyond ``leastByteCount``.
  private static let (sampleByteCount, share) = (5 << 12, 40)
  /// The size of another sample, which is taken where such a one says that columns are not worth their time, but has so
  /// many tokens for each slot: there are a few rows of each kind in it, and what recurs in more of them is told for the
  /// first time.
  private static let (longByteCount, leastTokensPerSlot) = (5 << 15, 16)
  /// Shorter texts are not worth a sample.
  static let leastByteCount = 1 << 20
  /// Where columns take more than this share of what the text takes, they are not worth their time.
  private static let mostShare = 0.87
  /// A template shrinks to about a quarter when it is compressed, and a long text has more use for it.
  private static let templateShare = 6

  /// The least size of a sample of large objects with the same keys, and the share that it has of a long text: so many
  /// of them as tell what columns come to take more than a sample of what stands next to each other.
  private static let (alikeByteCount, alikeShare) = (3 << 14, 24)

  /// What is to be expected of columns of a block.
  ///
  /// The longer columns are, the smaller is what they come to for each value; so columns are mostly
  /// better than the sample lets expect, by some hundredths of the text that is stored instead.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the sample, and a step for each of some of the tokens.
  mutating func outlook(
    of block: borrowing RowBlock, _ limits: Limits
  ) -> ColumnOutlook {
    let beyondLeast = block.bytes.count - Self.leastByteCount
    let byteCount = max(Self.sampleByteCount, beyondLeast / Self.share)
    guard let sizes = sizes(of: TextSample.json(block, byteCount: byteCount), limits),
      !sizes.suitColumns
    else { return .open(expected: nil) }
    if byteCount < Self.longByteCount, sizes.tokensPerSlot >= Self.leastTokensPerSlot,
      let sizes = self.sizes(of: TextSample.json(block, byteCount: Self.longByteCount), limits),
      sizes.suitColumns
    {
      return .open(expected: nil)
    }
    let alikeCount = max(Self.alikeByteCount, block.bytes.count / Self.alikeShare)
    if let json = AlikeSample.json(block, byteCount: alikeCount),
      let sizes = self.sizes(of: json, limits), sizes.suitColumns
    {
      return .open(expected: nil)
    }
    return .poor(expected: sizes.text * Double(block.bytes.count))
  }

  /// What a sample comes to.
  private struct Sizes {
    /// What its columns come to, and what its text does, for each byte of it.
    let columns: Double
    let text: Double
    let tokensPerSlot: Int

    /// Whether columns are worth their time.
    var suitColumns: Bool { columns <= mostShare * text }
  }

  /// What a sample comes to, or `nil` where it has no columns.
  private mutating func sizes(of json: [UInt8], _ limits: Limits) -> Sizes? {
    let workspace = self.workspace ?? ColumnWorkspace(effort, method)
    self.workspace = workspace
    // Its rows nest one deeper than those of the block, which may be too deep.
    guard let sample = try? RowBlock(whole: json, as: .json, .preserved, limits) else {
      return nil
    }
    let plan = TemplateExtractor.split(
      sample.tape, sample.bytes.source, limits: limits, into: &values)
    var columns: [UInt8] = []
    let isWritten = ColumnBlockEncoder.encode(
      sample.bytes.source, plan, &values, gaps: GapScanner.scan(sample), templateCheck: 0,
      workspace, appendingTo: &columns)
    guard isWritten else { return nil }
    var text: [UInt8] = []
    _ = compressor.compressIfSmaller(json, appendingTo: &text)
    let count = columns.count + plan.canonicalBytes.count / Self.templateShare
    let byteCount = Double(json.count)
    return Sizes(
      columns: Double(count) / byteCount, text: Double(text.count) / byteCount,
      tokensPerSlot: sample.tape.count / plan.nodes.count)
  }
}
