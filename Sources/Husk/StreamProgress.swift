// SPDX-License-Identifier: Apache-2.0

/// How far a stream has got, and in the end what went through it.
public struct StreamProgress: Sendable, Equatable {
  /// The number of bytes of input that the output so far was made from.
  public var inputByteCount = 0
  /// The number of bytes of output so far.
  public var outputByteCount = 0
  /// The number of rows: texts of a sequence, or elements of an array that is the only text.
  public var rowCount = 0
  /// The number of blocks.
  public var blockCount = 0

  /// The number of blocks that were written as text because they did not decode to it, which is a mistake of the
  /// encoder to be reported; they are looked for as `EncodeOptions.verifies` says.
  public internal(set) var replacedBlockCount = 0

  /// Of the paths of `EncodeOptions.fieldEncryption` those at which nothing has stood so far, and nothing
  /// was sealed; those that are left at the end are perhaps misspelt.
  ///
  /// They are written as `FieldPaths` takes them.
  public internal(set) var unsealedPaths: [String] = []

  /// Of the fields that a `SelectiveDecoder` is asked for the paths that no row so far has of those that were looked
  /// at; those that are left at the end are perhaps misspelt.
  ///
  /// They are written as `FieldSelection` takes them.
  public package(set) var absentPaths: [String] = []

  /// Creates the progress of a stream that has not begun.
  public init() {}

  /// Counts a block.
  mutating func count(_ rowCount: Int, inputByteCount: Int, _ output: [UInt8]) {
    self.inputByteCount += inputByteCount
    outputByteCount += output.count
    self.rowCount += rowCount
    blockCount += 1
  }
}
