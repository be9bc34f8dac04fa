// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Cuts files of blocks into pieces, each of which is a file.
///
/// Blocks stay as they are, but for the first and the last of a piece, which are encoded anew: so
/// each piece of a sequence of lines is one. The pieces one behind the other decode to what the
/// files decode to.
package struct FileSplitter: ~Copyable {
  /// What comes out.
  package enum Output: Equatable, Sendable {
    /// More of a piece.
    case bytes([UInt8])
    /// The last of a piece.
    case end([UInt8])
  }

  private var reader: BlockReader
  private var mover: BlockMover
  private var cuts: ArraySlice<Int>
  private var blockCount = 0
  private var isComplete = false
  private var isFinished = false

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - cuts: The numbers of the blocks that pieces start with, as ``SplitPlan`` gives them.
  ///   - limits: The limits in force.
  package init(cuts: [Int], limits: Limits = Limits()) {
    self.cuts = cuts[...]
    reader = BlockReader(limits: limits)
    mover = BlockMover(limits: limits)
  }

  /// Takes bytes of the files.
  package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// Says that no more bytes will arrive.
  package mutating func finish() {
    reader.finish()
    isComplete = true
  }

  /// Returns what comes next, or `nil` where more bytes are needed, or all pieces were returned.
  ///
  /// - Throws: ``HuskError``; the piece in hand is not complete then.
  /// - Complexity: O(*n*) for *n* bytes of a block.
  package mutating func next() throws(HuskError) -> Output? {
    guard !isFinished else { return nil }
    guard let block = try reader.next() else {
      guard isComplete else { return nil }
      isFinished = true
      return .end(try mover.finish())
    }
    defer { blockCount += 1 }
    if cuts.first == blockCount {
      cuts.removeFirst()
      return .end(try mover.cut(before: block))
    }
    if block.contentHeader.frame.continues || blockCount == 0 {
      try mover.append(block)
      return .bytes(mover.take())
    }
    // A file stands behind another one in the same piece.
    return .bytes(try mover.cut(before: block))
  }
}
