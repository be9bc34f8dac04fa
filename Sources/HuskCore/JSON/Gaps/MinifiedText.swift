// SPDX-License-Identifier: Apache-2.0

/// Finds out from what the scan has counted that a document has no whitespace.
enum MinifiedText {
  /// The gaps of a document that has none but one LF between two texts and perhaps one at the end;
  /// `nil` for any other document.
  ///
  /// - Complexity: O(1).
  static func gaps(_ tape: borrowing TokenTape, _ source: ByteSource) -> GapList? {
    guard tape.count > 0 else { return nil }
    let rest = tape.gapByteCount - (tape.textCount - 1)
    guard rest == 0 || rest == 1 && source[source.count - 1] == ASCII.lineFeed else { return nil }
    guard tape.lineCount == tape.textCount - 1 else { return nil }
    return list(rest, skipped: tape.count + tape.punctuationCount)
  }

  /// The gaps of a block, in whose rows so many are, as ``gaps(_:_:)`` finds those of a document.
  ///
  /// - Complexity: O(1).
  static func gaps(_ block: borrowing RowBlock, rowGapCount: Int) -> GapList? {
    guard block.rowCount > 0 else { return nil }
    let source = block.bytes.source
    let separatorCount = block.rowCount - (block.frame.continues ? 0 : 1)
    let isElements = block.frame.hasElements
    let rest = block.tape.gapByteCount - (isElements ? 0 : separatorCount)
    guard rest == 0 || rest == 1 && source[source.count - 1] == ASCII.lineFeed else { return nil }
    let bracketCount = (block.openOffset == nil ? 0 : 1) + (block.closeOffset == nil ? 0 : 1)
    var skipped = rowGapCount + bracketCount
    if isElements {
      skipped += separatorCount
    } else if block.tape.lineCount != separatorCount {
      return nil
    }
    return list(rest, skipped: skipped)
  }

  /// The list of gaps as predicted, but for an LF at the end where there is one.
  private static func list(_ rest: Int, skipped: Int) -> GapList {
    var list = GapList()
    if rest == 1 {
      list.surprises = [GapList.Surprise(skipped: skipped, gap: GapModel.lineFeed)]
    }
    return list
  }
}
