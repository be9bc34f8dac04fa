// SPDX-License-Identifier: Apache-2.0

/// Blocks one after the other that may be written as one, which holds their texts.
struct BlockGroup: ~Copyable {
  private var text = GrowingBytes(capacity: 0)
  private var rowCount = 0
  private var frame = BlockFrame()
  /// The number of blocks.
  private(set) var blockCount = 0

  /// The number of bytes of all texts.
  var byteCount: Int { text.count }

  /// Whether a block may be the next one: as much of it as is asked for stands in the others.
  func mayTake(_ block: borrowing ScannedBlock, _ limits: Limits, leastShare: Double) -> Bool {
    blockCount > 0 && block.rows.frame.hasElements == frame.hasElements && !frame.closes
      && rowCount + block.rows.rowCount <= limits.blockRowCount
      && block.recurrence.share(within: blockCount) >= leastShare
  }

  /// Appends the first `byteCount` bytes of a block.
  ///
  /// - Complexity: O(`byteCount`).
  mutating func append(_ block: borrowing RowBlock, _ byteCount: Int) {
    text.append(block.bytes.source, ByteRange(offset: 0, count: byteCount))
    rowCount += block.rowCount
    if blockCount == 0 { frame = block.frame }
    frame.closes = block.frame.closes
    blockCount += 1
  }

  /// Takes all of them out as one block, which has no tokens, where they are more than one.
  mutating func takeJoint() -> ScannedBlock? {
    let bytes = text.take(text.count, keeping: 0)
    let rows = RowBlock(
      bytes: bytes, tape: TokenTape(), rowCount: rowCount, frame: frame, openOffset: nil,
      closeOffset: nil, isRepetitive: false)
    defer { (rowCount, blockCount) = (0, 0) }
    guard blockCount > 1 else { return nil }
    var block = ScannedBlock(rows: rows, prediction: nil)
    block.role = .joint
    return block
  }
}
