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
      if last == .key {
        target.append(ASCII.colon)
      } else if !token.kind.closes, !last.opens {
        target.append(ASCII.comma)
      }
      let isLong = token.isScalar || token.kind == .key
      source.append(isLong ? token.range : ByteRange(offset: token.offset, count: 1), to: &target)
      last = token.kind
    }
  }
}
