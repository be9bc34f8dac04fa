// SPDX-License-Identifier: Apache-2.0

/// Arrays and objects that are carried as they are, without whitespace, one after the other.
package struct ContainerLexemes: ~Copyable {
  private var bytes = PaddedBytes([])
  private var tokenizer = Tokenizer(limits: Limits())
  /// What puts lines into them, where they are to have some.
  private var printer: LinePrinter?

  /// Prepares to check the first one.
  ///
  /// - Parameter lines: Where a regular printer puts whitespace in them, if any is to be put.
  package init(on lines: PrintedLines?) {
    printer = lines.map {
      LinePrinter(
        newline: $0.line(0), indent: $0.indent, space: $0.spaceBehindComma, colon: $0.colon)
    }
  }

  /// Checks the next one.
  ///
  /// - Throws: ``HuskError`` where `lexeme` is not one array or object without whitespace, or nests deeper than
  ///   `depthLimit`.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func check(_ lexeme: ByteView, depthLimit: Int) throws(HuskError) {
    bytes.replace(with: lexeme)
    tokenizer.depthLimit = max(depthLimit, 0)
    try tokenizer.tokenize(bytes, as: .json)
    let first = tokenizer.tape[0]
    guard first.kind.opens, first.offset == 0, tokenizer.tape.gapByteCount == 0 else {
      throw HuskError(.invalidColumn, "a value of a text is no array or object")
    }
  }

  /// The number of gaps in the one that was checked last.
  package var gapCount: Int { tokenizer.tape.count - 1 + tokenizer.tape.punctuationCount }

  /// Writes the one that was checked last with lines inside.
  ///
  /// - Parameters:
  ///   - level: The depth at which it stands.
  ///   - place: Where to write, with room for 64 bytes more: other memory than that of the lexeme or the same.
  /// - Returns: The number of bytes, or `nil` where there is no room for them or there are no lines.
  /// - Complexity: O(*n*) for *n* bytes written.
  package mutating func write(level: Int, to place: OutputPlace) -> Int? {
    printer?.write(tokenizer.tape, bytes.source, level: level, to: place)
  }
}
