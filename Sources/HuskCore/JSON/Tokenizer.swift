// SPDX-License-Identifier: Apache-2.0

/// Turns JSON text into a tape of tokens, checking every rule of RFC 8259 (SPEC §3 JSON texts).
///
/// The tape is kept from call to call, so a tokenizer that is reused does not allocate.
package struct Tokenizer: ~Copyable {
  /// The tokens of the last text.
  package private(set) var tape = TokenTape()
  /// The deepest nesting.
  package var depthLimit: Int

  /// Creates a tokenizer.
  ///
  /// - Parameters:
  ///   - limits: The limits in force.
  ///   - depth: The deepest nesting, where it is not that of the limits.
  package init(limits: Limits, depth: Int? = nil) {
    depthLimit = depth ?? limits.depth
  }

  /// Tokenizes the texts of `bytes`, which must be as many as `form` allows.
  ///
  /// - Throws: ``HuskError`` with offset, line and column of the first byte that cannot be
  ///   accepted: ``HuskError/Code/emptyInput``, ``HuskError/Code/extraText``, or the code of a
  ///   broken rule.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func tokenize(
    _ bytes: borrowing PaddedBytes, as form: InputForm
  ) throws(HuskError) {
    let source = bytes.source
    tape.removeAll()
    var scan = TokenScan(
      source, from: Self.byteOrderMarkCount(source), depthLimit: depthLimit)
    if let fault = scan.scanTexts(onto: &tape) { throw Self.error(fault, in: source) }
    switch (form, tape.textCount) {
    case (.ndjson, _), (_, 1): return
    case (_, 0):
      throw Self.error(TokenFault(code: .emptyInput, offset: source.count), in: source)
    case (.json, _):
      let second = tape[Self.end(of: 0, on: tape)].offset
      throw Self.error(TokenFault(code: .extraText, offset: second), in: source)
    case (.auto, _): return
    }
  }

  /// Gives the tape away.
  package consuming func takeTape() -> TokenTape { tape }

  /// The index of the token after the value that starts at `index`.
  @inline(__always) package static func end(of index: Int, on tape: borrowing TokenTape) -> Int {
    let token = tape[index]
    return switch token.kind {
    case .openObject, .openArray: index &+ token.extent &+ 1
    default: index &+ 1
    }
  }

  /// The number of bytes of the byte order mark at the start, zero or three.
  package static func byteOrderMarkCount(_ source: ByteSource) -> Int {
    source.halfWord(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0
  }

  /// The error that a fault in `source` is reported as.
  package static func error(_ fault: TokenFault, in source: ByteSource) -> HuskError {
    HuskError(
      fault.code, at: fault.offset, position: source.position(of: fault.offset),
      description(of: fault, in: source))
  }

  private static func description(of fault: TokenFault, in source: ByteSource) -> String {
    switch fault.code {
    case .emptyInput: "the input holds no JSON text"
    case .unexpectedEnd: "the text ends too early"
    case .invalidNumber: "a number is not written as JSON numbers are"
    case .controlCharacter: "a string holds a control character that is not escaped"
    case .invalidEscape: "a string holds an escape that JSON does not have"
    case .invalidUTF8: "a string holds bytes that are not UTF-8"
    case .extraText: "a second text starts where one was asked for"
    case .limitExceeded: "more than the limit of \(fault.limit ?? "the codec")"
    default:
      "unexpected \(name(of: source[fault.offset]))"
        + (fault.isBehindText && startsText(source[fault.offset])
          ? " behind a text; whitespace stands between two" : "")
    }
  }

  /// Whether a byte is the first one of a text; digits and letters behind one may as well be part of it.
  private static func startsText(_ byte: UInt8) -> Bool {
    byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "character '\(Character(Unicode.Scalar(byte)))'"
    case 0x20: "space"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension ByteSource {
  /// The line and column of the byte at `offset`, both counted from 1.
  ///
  /// - Complexity: O(`offset`); meant for errors only.
  package func position(of offset: Int) -> HuskError.Position {
    let lines = lines(before: min(offset, count))
    return HuskError.Position(line: lines.count + 1, column: offset - lines.start + 1)
  }
}
