// SPDX-License-Identifier: Apache-2.0

/// Where a regular printer puts whitespace: each member and element stands on a line of its own
/// (SPEC §5.2 Prediction).
package struct PrintedLines: Equatable, Sendable {
  /// What starts a line.
  private let newline: [UInt8]
  /// The indentation of one level.
  private let indent: [UInt8]
  /// The gap behind a colon.
  package let space: [UInt8]
  /// The depth at which rows stand.
  package let rowLevel: Int

  /// The lines of a block in a style, or `nil` where none or others are expected in it.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - frame: How the block stands in its document.
  package init?(_ style: GapStyle, _ frame: BlockFrame) {
    guard !style.indent.isEmpty else { return nil }
    switch style.entries.first {
    case nil: space = []
    case .literal(let bytes) where !style.startsWithMark(GapStyle.firstListed):
      space = bytes.bytes
    default: return nil
    }
    newline = style.newline
    indent = style.indent
    rowLevel = frame.hasElements ? 1 : 0
  }

  /// The gap before what starts a line at a level.
  ///
  /// - Complexity: O(*n*) for *n* bytes of it.
  package func line(_ level: Int) -> [UInt8] {
    var line = newline
    for _ in 0..<level { line += indent }
    return line
  }
}
