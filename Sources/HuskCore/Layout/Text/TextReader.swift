// SPDX-License-Identifier: Apache-2.0

/// Reads parts of a file in the text layout from its tokens.
package struct TextReader: ~Copyable {
  /// The bytes of the file.
  package let source: ByteSource
  private let tokenizer: Tokenizer

  /// Tokenizes a file.
  ///
  /// - Throws: ``HuskError`` where it is not one JSON text.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: borrowing PaddedBytes, limits: Limits) throws(HuskError) {
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(bytes, as: .json)
    self.tokenizer = tokenizer
    source = bytes.source
  }

  /// The token at a tape index.
  @inline(__always) package func token(_ index: Int) -> Token { tokenizer.tape[index] }

  /// The kind of the token at a tape index.
  @inline(__always) package func kind(_ index: Int) -> Token.Kind { token(index).kind }

  /// The index after the value at a tape index.
  @inline(__always) package func end(of index: Int) -> Int {
    Tokenizer.end(of: index, on: tokenizer.tape)
  }

  /// The bytes of a scalar or key.
  package func lexeme(_ index: Int) -> Lexeme { Lexeme(source.bytes(token(index).range)) }

  /// Makes an error about the token at a tape index.
  package func error(
    _ code: HuskError.Code, at index: Int, _ context: String
  ) -> HuskError {
    let offset = token(index).offset
    return HuskError(code, at: offset, position: source.position(of: offset), context)
  }

  /// Calls `body` with the name, the index of the key and the index of the value of each member.
  ///
  /// - Throws: ``HuskError/Code/invalidMember`` where the value is not an object, and what `body`
  ///   throws.
  package func forEachMember(
    _ index: Int, _ body: (String, Int, Int) throws(HuskError) -> Void
  ) throws(HuskError) {
    guard kind(index) == .openObject else {
      throw error(.invalidMember, at: index, "an object is expected")
    }
    let close = index + token(index).extent
    var key = index + 1
    while key < close {
      try body(string(key), key, key + 1)
      key = end(of: key + 1)
    }
  }

  /// The indices of the elements of an array.
  ///
  /// - Throws: ``HuskError/Code/invalidMember`` where the value is not an array.
  /// - Complexity: O(*n*) for *n* elements.
  package func elements(_ index: Int) throws(HuskError) -> [Int] {
    guard kind(index) == .openArray else {
      throw error(.invalidMember, at: index, "an array is expected")
    }
    let close = index + token(index).extent
    var elements: [Int] = []
    var element = index + 1
    while element < close {
      elements.append(element)
      element = end(of: element)
    }
    return elements
  }

  /// The integer at a tape index: written without fraction or exponent, and not below `minimum`.
  ///
  /// - Throws: ``HuskError/Code/invalidMember``.
  package func integer(_ index: Int, atLeast minimum: Int) throws(HuskError) -> Int {
    guard kind(index) == .number, let value = Int(lexeme(index).description), value >= minimum
    else { throw error(.invalidMember, at: index, "an integer of \(minimum) or more is expected") }
    return value
  }

  /// The count at a tape index.
  ///
  /// - Throws: ``HuskError/Code/invalidMember``.
  package func count(_ index: Int) throws(HuskError) -> Int {
    try integer(index, atLeast: 0)
  }

  /// The content of a string or key without escapes, as the members of the layout are written;
  /// escapes are left as they are.
  package func string(_ index: Int) -> String {
    String(lexeme(index).description.dropFirst().dropLast())
  }

  /// The check: eight hexadecimal digits in a string.
  ///
  /// - Throws: ``HuskError/Code/invalidMember``.
  package func check(_ index: Int) throws(HuskError) -> UInt32 {
    let digits = string(index)
    guard kind(index) == .string, digits.utf8.count == 8,
      digits.utf8.allSatisfy(ASCII.isHexDigit), let value = UInt32(digits, radix: 16)
    else {
      throw error(.invalidMember, at: index, "eight hexadecimal digits in a string are expected")
    }
    return value
  }
}
