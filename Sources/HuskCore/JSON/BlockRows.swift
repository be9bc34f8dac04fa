// SPDX-License-Identifier: Apache-2.0

/// Tokenizes the text of a block that was decoded.
package enum BlockRows {
  /// Returns the tokens of the rows, without the bracket and the commas around them.
  ///
  /// - Throws: ``HuskError`` where the text is not that of a block.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func scan(
    _ source: ByteSource, _ frame: BlockFrame, limits: Limits
  ) throws(HuskError) -> TokenTape {
    var tape = TokenTape()
    try scan(source, frame, limits: limits, onto: &tape)
    return tape
  }

  /// Puts the same tokens on a tape that is kept for its memory, in place of those that are there.
  ///
  /// - Throws: ``HuskError`` where the text is not that of a block.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func scan(
    _ source: ByteSource, _ frame: BlockFrame, limits: Limits, onto tape: inout TokenTape
  ) throws(HuskError) {
    tape.removeAll()
    let start = frame.continues ? 0 : Tokenizer.byteOrderMarkCount(source)
    var scan = TokenScan(source, from: source.skipWhitespace(start), depthLimit: limits.depth)
    if frame.hasElements, !frame.continues, source[scan.offset] == ASCII.openBracket {
      scan.offset += 1
    }
    while true {
      scan.offset = source.skipWhitespace(scan.offset)
      if frame.hasElements, source[scan.offset] == ASCII.comma {
        scan.offset = source.skipWhitespace(scan.offset + 1)
      }
      guard scan.offset < source.count else { return }
      if frame.closes, source[scan.offset] == ASCII.closeBracket { return }
      if let fault = scan.scanValue(onto: &tape) {
        throw Tokenizer.error(fault, in: source)
      }
      tape.textCount += 1
    }
  }
}
