// SPDX-License-Identifier: Apache-2.0

/// Prints tokens of one value, with punctuation and without whitespace.
package enum TokenPrinter {
  /// Appends the tokens at `indices`, which are those of one value, to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func append(
    _ indices: Range<Int>, _ tape: borrowing TokenTape, _ source: ByteSource,
    to target: inout [UInt8]
  ) {
    var last = Token.Kind.openArray
    for index in indices {
      let token = tape[index]
      let isClosing = token.kind == .closeObject || token.kind == .closeArray
      if last == .key {
        target.append(ASCII.colon)
      } else if !isClosing, last != .openObject, last != .openArray {
        target.append(ASCII.comma)
      }
      let isLong = token.isScalar || token.kind == .key
      source.append(isLong ? token.range : ByteRange(offset: token.offset, count: 1), to: &target)
      last = token.kind
    }
  }
}

extension TokenPrinter {
  /// Appends all tokens of a tape, which are those of one value at a level, with lines between them.
  ///
  /// - Returns: Whether the target has no more than `byteLimit` bytes.
  /// - Complexity: O(*n*) for *n* bytes appended.
  package static func append(
    _ tape: borrowing TokenTape, _ source: ByteSource, on lines: PrintedLines, level: Int,
    to target: inout [UInt8], byteLimit: Int
  ) -> Bool {
    let colon = lines.colon
    var levels: [[UInt8]] = []
    var depth = 0
    var last: Token.Kind?
    for index in 0..<tape.count {
      let token = tape[index]
      let isClosing = token.kind == .closeObject || token.kind == .closeArray
      if isClosing { depth -= 1 }
      let isInside = last == .openObject || last == .openArray
      if last == .key {
        target += colon
      } else if last != nil, !(isClosing && isInside) {
        if !isClosing, !isInside { target.append(ASCII.comma) }
        while levels.count <= depth { levels.append(lines.line(level + levels.count)) }
        target += lines.isOne && !isClosing && !isInside ? lines.space : levels[depth]
      }
      let isLong = token.isScalar || token.kind == .key
      source.append(isLong ? token.range : ByteRange(offset: token.offset, count: 1), to: &target)
      guard target.count <= byteLimit else { return false }
      if token.kind == .openObject || token.kind == .openArray { depth += 1 }
      last = token.kind
    }
    return true
  }
}
