// SPDX-License-Identifier: Apache-2.0

/// Checks of arrays and objects that are carried as they are.
package enum ContainerLexeme {
  /// The number of gaps inside of an array or object.
  ///
  /// - Throws: ``HuskError`` where `bytes` are not one array or object without whitespace, or nest
  ///   deeper than `depthLimit`.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func gapCount(_ bytes: ByteView, depthLimit: Int) throws(HuskError) -> Int {
    var limits = Limits()
    limits.depth = max(depthLimit, 0)
    var tokenizer = Tokenizer(limits: limits)
    let copy = bytes.array()
    let padded = PaddedBytes(copy)
    try tokenizer.tokenize(padded, as: .json)
    let first = tokenizer.tape[0].kind
    var minified: [UInt8] = []
    TokenPrinter.append(0..<tokenizer.tape.count, tokenizer.tape, padded.source, to: &minified)
    guard first == .openObject || first == .openArray,
      minified == copy
    else { throw HuskError(.invalidColumn, "a value of a text is no array or object") }
    var gaps = tokenizer.tape.count - 1
    for index in 1..<tokenizer.tape.count {
      let last = tokenizer.tape[index - 1].kind
      let next = tokenizer.tape[index].kind
      let opens = last == .openObject || last == .openArray
      if last == .key || !opens && next != .closeObject && next != .closeArray { gaps += 1 }
    }
    return gaps
  }
}
