// SPDX-License-Identifier: Apache-2.0

/// How the rows of a block stand where all of them stand alike: whatever is not said is as in text without
/// whitespace.
struct RowSpacing {
  /// What stands behind a comma between two rows of an array.
  enum Between {
    case nothing, space, line
  }

  /// Whether a space stands behind each colon and comma in rows.
  var isSpaced = false
  /// What stands between rows that are elements; texts have an LF between them.
  var between = Between.nothing
  /// Whether an LF stands behind the bracket that opens the array.
  var opensOnLine = false
  /// Whether an LF stands before the bracket that closes it.
  var closesOnLine = false
  /// Whether an LF stands behind everything.
  var endsLine = false

  /// The gaps of a block of such rows.
  ///
  /// An LF in an array is a surprise where it stands first, and at its end. All other gaps are as predicted,
  /// unless those between rows are taken for those between elements of arrays in them.
  ///
  /// - Parameters:
  ///   - frame: How the block stands in its document.
  ///   - rowCount: The number of rows, at least one.
  ///   - gapCount: The number of gaps in them, and before them.
  ///   - firstGapCount: The number of those of the first row.
  /// - Returns: What ``GapScanner`` finds, too.
  func gaps(
    _ frame: BlockFrame, rowCount: Int, gapCount: Int, firstGapCount: Int
  ) -> GapList {
    var list = GapList()
    if isSpaced { list.style.entries = [.literal(Lexeme([ASCII.space]))] }
    // How many gaps there are up to the last surprise, with it.
    var listedCount = 0
    func surprise(_ gap: Int) {
      list.surprises.append(
        GapList.Surprise(skipped: gap - listedCount, gap: GapModel.lineFeed))
      listedCount = gap + 1
    }
    var end = gapCount
    if frame.hasElements {
      let isLined = between == .line
      // A bracket or a comma stands behind gap 0.
      if frame.continues ? isLined : opensOnLine { surprise(1) }
      if isLined, !frame.continues, rowCount > 1 { surprise(2 + firstGapCount) }
      end += rowCount
      if frame.closes {
        if closesOnLine { surprise(end) }
        end += 1
      }
    }
    if endsLine { surprise(end) }
    if list.surprises.isEmpty, isSpaced {
      // A list without surprises does not tell its style.
      let isText = frame.continues && !frame.hasElements
      let first = isText ? GapModel.lineFeed : GapModel.empty
      list.surprises = [GapList.Surprise(skipped: 0, gap: first)]
    }
    return list
  }
}
