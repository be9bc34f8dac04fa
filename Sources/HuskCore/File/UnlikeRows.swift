// SPDX-License-Identifier: Apache-2.0

/// The rows that are not as predicted, and what it takes to predict them, too.
struct UnlikeRows {
  /// Of a block they may take one byte in so many, as they stand, before its template is made anew and behind that:
  /// compressed, those take more than others.
  private static let (share, renewedShare) = (16_384, 2048)
  /// While it is scanned they may take so many bytes, and one in so many, as they may be predicted then.
  private static let (fewBytes, mostShare) = (1 << 14, 64)
  /// How often the template of a block is made anew.
  private static let mostRenewals = 3
  /// The most bytes of rows that are kept for that.
  private static let mostLearnt = 1 << 18

  /// Rows that start before so many bytes of a block are its first ones: as many as a template is made of, or what
  /// that knows would be lost.
  private let firstByteCount: Int
  /// Where the first rows of the block start, and those that are not as predicted.
  private(set) var (firsts, starts) = ([Int](), [Int]())
  /// How many bytes those take that are not as predicted.
  private var byteCount = 0
  private var renewalCount = 0
  /// The rows of this block and those before that were not as predicted, with an LF behind each.
  private(set) var learnt: [UInt8] = []
  /// Whether there were so many that nothing is to be predicted.
  private(set) var areMany = false

  /// There are none so far.
  init(firstByteCount: Int) { self.firstByteCount = firstByteCount }

  /// Whether the template of the block was made anew.
  var isRenewed: Bool { renewalCount > 0 }

  /// Takes note of a row of the block.
  @inline(__always) mutating func pass(_ start: Int) {
    if _slowPath(start < firstByteCount) { firsts.append(start) }
  }

  /// Takes note of a row that is not as predicted, and returns whether to go on.
  mutating func take(_ row: ByteRange) -> Bool {
    byteCount += row.count
    areMany = byteCount > Self.fewBytes + row.end / Self.mostShare
    if !areMany { starts.append(row.offset) }
    return !areMany
  }

  /// Whether they are so few in a block of so many bytes that they may be carried as they are.
  func areFew(in blockByteCount: Int) -> Bool {
    byteCount <= blockByteCount / (isRenewed ? Self.renewedShare : Self.share)
  }

  /// Learns those of the block, and returns whether its template is to be made anew.
  mutating func learn(_ rows: [[UInt8]]) -> Bool {
    guard renewalCount < Self.mostRenewals, byteCount <= Self.mostLearnt else { return false }
    renewalCount += 1
    // Those of long ago make room.
    if learnt.count + byteCount > Self.mostLearnt { learnt = [] }
    for row in rows { learnt += row + [ASCII.lineFeed] }
    return true
  }

  /// Forgets what stood in the block, which is scanned from its start.
  mutating func restart() {
    firsts.removeAll(keepingCapacity: true)
    (starts, byteCount) = ([], 0)
  }

  /// Goes on with the block after it.
  mutating func beginBlock() {
    restart()
    renewalCount = 0
  }

  /// Says that rows may be predicted again, as others than those that were learnt.
  mutating func forget() { (areMany, learnt) = (false, []) }
}
