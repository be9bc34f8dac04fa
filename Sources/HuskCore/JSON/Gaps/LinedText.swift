// SPDX-License-Identifier: Apache-2.0

/// Finds out that the rows of an array stand on lines of their own, without a model of its gaps.
///
/// Where nothing else stands between tokens, an LF is a surprise where it stands first: behind the bracket that
/// opens the array, behind the first comma between rows, before the bracket that closes, and at the end. All
/// others are as predicted, unless gaps between rows are taken for those between elements of arrays inside.
struct LinedText {
  /// Where an LF stands around the rows of a block, and nothing else does.
  struct Lines {
    /// Whether one stands behind the bracket that opens the array.
    var areFirst = false
    /// Whether one stands behind each comma between rows, or none does.
    var areBetween = false
    /// Whether one stands before the bracket that closes the array.
    var areLast = false
    /// Whether one stands behind everything.
    var areBehind = false
  }

  /// The gaps of a block whose rows stand on lines.
  ///
  /// - Parameters:
  ///   - lines: Where the lines are.
  ///   - frame: How the block stands in its document.
  ///   - rowCount: The number of rows.
  ///   - gapCount: The number of gaps in them, and before them.
  ///   - firstGapCount: The number of those of the first row.
  /// - Returns: What ``GapScanner`` finds, too.
  static func gaps(
    _ lines: Lines, _ frame: BlockFrame, rowCount: Int, gapCount: Int, firstGapCount: Int
  ) -> GapList {
    var list = GapList()
    // How many gaps there are up to the last surprise, with it.
    var listedCount = 0
    func surprise(_ gap: Int) {
      list.surprises.append(
        GapList.Surprise(skipped: gap - listedCount, gap: GapModel.lineFeed))
      listedCount = gap + 1
    }
    // A bracket or a comma stands behind gap 0.
    if frame.continues ? lines.areBetween : lines.areFirst { surprise(1) }
    if lines.areBetween, !frame.continues, rowCount > 1 { surprise(2 + firstGapCount) }
    var end = gapCount + rowCount
    if frame.closes {
      if lines.areLast { surprise(end) }
      end += 1
    }
    if lines.areBehind { surprise(end) }
    return list
  }

  /// The gaps of a block whose rows stand on lines, or `nil` where they do not, or that cannot be told.
  ///
  /// - Returns: What ``GapScanner`` finds, too.
  /// - Complexity: O(*t*) for *t* tokens.
  static func gaps(_ block: borrowing RowBlock) -> GapList? {
    guard block.frame.hasElements, let lines = lines(block), !mayBeConfused(block) else {
      return nil
    }
    let tape = block.tape.count + block.tape.punctuationCount
    return gaps(
      lines, block.frame, rowCount: block.rowCount, gapCount: tape,
      firstGapCount: gapCount(ofFirst: block))
  }

  /// Where lines are, if there is no whitespace but those.
  ///
  /// - Complexity: O(*r*) for *r* rows.
  private static func lines(_ block: borrowing RowBlock) -> Lines? {
    let source = block.bytes.source
    var lines = Lines()
    var lineCount = 0
    var end = 0
    var index = 0
    for row in 0..<block.rowCount {
      let token = block.tape[index]
      if row == 0, !block.frame.continues {
        guard let open = block.openOffset, open == 0 else { return nil }
        lines.areFirst = source[1] == ASCII.lineFeed
        lineCount += lines.areFirst ? 1 : 0
      } else {
        guard source[end] == ASCII.comma else { return nil }
        let isLine = source[end + 1] == ASCII.lineFeed
        if row == (block.frame.continues ? 0 : 1) { lines.areBetween = isLine }
        guard lines.areBetween == isLine, token.offset == end + (isLine ? 2 : 1) else { return nil }
        lineCount += isLine ? 1 : 0
      }
      if token.kind.isWhole {
        end = token.range.end
        index += 1
      } else {
        end = block.tape[index + token.extent].offset + 1
        index += token.extent + 1
      }
    }
    if let close = block.closeOffset {
      lines.areLast = close == end + 1 && source[end] == ASCII.lineFeed
      end = close + 1
    }
    lines.areBehind = end + 1 == source.count && source[end] == ASCII.lineFeed
    lineCount += (lines.areLast ? 1 : 0) + (lines.areBehind ? 1 : 0)
    return lineCount == block.tape.gapByteCount ? lines : nil
  }

  /// Whether a gap around rows has neighbours as one inside them may have: rows are of several kinds, or arrays
  /// in them have elements of their kind.
  private static func mayBeConfused(_ block: borrowing RowBlock) -> Bool {
    guard block.tape.count > 0 else { return true }
    let kind = block.tape[0].kind
    guard !kind.isWhole else { return true }
    var depth = 0
    var last = Token.Kind.openArray
    for index in 0..<block.tape.count {
      let next = block.tape[index].kind
      if next == .openObject || next == .openArray {
        if depth == 0 ? next != kind : next == kind && last != .key { return true }
        depth += 1
      } else if next == .closeObject || next == .closeArray {
        depth -= 1
      } else if depth == 0 {
        return true
      }
      last = next
    }
    return false
  }

  /// The number of gaps of the first row.
  private static func gapCount(ofFirst block: borrowing RowBlock) -> Int {
    let row = 0...block.tape[0].extent
    var count = row.count
    var last = Token.Kind.openArray
    for index in row {
      let next = block.tape[index].kind
      let opens = last == .openObject || last == .openArray
      if !opens, next != .closeObject, next != .closeArray { count += 1 }
      last = next
    }
    return count
  }
}
