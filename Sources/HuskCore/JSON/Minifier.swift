// SPDX-License-Identifier: Apache-2.0

/// Drops the whitespace that means nothing (SPEC §5.4 Minified texts).
package enum Minifier {
  /// Returns the document that `tape` and `source` hold without its insignificant whitespace.
  ///
  /// Each text of a sequence stands on a line of its own. A byte order mark stays, and one LF at
  /// the end stays where there was any.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func minify(_ tape: borrowing TokenTape, _ source: ByteSource) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    let mark = Tokenizer.byteOrderMarkCount(source)
    source.append(ByteRange(offset: 0, count: mark), to: &bytes)
    var depth = 0
    var end = mark
    for index in 0..<tape.count {
      let token = tape[index]
      if index > 0 { separate(tape[index - 1].kind, token.kind, isInside: depth > 0, &bytes) }
      switch token.kind {
      case .openObject, .openArray: depth += 1
      case .closeObject, .closeArray: depth -= 1
      default: break
      }
      let isScalar = token.isScalar || token.kind == .key
      let range = isScalar ? token.range : ByteRange(offset: token.offset, count: 1)
      source.append(range, to: &bytes)
      end = range.end
    }
    for offset in end..<source.count where source[offset] == ASCII.lineFeed {
      bytes.append(ASCII.lineFeed)
      break
    }
    return bytes
  }

  private static func separate(
    _ last: Token.Kind, _ next: Token.Kind, isInside: Bool, _ bytes: inout [UInt8]
  ) {
    switch (last, next) {
    case (.openObject, _), (.openArray, _), (_, .closeObject), (_, .closeArray): break
    case (.key, _): bytes.append(ASCII.colon)
    default: bytes.append(isInside ? ASCII.comma : ASCII.lineFeed)
    }
  }
}
