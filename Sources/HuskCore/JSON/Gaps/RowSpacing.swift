// SPDX-License-Identifier: Apache-2.0

/// How the rows of a block stand where all of them stand alike: whatever is not said is as in text without
/// whitespace.
struct RowSpacing {
  /// What stands behind a comma between two rows of an array.
  enum Between {
    case nothing, space, line
  }

  /// How a printer has put whitespace in rows; none stands there where it expects none.
  private(set) var style = GapStyle()
  /// Whether what stands behind each colon stands before it, too.
  private(set) var spacesColons = false
  /// The lines of members, elements and rows that are elements, where they have their own.
  private(set) var line: LineMark?
  /// What stands between rows that are elements.
  var between = Between.nothing
  /// What stands between rows that are texts.
  private(set) var textEnd = ByteMark([ASCII.lineFeed])
  /// What may stand before the bracket that closes the array.
  private(set) var lineEnd = ByteMark([ASCII.lineFeed])
  /// Whether an LF stands behind the bracket that opens the array.
  var opensOnLine = false
  /// Whether ``lineEnd`` stands before the bracket that closes it.
  var closesOnLine = false
  /// Whether ``textEnd`` stands behind everything.
  var endsLine = false

  /// Nothing stands in rows, and between them.
  init() {}

  /// The whitespace of a printer stands in rows.
  init(_ style: GapStyle, spacesColons: Bool, between: Between) {
    self.style = style
    self.spacesColons = spacesColons
    self.between = between
    if style.hasLines {
      line = LineMark(newline: style.newline, indent: style.indent)
      lineEnd = ByteMark(style.newline)
    }
    if style.betweenTexts != GapModel.lineFeed { textEnd = ByteMark(style.newline) }
  }

  /// Whether whitespace stands in rows.
  var isSpaced: Bool { style.spacesTexts }

  /// Whether each member and element stands on a line, or between spaces, as those rows do that are elements.
  var hasLines: Bool { line != nil }

  /// The lines in the rows of a block, or `nil` where nothing stands in them, or much around colons.
  func lines(_ frame: BlockFrame) -> PrintedLines? {
    let lines = isSpaced ? PrintedLines(style, frame, spacesColons: spacesColons) : nil
    return lines.flatMap { $0.colon.count <= ByteMark.mostCount ? $0 : nil }
  }

  /// The gaps of a block of such rows.
  ///
  /// An LF in an array of rows on one line each is a surprise where it stands first, and at its end. Lines of
  /// a printer are not, unless the block goes on: then they are where the first row starts and the array ends.
  /// All other gaps are as predicted, unless those between rows are taken for those between elements of arrays
  /// in them.
  ///
  /// - Parameters:
  ///   - frame: How the block stands in its document.
  ///   - rowCount: The number of rows, at least one.
  ///   - gapCount: The number of gaps in them, and before them.
  ///   - firstGapCount: The number of those of the first row.
  ///   - colon: The number of the gap before the first colon, where that is a surprise.
  /// - Returns: What ``GapScanner`` finds, too.
  func gaps(
    _ frame: BlockFrame, rowCount: Int, gapCount: Int, firstGapCount: Int, colon: Int?
  ) -> GapList {
    var list = GapList()
    list.style = style
    // How many gaps there are up to the last surprise, with it.
    var listedCount = 0
    func surprise(_ index: Int, _ gap: Int) {
      list.surprises.append(GapList.Surprise(skipped: index - listedCount, gap: gap))
      listedCount = index + 1
    }
    var end = gapCount
    if frame.hasElements {
      // A bracket or a comma stands behind gap 0.
      if hasLines {
        if frame.continues, !style.spacesCommas { surprise(1, GapStyle.indented) }
      } else if frame.continues ? between == .line : opensOnLine {
        surprise(1, GapModel.lineFeed)
      }
      if between == .line, !frame.continues, rowCount > 1 {
        surprise(2 + firstGapCount, GapModel.lineFeed)
      }
      end += rowCount
    }
    if let colon { surprise(colon, style.space) }
    if frame.hasElements, frame.closes {
      if closesOnLine, !hasLines || frame.continues { surprise(end, style.lineEnd) }
      end += 1
    }
    if endsLine { surprise(end, style.betweenTexts) }
    if list.surprises.isEmpty, style.isPrinted {
      // A list without surprises does not tell its style.
      let isText = frame.continues && !frame.hasElements
      let first = isText ? style.betweenTexts : GapModel.empty
      list.surprises = [GapList.Surprise(skipped: 0, gap: first)]
    }
    return list
  }
}
