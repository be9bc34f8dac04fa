// SPDX-License-Identifier: Apache-2.0

/// The rows of a block that are not as predicted, and what it takes to predict them, too.
struct UnlikeRows {
  /// Rows that start before so many bytes of a block are its first ones.
  private static let firstByteCount = 1 << 15
  /// Of a block they may take one byte in so many, as they stand: compressed, those take more than others.
  private static let share = 2048
  /// While it is scanned they may take so many bytes, and one in so many, as they may be predicted then.
  private static let (fewBytes, mostShare) = (1 << 14, 64)
  /// How often the template of a block is made anew.
  private static let mostRenewals = 3

  /// Where the first rows of the block start.
  private(set) var firsts: [Int] = []
  /// Where rows start that were not as predicted before the template was made anew, and since.
  private(set) var (known, starts) = ([Int](), [Int]())
  private var byteCount = 0
  private var renewalCount = 0
  /// Whether there were so many that nothing is to be predicted.
  private(set) var areMany = false

  /// Takes note of a row of the block.
  @inline(__always) mutating func pass(_ start: Int) {
    if _slowPath(start < Self.firstByteCount) { firsts.append(start) }
  }

  /// Takes note of a row that is not as predicted, and returns whether it may be carried as it is.
  mutating func take(_ row: ByteRange) -> Bool {
    byteCount += row.count
    areMany = byteCount > Self.fewBytes + row.end / Self.mostShare
    if !areMany { starts.append(row.offset) }
    return !areMany
  }

  /// Whether they are so few in a block of so many bytes that they may be carried as they are.
  func areFew(in blockByteCount: Int) -> Bool { byteCount <= blockByteCount / Self.share }

  /// Forgets what stood in the block, which is scanned from its start.
  mutating func restart() {
    firsts.removeAll(keepingCapacity: true)
    (known, starts, byteCount) = ([], [], 0)
  }

  /// Goes on with the block after it.
  mutating func beginBlock() {
    restart()
    renewalCount = 0
  }

  /// Says that rows may be predicted again.
  mutating func forgetMany() { areMany = false }

  /// Where the rows start that a new template of the block is made of, or `nil` where there were enough.
  func sample() -> [Int]? { renewalCount < Self.mostRenewals ? firsts + known + starts : nil }

  /// Goes back to the start of the block with a template that predicts those that were found.
  mutating func renew() {
    let known = known + starts
    restart()
    self.known = known
    renewalCount += 1
  }
}
