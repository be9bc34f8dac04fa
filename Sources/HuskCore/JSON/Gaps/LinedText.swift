// SPDX-License-Identifier: Apache-2.0

/// Finds out that the rows of an array stand on lines of their own, without a model of its gaps.
enum LinedText {
  /// The gaps of a block whose rows stand on lines, or `nil` where they do not, or that cannot be told.
  ///
  /// - Returns: What ``GapScanner`` finds, too.
  /// - Complexity: O(*t*) for *t* tokens.
  static func gaps(_ block: borrowing RowBlock) -> GapList? {
    guard block.frame.hasElements, let spacing = spacing(block), !mayBeConfused(block) else {
      return nil
    }
    return spacing.gaps(
      block.frame, rowCount: block.rowCount,
      gapCount: block.tape.count + block.tape.punctuationCount,
      firstGapCount: gapCount(ofFirst: block))
  }

  /// How rows stand, if there is no whitespace but lines around them.
  ///
  /// - Complexity: O(*r*) for *r* rows.
  private static func spacing(_ block: borrowing RowBlock) -> RowSpacing? {
    let source = block.bytes.source
    var spacing = RowSpacing()
    var lineCount = 0
    var end = 0
    var index = 0
    for row in 0..<block.rowCount {
      let token = block.tape[index]
      if row == 0, !block.frame.continues {
        guard let open = block.openOffset, open == 0 else { return nil }
        spacing.opensOnLine = source[1] == ASCII.lineFeed
        lineCount += spacing.opensOnLine ? 1 : 0
      } else {
        guard source[end] == ASCII.comma else { return nil }
        let isLine = source[end + 1] == ASCII.lineFeed
        if row == (block.frame.continues ? 0 : 1) { spacing.between = isLine ? .line : .nothing }
        guard (spacing.between == .line) == isLine, token.offset == end + (isLine ? 2 : 1) else {
          return nil
        }
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
      spacing.closesOnLine = close == end + 1 && source[end] == ASCII.lineFeed
      end = close + 1
    }
    spacing.endsLine = end + 1 == source.count && source[end] == ASCII.lineFeed
    lineCount += (spacing.closesOnLine ? 1 : 0) + (spacing.endsLine ? 1 : 0)
    return lineCount == block.tape.gapByteCount ? spacing : nil
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
