// SPDX-License-Identifier: Apache-2.0

/// An array or object that is carried as it is, without whitespace.
package struct ContainerLexeme: ~Copyable {
  private let bytes: PaddedBytes
  private var tokenizer: Tokenizer

  /// Checks an array or object.
  ///
  /// - Throws: ``HuskError`` where `bytes` are not one array or object without whitespace, or nest
  ///   deeper than `depthLimit`.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: ByteView, depthLimit: Int) throws(HuskError) {
    self.bytes = PaddedBytes(bytes.array())
    tokenizer = Tokenizer(limits: Limits(), depth: max(depthLimit, 0))
    try tokenizer.tokenize(self.bytes, as: .json)
    let first = tokenizer.tape[0]
    guard first.kind == .openObject || first.kind == .openArray, first.offset == 0,
      tokenizer.tape.gapByteCount == 0
    else { throw HuskError(.invalidColumn, "a value of a text is no array or object") }
  }

  /// The number of gaps inside.
  package var gapCount: Int { tokenizer.tape.count - 1 + tokenizer.tape.punctuationCount }

  /// The same value with lines inside, or `nil` where that are more than `byteLimit` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes of it.
  package func printed(on lines: PrintedLines, level: Int, byteLimit: Int) -> [UInt8]? {
    var text: [UInt8] = []
    let isComplete = TokenPrinter.append(
      tokenizer.tape, bytes.source, on: lines, level: level, to: &text, byteLimit: byteLimit)
    return isComplete ? text : nil
  }
}
