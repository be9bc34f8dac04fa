// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Lexemes one after the other in a text, with their tokens, as a column has them.
struct ColumnText: ~Copyable {
  let text: PaddedBytes
  let tokens: [UInt64]
  let lexemes: [String]

  /// Puts lexemes in a text, a comma behind each.
  init(_ lexemes: [String]) {
    var bytes: [UInt8] = []
    var tokens: [UInt64] = []
    for lexeme in lexemes {
      let kind: Token.Kind =
        switch lexeme.utf8.first {
        case ASCII.quote: .string
        case ASCII.lowerT, ASCII.lowerF, ASCII.lowerN: .literal
        default: .number
        }
      tokens.append(Token(kind, offset: bytes.count, extent: lexeme.utf8.count).word)
      bytes += lexeme.utf8
      bytes.append(ASCII.comma)
    }
    text = PaddedBytes(bytes)
    self.tokens = tokens
    self.lexemes = lexemes
  }

  var source: ByteSource { text.source }
}
