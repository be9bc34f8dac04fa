// SPDX-License-Identifier: Apache-2.0

/// Finds out from the tokens alone that a document has no whitespace.
enum MinifiedText {
  /// The gaps of a document that has none but one LF between two texts and perhaps one at the end;
  /// `nil` for any other document.
  ///
  ///     bytes of tokens + colons + commas + texts - 1 = bytes: nothing else can stand there
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  static func gaps(_ tape: borrowing TokenTape, _ source: ByteSource) -> GapList? {
    guard tape.count > 0 else { return nil }
    let sums = tape.sums()
    // Each value but the first of its container has a comma before it.
    let commaCount = sums.valueCount - tape.textCount - sums.filledCount
    let punctuationCount = sums.keyCount + commaCount
    let byteCount = sums.byteCount + punctuationCount + tape.textCount - 1
    let rest = source.count - byteCount
    guard rest == 0 || rest == 1 && source[source.count - 1] == ASCII.lineFeed else { return nil }
    guard tape.textCount == 1 || areOnLines(tape, source) else { return nil }
    var list = GapList()
    if rest == 1 {
      let skipped = tape.count + punctuationCount
      list.surprises = [GapList.Surprise(skipped: skipped, gap: GapModel.lineFeed)]
    }
    return list
  }

  /// The gaps of a block, as ``gaps(_:_:)`` finds those of a document.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  static func gaps(_ block: borrowing RowBlock) -> GapList? {
    guard block.rowCount > 0 else { return nil }
    let sums = block.tape.sums()
    // Each value but the first of its container has a comma before it.
    let commaCount = sums.valueCount - block.rowCount - sums.filledCount
    let bracketCount = (block.openOffset == nil ? 0 : 1) + (block.closeOffset == nil ? 0 : 1)
    let separatorCount = block.rowCount - (block.frame.continues ? 0 : 1)
    let punctuationCount = sums.keyCount + commaCount + bracketCount
    let source = block.bytes.source
    let rest = source.count - sums.byteCount - punctuationCount - separatorCount
    guard rest == 0 || rest == 1 && source[source.count - 1] == ASCII.lineFeed else { return nil }
    var skipped = block.tape.count + punctuationCount
    if block.frame.hasElements {
      skipped += separatorCount
    } else if separatorCount > 0 {
      if block.frame.continues, source[block.tape[0].offset - 1] != ASCII.lineFeed { return nil }
      guard areOnLines(block.tape, source) else { return nil }
    }
    var list = GapList()
    if rest == 1 {
      list.surprises = [GapList.Surprise(skipped: skipped, gap: GapModel.lineFeed)]
    }
    return list
  }

  /// Whether an LF stands before each text but the first.
  private static func areOnLines(_ tape: borrowing TokenTape, _ source: ByteSource) -> Bool {
    var index = Tokenizer.end(of: 0, on: tape)
    while index < tape.count {
      guard source[tape[index].offset - 1] == ASCII.lineFeed else { return false }
      index = Tokenizer.end(of: index, on: tape)
    }
    return true
  }
}
