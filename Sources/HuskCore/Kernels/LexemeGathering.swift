// SPDX-License-Identifier: Apache-2.0

extension Buffer where Element == UInt8 {
  /// Appends the lexemes of tokens of `source` from one on, with a comma behind each.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func appendLexemes(
    _ tokens: borrowing Buffer<UInt64>, from first: Int, of source: ByteSource
  ) {
    var byteCount = 0
    for index in first..<tokens.count { byteCount &+= Token(word: tokens[index]).extent &+ 1 }
    // Sixteen bytes are stored at a time; the next lexeme overwrites what is too many.
    reserve(byteCount + PaddedBytes.padding)
    unsafe appendInPlace(byteCount) { start in
      var next = UnsafeMutableRawPointer(start)
      for index in first..<tokens.count {
        let token = Token(word: tokens[index])
        unsafe source.copy(token.range, to: next)
        unsafe next += token.extent
        unsafe next.storeBytes(of: ASCII.comma, as: UInt8.self)
        unsafe next += 1
      }
    }
  }

  /// Puts zeros behind the elements, so that kernels may read past them.
  mutating func pad() {
    reserve(PaddedBytes.padding)
    unsafe appendInPlace(0) { unsafe $0.update(repeating: 0, count: PaddedBytes.padding) }
  }

  /// A view of the elements, which must have been padded; valid until the next change.
  var source: ByteSource {
    unsafe withBase { unsafe ByteSource(base: $0, count: count) }
  }
}

extension Buffer where Element == UInt64 {
  /// The tokens of the lexemes as ``Buffer/appendLexemes(_:from:of:)`` puts them.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  func gatheredTokens() -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      var offset: UInt64 = 0
      for index in 0..<count {
        let word = self[index]
        unsafe target[index] = (word & 0xFFFF_FFFF) | offset &<< 32
        offset &+= ((word &>> 4) & 0xFFF_FFFF) &+ 1
      }
    }
  }
}
