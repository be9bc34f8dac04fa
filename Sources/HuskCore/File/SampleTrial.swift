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
  /// Shorter texts are not worth a sample.
  static let leastByteCount = 1 << 20
  /// Where columns take more than this share of what the text takes, they are not worth their time.
  private static let mostShare = 0.87
  /// A template shrinks to about a quarter when it is compressed, and a long text has more use for it.
  private static let templateShare = 6

  /// What is to be expected of columns of a block.
  ///
  /// The longer columns are, the smaller is what they come to for each value; so columns are mostly
  /// better than the sample lets expect, by some hundredths of the text that is stored instead.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the sample, and a step for each of some of the tokens.
  mutating func outlook(
    of block: borrowing RowBlock, _ limits: Limits
  ) -> ColumnOutlook {
    let workspace = self.workspace ?? ColumnWorkspace(effort, method)
    self.workspace = workspace
    let beyondLeast = block.bytes.count - Self.leastByteCount
    let byteCount = max(Self.sampleByteCount, beyondLeast / Self.share)
    let json = TextSample.json(block, byteCount: byteCount)
    // Its rows nest one deeper than those of the block, which may be too deep.
    guard let sample = try? RowBlock(whole: json, as: .json, .preserved, limits) else {
      return .open(expected: nil)
    }
    let plan = TemplateExtractor.split(
      sample.tape, sample.bytes.source, limits: limits, into: &values)
    var columns: [UInt8] = []
    let isWritten = ColumnBlockEncoder.encode(
      sample.bytes.source, plan, &values, gaps: GapScanner.scan(sample), templateCheck: 0,
      workspace, appendingTo: &columns)
    guard isWritten else { return .open(expected: nil) }
    var text: [UInt8] = []
    _ = compressor.compressIfSmaller(json, appendingTo: &text)
    let count = columns.count + plan.canonicalBytes.count / Self.templateShare
    let expected = Double(text.count) / Double(json.count) * Double(block.bytes.count)
    let share = Double(count) / Double(text.count)
    return share > Self.mostShare ? .poor(expected: expected) : .open(expected: nil)
  }
}
