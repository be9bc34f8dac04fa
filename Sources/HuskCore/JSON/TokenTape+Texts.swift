// SPDX-License-Identifier: Apache-2.0

extension TokenTape {
  /// What each text is, and its bytes.
  ///
  /// - Complexity: O(*n*) for *n* texts.
  package func texts() -> [(kind: Token.Kind, range: ByteRange)] {
    var texts: [(kind: Token.Kind, range: ByteRange)] = []
    var index = 0
    while index < count {
      texts.append((self[index].kind, range(at: index)))
      index = Tokenizer.end(of: index, on: self)
    }
    return texts
  }
}
