// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Makes one file of files of blocks, with one index (SPEC §9.5 Index frames).
///
/// Blocks stay as they are, but for those on both sides of a border between two files, which are
/// encoded anew; a block whose template is not that of the first file brings it along.
package struct FileJoiner: ~Copyable, StreamCoder {
  private let limits: Limits
  private var reader: BlockReader
  private var mover: BlockMover

  /// How far the stream has got.
  package private(set) var progress = StreamProgress()

  /// Creates a joiner.
  package init(limits: Limits = Limits()) {
    self.limits = limits
    reader = BlockReader(limits: limits)
    mover = BlockMover(limits: limits)
  }

  /// Starts the next file, which is not a part of the one before.
  package mutating func begin() { reader = BlockReader(limits: limits) }

  /// Takes bytes of a file, or of several that stand one behind the other.
  package mutating func append(_ bytes: [UInt8]) {
    reader.append(bytes)
    progress.inputByteCount += bytes.count
  }

  /// Says that the file has no more bytes.
  package mutating func finish() { reader.finish() }

  /// Returns the next bytes of the result, or `nil` where more of the file is needed, or after
  /// ``finish()`` the next file.
  ///
  /// - Throws: ``HuskError``; the result is not complete then.
  /// - Complexity: O(*n*) for *n* bytes of a block.
  package mutating func next() throws(HuskError) -> [UInt8]? {
    guard let block = try reader.next() else { return nil }
    if block.contentHeader.frame.continues {
      try mover.append(block)
    } else {
      try mover.join(block)
    }
    progress.rowCount += block.header.rowCount
    progress.blockCount += 1
    return counted(mover.take())
  }

  /// Ends the result, behind the last file.
  ///
  /// - Returns: What is left of it.
  /// - Throws: ``HuskError``.
  package mutating func end() throws(HuskError) -> [UInt8] { counted(try mover.finish()) }

  private mutating func counted(_ bytes: [UInt8]) -> [UInt8] {
    progress.outputByteCount += bytes.count
    return bytes
  }
}
