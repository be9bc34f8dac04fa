// SPDX-License-Identifier: Apache-2.0

/// Blocks one after the other that may be written as one, which holds their texts.
struct BlockGroup: ~Copyable {
  private var text = GrowingBytes(capacity: 0)
  private var rowCount = 0
  private var frame = BlockFrame()
  /// How many bytes are likely to be kept where rows that recur are copied.
  private var keptByteCount = 0.0
  /// The number of blocks.
  private(set) var blockCount = 0
  /// What they have in common, once there are two.
  private var likeness: BlockLikeness?

  /// The number of bytes of all texts.
  var byteCount: Int { text.count }

  /// The first estimate of what is kept is at most so much of what may be.
  private static let mostShare = 0.9

  /// How many bytes may be kept of several blocks where rows that recur are copied: what a block has, or twice
  /// that where time and memory matter less.
  static func mostKeptByteCount(_ options: EncodeOptions) -> Int {
    options.blockByteCount * (options.effort.usesTrials ? 2 : 1)
  }

  /// How much of a block must stand in the others for it to be the next one, in whole rows or in parts.
  private static let leastShare = (ofRows: 0.25, ofParts: 0.03)

  /// What a block has in common with the others, where it may be the next one: enough of it stands in them, and
  /// where rows are kept once, what does not is not too much.
  func likeness(
    to block: borrowing ScannedBlock, _ options: EncodeOptions
  ) -> BlockLikeness? {
    guard blockCount > 0, block.rows.frame.hasElements == frame.hasElements, !frame.closes,
      rowCount + block.rows.rowCount <= options.limits.blockRowCount
    else { return nil }
    let mostKept = Self.mostShare * Double(Self.mostKeptByteCount(options))
    let (ofRows, ofParts) = Self.leastShare
    if likeness != .parts, keptByteCount + newByteCount(block) <= mostKept,
      block.recurrence.share(within: blockCount) >= ofRows
    {
      return .rows
    }
    return likeness != .rows && block.recurringPartShare >= ofParts ? .parts : nil
  }

  private func newByteCount(_ block: borrowing ScannedBlock) -> Double {
    Double(block.rows.bytes.count) * (1 - block.recurrence.share(within: blockCount))
  }

  /// Appends the first `byteCount` bytes of a block, which has something in common with the others where there
  /// are any.
  ///
  /// - Complexity: O(`byteCount`).
  mutating func append(
    _ block: borrowing ScannedBlock, _ byteCount: Int, _ likeness: BlockLikeness? = nil
  ) {
    self.likeness = likeness
    text.append(block.rows.bytes.source, ByteRange(offset: 0, count: byteCount))
    rowCount += block.rows.rowCount
    keptByteCount += newByteCount(block)
    if blockCount == 0 { frame = block.rows.frame }
    frame.closes = block.rows.frame.closes
    blockCount += 1
  }

  /// Takes all of them out as one block, which has no tokens, where they are more than one.
  mutating func takeJoint() -> ScannedBlock? {
    let bytes = text.take(text.count, keeping: 0)
    let rows = RowBlock(
      bytes: bytes, tape: TokenTape(), rowCount: rowCount, frame: frame, openOffset: nil,
      closeOffset: nil, isRepetitive: false)
    defer { (rowCount, blockCount, keptByteCount) = (0, 0, 0) }
    guard let likeness else { return nil }
    var block = ScannedBlock(rows: rows, prediction: nil)
    block.role = .joint(likeness)
    block.memberCount = blockCount
    self.likeness = nil
    return block
  }
}
