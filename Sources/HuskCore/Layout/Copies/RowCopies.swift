// SPDX-License-Identifier: Apache-2.0

/// Where pieces of a text stand in it once more (SPEC §8.8 Copies).
///
/// A text is cut into pieces where a separator starts, so that a piece is a row with what stands before it.
/// Of those that recur one is kept, and the copies say where the others stand.
package struct RowCopies: Equatable, Sendable {
  /// Some pieces that stand in the text before, behind some that do not.
  package struct Copy: Equatable, Sendable {
    /// How many pieces of the kept text come first.
    package var newCount: Int
    /// How many pieces are copied.
    package var count: Int
    /// How many pieces before the end the first of them stands.
    package var distance: Int

    /// Creates a copy of at least one piece, which stands at least one before the end.
    package init(newCount: Int, count: Int, distance: Int) {
      precondition(newCount >= 0 && count > 0 && distance > 0)
      self.newCount = newCount
      self.count = count
      self.distance = distance
    }

    /// What stands in place of ``count``.
    fileprivate var more: Int { count - 1 }
    /// What stands in place of ``distance``.
    fileprivate var back: Int { distance - 1 }
  }

  /// How many bytes a separator may have.
  static let separatorByteCounts = 1...255
  /// How many copies a block may have.
  static let mostCount = Token.maxExtent

  /// How many pieces a text of `byteCount` bytes may have, up to its last copy: whoever reads or writes it
  /// keeps where each starts.
  package static func mostPieceCount(_ byteCount: Int) -> Int { 1 << 16 + byteCount / 16 }

  /// What pieces start with, but for the first one.
  package let separator: [UInt8]
  /// The copies, in the order of the text.
  package var copies: [Copy] = []

  /// Creates a list of no copies.
  package init(separator: [UInt8]) {
    precondition(Self.separatorByteCounts ~= separator.count)
    self.separator = separator
  }

  /// Appends the separator and the sections of the copies, each behind its number of bytes.
  ///
  /// - Parameters:
  ///   - target: What they are appended to.
  ///   - workspace: What encodes and compresses the copies.
  /// - Complexity: O(*n*) for *n* copies.
  package func append(to target: inout [UInt8], _ workspace: ColumnWorkspace) {
    Varint.append(separator.count, to: &target)
    target += separator
    var streams = StreamSet()
    streams.describe(copies.count)
    if !copies.isEmpty {
      for column in [\Copy.newCount, \.more, \.back] {
        workspace.integers.plan(copies.map { Int64($0[keyPath: column]) }).write(to: &streams)
      }
    }
    var sections: [UInt8] = []
    SectionWriter.write(streams, templateCheck: 0, workspace, appendingTo: &sections)
    Varint.append(sections.count, to: &target)
    target += sections
  }
}
