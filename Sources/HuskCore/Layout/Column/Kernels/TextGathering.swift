// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// The number of bytes that ``gatherText(_:)`` makes of tokens, or `nil` where one is a container.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  static func textByteCount(_ tokens: [UInt64]) -> Int? {
    var byteCount = tokens.count
    var kinds: UInt64 = 0
    for word in tokens {
      // Strings and keys lose their quotes: two bytes.
      let isQuoted = 0b0011_0000 &>> (word & 7)
      byteCount &+= Token(word: word).extent &- Int(truncatingIfNeeded: isQuoted & 1) &* 2
      kinds |= 1 &<< (word & 7)
    }
    return kinds & 0b1111 == 0 ? byteCount : nil
  }

  /// The text of values: strings without quotes, arrays and objects without whitespace, each value with
  /// its terminator (SPEC §8.6.1 Texts).
  ///
  /// The tokens of arrays and objects must span all of their bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and one allocation.
  package func gatherText(_ tokens: [UInt64]) -> [UInt8] {
    var text: [UInt8] = []
    let byteCount = tokens.reduce(tokens.count) { $0 &+ Token(word: $1).extent }
    appendText(tokens, most: byteCount, to: &text)
    return text
  }

  /// How many bytes more than those of a text are written when it is put together: sixteen bytes are stored at
  /// a time, and the next value overwrites what is too many.
  static let textSlack = 16

  /// Appends the text that ``gatherText(_:)`` makes, which must come to `most` bytes at most.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and at most one allocation.
  func appendText(_ tokens: [UInt64], most: Int, to text: inout [UInt8]) {
    text.append(addingCapacity: most + Self.textSlack) { output in
      unsafe output.withUnsafeMutableBufferPointer { target, initialized in
        guard let start = target.baseAddress else { return }
        let first = unsafe UnsafeMutableRawPointer(start + initialized)
        initialized += unsafe copyText(tokens, to: first) - first
      }
    }
  }

  /// Writes the text of values, and returns the address behind it.
  private func copyText(
    _ tokens: [UInt64], to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var next = unsafe start
    for word in tokens {
      let token = Token(word: word)
      guard _fastPath(token.kind.isWhole) else {
        unsafe next = copyMinified(token.range, to: next)
        unsafe next.storeBytes(of: TextTerminator.container, as: UInt8.self)
        unsafe next += 1
        continue
      }
      let quote = token.kind == .number || token.kind == .literal ? 0 : 1
      let count = token.extent &- 2 &* quote
      unsafe copy(ByteRange(offset: token.offset &+ quote, count: count), to: next)
      unsafe next += count
      let terminator = quote == 0 ? TextTerminator.scalar : TextTerminator.string
      unsafe next.storeBytes(of: terminator, as: UInt8.self)
      unsafe next += 1
    }
    return unsafe next
  }
}
