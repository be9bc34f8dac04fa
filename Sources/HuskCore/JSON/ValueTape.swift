// SPDX-License-Identifier: Apache-2.0

/// One tokenized JSON text whose values are read in any order, by their index on the tape.
///
/// Nothing is built for a value before somebody asks for it.
package final class ValueTape {
  private let bytes: PaddedBytes
  private let tape: TokenTape
  /// Whether any string of the text can hold an escape.
  private let hasEscapes: Bool
  /// Whether any key does.
  private let keysHaveEscapes: Bool

  /// Tokenizes a text.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - form: How many texts it may be; their values follow one another on the tape.
  ///   - limits: The limits in force.
  /// - Throws: ``HuskError`` at the first byte that cannot be accepted.
  /// - Complexity: O(*n*) for *n* bytes.
  package convenience init(
    _ text: [UInt8], as form: InputForm = .json, limits: Limits
  ) throws(HuskError) {
    let bytes = PaddedBytes(text)
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(bytes, as: form)
    self.init(bytes, tokenizer.takeTape())
  }

  /// Tokenizes the rows of a block that was decoded, without what stands around them.
  ///
  /// - Parameters:
  ///   - text: The text of the block.
  ///   - frame: How it stands in its document.
  ///   - limits: The limits in force.
  /// - Throws: ``HuskError`` where the text is not that of a block.
  /// - Complexity: O(*n*) for *n* bytes.
  package convenience init(
    rows text: [UInt8], _ frame: BlockFrame, limits: Limits
  ) throws(HuskError) {
    let bytes = PaddedBytes(text)
    let tape = try BlockRows.scan(bytes.source, frame, limits: limits)
    self.init(bytes, tape)
  }

  private init(_ bytes: consuming PaddedBytes, _ tape: consuming TokenTape) {
    self.bytes = bytes
    self.tape = tape
    let source = self.bytes.source
    hasEscapes = source.hasBackslash(ByteRange(offset: 0, count: self.bytes.count))
    var keysHaveEscapes = false
    for index in 0..<(hasEscapes ? self.tape.count : 0) where self.tape[index].kind == .key {
      guard source.hasBackslash(self.tape[index].range) else { continue }
      keysHaveEscapes = true
      break
    }
    self.keysHaveEscapes = keysHaveEscapes
  }

  /// The number of tokens.
  package var count: Int { tape.count }

  /// What stands at `index`.
  package func kind(at index: Int) -> Token.Kind { tape[index].kind }

  /// The index behind the value at `index`.
  package func end(of index: Int) -> Int { Tokenizer.end(of: index, on: tape) }

  /// The index of the bracket that closes the array or object at `index`.
  package func close(of index: Int) -> Int { index &+ tape[index].extent }

  /// The number of elements or members of the array or object at `index`.
  ///
  /// - Complexity: O(*n*) for as many.
  package func elementCount(of index: Int) -> Int {
    var count = 0
    let step = tape[index].kind == .openObject ? 1 : 0
    let close = close(of: index)
    var element = index &+ 1
    while element < close {
      count &+= 1
      element = Tokenizer.end(of: element &+ step, on: tape)
    }
    return count
  }

  /// Whether the value at `index` is null.
  package func isNull(at index: Int) -> Bool {
    let token = tape[index]
    return token.kind == .literal && bytes.source[token.offset] == ASCII.lowerN
  }

  /// The value at `index` as a Boolean, or `nil` where it is none.
  package func boolean(at index: Int) -> Bool? {
    let token = tape[index]
    guard token.kind == .literal else { return nil }
    return switch bytes.source[token.offset] {
    case ASCII.lowerT: true
    case ASCII.lowerF: false
    default: nil
    }
  }

  /// The number at `index` as an integer, or `nil` where it is not written as one that fits.
  package func integer(at index: Int) -> Int64? { bytes.source.integer(tape[index].range) }

  /// The number at `index` as a double, or `nil` where it takes ``bytes(at:)`` to tell.
  package func double(at index: Int) -> Double? { bytes.source.double(tape[index].range) }

  /// The content of the string or key at `index`, or `nil` where it holds a lone surrogate.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func string(at index: Int) -> String? {
    let range = tape[index].range
    let content = ByteRange(offset: range.offset &+ 1, count: range.count &- 2)
    guard hasEscapes, bytes.source.hasBackslash(content) else {
      return bytes.source.string(content)
    }
    return StringLexeme.unescape(bytes.source.bytes(range))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value at `index` as they stand in the text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func bytes(at index: Int) -> [UInt8] {
    bytes.source.bytes(range(of: index))
  }

  /// Where the value or key at `index` stands in the text.
  package func range(of index: Int) -> ByteRange {
    let token = tape[index]
    guard token.kind == .openObject || token.kind == .openArray else { return token.range }
    return ByteRange(
      offset: token.offset, count: tape[index &+ token.extent].offset &+ 1 &- token.offset)
  }

  /// The index of the key of the first member of that name, or `nil`.
  ///
  /// Keys that are spelt with escapes are found too; a name beyond ASCII is compared byte by byte.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - object: The index of the object.
  ///   - hint: The index of the key that is tried first, which must be one of the object, or its end.
  /// - Returns: The index.
  /// - Complexity: O(1) where the hint is right, else O(*n*) for *n* members.
  package func member(_ name: String, of object: Int, hint: Int) -> Int? {
    let source = bytes.source
    let close = close(of: object)
    guard !keysHaveEscapes else { return spelt(name, of: object) }
    if let found = source.member(name, from: hint, to: close, tape) { return found }
    return source.member(name, from: object &+ 1, to: hint, tape)
  }

  private func spelt(_ name: String, of object: Int) -> Int? {
    let close = close(of: object)
    var key = object &+ 1
    while key < close {
      if string(at: key) == name { return key }
      key = Tokenizer.end(of: key &+ 1, on: tape)
    }
    return nil
  }
}
