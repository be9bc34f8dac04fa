// SPDX-License-Identifier: Apache-2.0

/// Where a regular printer puts whitespace: each member and element stands on a line of its own, or behind a space
/// in place of one, or all stand on one line with a space behind each colon and comma; in texts that end in another
/// way than with LF, there may be none (SPEC §5.2 Prediction).
package struct PrintedLines: Equatable, Sendable {
  /// What starts a line.
  private let newline: [UInt8]
  /// The indentation of one level; none where there is only one line, or spaces stand for lines.
  let indent: [UInt8]
  /// The gap behind a colon, and behind a comma where there is only one line.
  package let space: [UInt8]
  /// Whether the same gap stands before a colon, too, as Foundation and Jackson have it.
  let spacesColons: Bool
  /// Whether everything stands on one line, with nothing before members and elements but for those spaces.
  package let isOne: Bool
  /// The depth at which rows stand.
  package let rowLevel: Int
  /// What stands between two rows, but for the line of those that are elements.
  package let separator: [UInt8]

  /// The lines of a block in a style, or `nil` where none or others are expected in it.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - frame: How the block stands in its document.
  ///   - spacesColons: Whether what stands behind a colon stands before it, too.
  package init?(_ style: GapStyle, _ frame: BlockFrame, spacesColons: Bool = false) {
    var blanks: [UInt8] = []
    style.append(style.space, depth: 0, to: &blanks)
    // Rows without whitespace may stand on lines that end in another way.
    let areBare =
      blanks.isEmpty && style.betweenTexts != GapModel.lineFeed && !frame.hasElements
    guard style.hasLines || blanks == [ASCII.space] || areBare else { return nil }
    // They stand with every key in the program of a template, which has many: no printer writes more.
    guard blanks.count <= GapStyle.maxIndentCount else { return nil }
    newline = style.newline
    indent = style.indent
    isOne = !style.hasLines
    space = blanks
    self.spacesColons = spacesColons
    rowLevel = frame.hasElements ? 1 : 0
    var separator: [UInt8] = []
    if frame.hasElements {
      separator = [ASCII.comma] + (isOne ? blanks : [])
    } else {
      style.append(style.betweenTexts, depth: 0, to: &separator)
    }
    self.separator = separator
  }

  /// One line, with a gap behind each colon and comma, for rows that are elements of an array.
  init(space: [UInt8]) {
    newline = [ASCII.lineFeed]
    indent = []
    self.space = space
    spacesColons = false
    isOne = true
    rowLevel = 1
    separator = [ASCII.comma] + space
  }

  /// Whether what stands behind a comma is expected there in arrays that are not broken, too.
  package var areExpectedAnywhere: Bool { isOne || newline == space }

  /// Whether lines differ by their level.
  package var differ: Bool { !indent.isEmpty }

  /// What starts a line, for comparisons; none where there is only one line.
  var mark: LineMark? { isOne ? nil : LineMark(newline: newline, indent: indent) }

  /// A colon with the gaps around it.
  package var colon: [UInt8] { (spacesColons ? space : []) + [ASCII.colon] + space }

  /// The gap behind a bracket that opens, or before one that closes, where others are inside.
  ///
  /// - Complexity: O(*n*) for *n* bytes of it.
  package func line(_ level: Int) -> [UInt8] {
    guard !isOne else { return [] }
    var line = newline
    for _ in 0..<level { line += indent }
    return line
  }

  /// The blanks behind a comma, before the line where there are several.
  var spaceBehindComma: [UInt8] { isOne ? space : [] }
}

extension PrintedLines {
  /// The number of the gap before the first colon of a block.
  ///
  /// - Parameter text: The text of the block, whose gaps are whitespace only.
  /// - Returns: The number, or `nil` where there is no colon.
  /// - Complexity: O(*n*) for *n* bytes before the colon.
  static func gapBeforeColon(in text: ByteSource) -> Int? {
    // Gap 0 stands before the first token, comma or colon.
    var gap = 0
    var offset = text.skipWhitespace(0)
    while offset < text.count {
      switch text[offset] {
      case ASCII.colon: return gap
      case ASCII.quote:
        offset = text.scanString(offset)
        guard offset > 0 else { return nil }
      case ASCII.comma, ASCII.openBracket, ASCII.openBrace, ASCII.closeBracket, ASCII.closeBrace:
        offset += 1
      default: offset = max(text.scalarEnd(from: offset), offset + 1)
      }
      gap += 1
      offset = text.skipWhitespace(offset)
    }
    return nil
  }
}
