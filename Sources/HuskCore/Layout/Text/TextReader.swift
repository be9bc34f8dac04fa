// SPDX-License-Identifier: Apache-2.0

/// Reads parts of a file in the text layout from its tokens.
package struct TextReader: ~Copyable {
  /// The bytes of the file.
  package let source: ByteSource
  private let tokenizer: Tokenizer

  /// Tokenizes a file.
  ///
  /// - Throws: ``HuskError`` where it is not one JSON text: what is wrong with it, if something
  ///   shows that it was in the text layout, and ``HuskError/Code/notHusk`` if nothing does.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ bytes: borrowing PaddedBytes, limits: Limits) throws(HuskError) {
    var tokenizer = Tokenizer(limits: limits, depth: limits.fileDepth)
    do throws(HuskError) {
      try tokenizer.tokenize(bytes, as: .json)
    } catch {
      throw error.code == .emptyInput || Self.isTextLayout(bytes) ? error : Self.stranger(bytes)
    }
    self.tokenizer = tokenizer
    source = bytes.source
  }

  /// Whether damaged bytes were in the text layout, by all that shows: they hold the name of its version.
  private static func isTextLayout(_ bytes: borrowing PaddedBytes) -> Bool {
    let name = Array("\"husk\"".utf8)
    guard bytes.count >= name.count else { return false }
    return (0...bytes.count - name.count).contains {
      bytes.source.areEqual(ByteRange(offset: $0, count: name.count), name)
    }
  }

  /// The error about bytes that are neither JSON nor anything of Husk.
  private static func stranger(_ bytes: borrowing PaddedBytes) -> HuskError {
    let source = bytes.source
    var offset = Tokenizer.byteOrderMarkCount(source)
    while offset < bytes.count, ASCII.isWhitespace(source[offset]) { offset += 1 }
    let looksLikeJSON =
      offset < bytes.count && "{[\"-0123456789tfn".utf8.contains(source[offset])
    return HuskError(
      .notHusk, at: offset, position: source.position(of: offset),
      looksLikeJSON
        ? "this looks like JSON, but nothing that Husk encoded"
        : "this is nothing that Husk encoded")
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
  /// - Throws: `code` where the value is not an object or two members have one name, and what
  ///   `body` throws.
  package func forEachMember(
    _ index: Int, or code: HuskError.Code = .invalidMember,
    _ body: (String, Int, Int) throws(HuskError) -> Void
  ) throws(HuskError) {
    guard kind(index) == .openObject else {
      throw error(code, at: index, "an object is expected")
    }
    let close = index + token(index).extent
    var names: Set<String> = []
    var key = index + 1
    while key < close {
      let name = string(key)
      guard names.insert(name).inserted else {
        throw error(code, at: key, "member \"\(name)\" stands there twice")
      }
      try body(name, key, key + 1)
      key = end(of: key + 1)
    }
  }

  /// The indices of the elements of an array.
  ///
  /// - Throws: `code` where the value is not an array.
  /// - Complexity: O(*n*) for *n* elements.
  package func elements(
    _ index: Int, or code: HuskError.Code = .invalidMember
  ) throws(HuskError) -> [Int] {
    guard kind(index) == .openArray else {
      throw error(code, at: index, "an array is expected")
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

  /// The integer at a tape index, or `nil` where there is none (SPEC §2.2 Bytes and integers).
  package func integer(_ index: Int) -> Int? {
    let range = token(index).range
    guard kind(index) == .number, range.count <= 17 else { return nil }
    let isNegative = source[range.offset] == ASCII.minus
    var value = 0
    for offset in range.offset + (isNegative ? 1 : 0)..<range.end {
      guard ASCII.isDigit(source[offset]) else { return nil }
      value = value * 10 + Int(source[offset] - ASCII.zero)
    }
    guard value <= Self.maxInteger, !isNegative || value > 0 else { return nil }
    return isNegative ? -value : value
  }

  /// The greatest integer that the layout writes.
  package static let maxInteger = 1 << 53 - 1

  /// The count at a tape index.
  ///
  /// - Throws: `code` where there is none.
  package func count(
    _ index: Int, or code: HuskError.Code = .invalidMember
  ) throws(HuskError) -> Int {
    guard let value = integer(index), value >= 0 else {
      throw error(code, at: index, "an integer of 0 or more is expected")
    }
    return value
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
