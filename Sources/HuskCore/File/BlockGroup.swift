// SPDX-License-Identifier: Apache-2.0

/// Blocks one after the other that may be written as one.
struct BlockGroup: ~Copyable {
  /// The texts of all, where rows may be what they have in common.
  private var text = GrowingBytes(capacity: 0)
  private var mayShareRows = false
  /// What they have in common, once there are two.
  private var likeness: BlockLikeness?
  private var rowCount = 0
  private var frame = BlockFrame()
  /// How many bytes are likely to be kept where rows that recur are copied.
  private var keptByteCount = 0.0
  /// How many bytes stand in blocks before, in parts, of those where that was looked at.
  private var recurringByteCount = 0.0
  /// The number of blocks.
  private(set) var blockCount = 0
  /// The number of bytes of all texts.
  private(set) var byteCount = 0

  /// The first estimate of what is kept is at most so much of what may be.
  private static let mostShare = 0.9
  /// How much of a block must have stood before, in whole rows, for it to be the first of some that have rows in
  /// common; and how much in the others, in rows or in parts, for it to be the next one.
  private static let leastShare = (ofFirst: 0.1, ofRows: 0.25, ofParts: 0.03)

  /// How many bytes may be kept of several blocks where rows that recur are copied: what a block has, or twice
  /// that where time and memory matter less.
  static func mostKeptByteCount(_ options: EncodeOptions) -> Int {
    options.blockByteCount * (options.effort.usesTrials ? 2 : 1)
  }

  /// Whether a block may be the first one.
  static func mayBegin(with block: borrowing ScannedBlock, _ options: EncodeOptions) -> Bool {
    options.effort.joinsLikeText || mayShareRows(block)
  }

  private static func mayShareRows(_ block: borrowing ScannedBlock) -> Bool {
    block.recurrence.share(within: 1) >= leastShare.ofFirst
  }

  /// What a block has in common with the others, where it may be the next one: enough of it stands in them, and
  /// where rows are kept once, what does not is not too much.
  func likeness(
    to block: borrowing ScannedBlock, _ options: EncodeOptions
  ) -> BlockLikeness? {
    guard blockCount > 0, block.rows.frame.hasElements == frame.hasElements, !frame.closes,
      rowCount + block.rows.rowCount <= options.limits.blockRowCount
    else { return nil }
    let mostKept = Self.mostShare * Double(Self.mostKeptByteCount(options))
    if mayShareRows, keptByteCount + newByteCount(block) <= mostKept,
      block.recurrence.share(within: blockCount) >= Self.leastShare.ofRows
    {
      return .rows
    }
    let mayShareParts = likeness != .rows && block.recurringPartShare >= Self.leastShare.ofParts
    return mayShareParts ? .parts : nil
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
    if blockCount == 0 {
      mayShareRows = Self.mayShareRows(block)
      frame = block.rows.frame
    }
    if likeness == .parts, mayShareRows {
      // Their text can be had from what is made of them, where it is worth that.
      mayShareRows = false
      text = GrowingBytes(capacity: 0)
    }
    if mayShareRows {
      text.append(block.rows.bytes.source, ByteRange(offset: 0, count: byteCount))
    }
    rowCount += block.rows.rowCount
    keptByteCount += newByteCount(block)
    if blockCount > 0 { recurringByteCount += block.recurringPartShare * Double(byteCount) }
    frame.closes = block.rows.frame.closes
    blockCount += 1
    self.byteCount += byteCount
  }

  /// Takes all of them out as one block, which has no tokens, or no rows either, where they are more than one.
  mutating func takeJoint() -> ScannedBlock? {
    let bytes = text.take(text.count, keeping: 0)
    let rows = RowBlock(
      bytes: bytes, tape: TokenTape(), rowCount: rowCount, frame: frame, openOffset: nil,
      closeOffset: nil, isRepetitive: false)
    defer {
      (likeness, rowCount, blockCount, byteCount) = (nil, 0, 0, 0)
      (keptByteCount, recurringByteCount) = (0, 0)
    }
    guard let likeness else { return nil }
    var block = ScannedBlock(rows: rows, prediction: nil)
    block.role = .joint(likeness)
    block.memberCount = blockCount
    block.recurringPartShare = recurringByteCount / Double(max(byteCount, 1))
    return block
  }
}
