// SPDX-License-Identifier: Apache-2.0

/// The tokens of a text in order, in a buffer that is kept from text to text.
@safe package struct TokenTape: ~Copyable {
  private var base: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  /// The number of tokens.
  package private(set) var count = 0
  /// The number of JSON texts that the tokens belong to.
  package var textCount = 0
  /// The bytes of whitespace between the tokens and around them.
  package var gapByteCount = 0
  /// The commas and colons between the tokens.
  package var punctuationCount = 0
  /// The texts before which nothing but an LF stands.
  package var lineCount = 0
  /// The bytes of whitespace beside the LF that stand before texts.
  package var inlineGapByteCount: Int { gapByteCount - lineCount }
  /// Which arrays and objects start with what bytes.
  var repeats = RepeatedValues()

  /// Creates an empty tape.
  package init() {
    capacity = 1024
    unsafe base = .allocateWhole(capacity: capacity)
  }

  deinit { unsafe base.deallocateWhole() }

  /// Forgets all tokens and keeps the buffer.
  package mutating func removeAll() {
    count = 0
    textCount = 0
    gapByteCount = 0
    punctuationCount = 0
    lineCount = 0
    repeats.forget()
  }

  /// Forgets the tokens from `count` on.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
    repeats.forget()
  }

  /// Gives the memory of the tokens before `index` back to the system, as far as it is large; they must
  /// not be asked for any more.
  package mutating func discard(before index: Int) {
    precondition(index >= 0 && index <= count)
    unsafe base.giveBack(count: index)
  }

  /// Puts all tokens into an array that `open` and `close` enclose.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  package mutating func enclose(open: Int, close: Int, elementCount: Int) {
    reserve(2)
    repeats.forget()
    let inner = count
    unsafe (base + 1).update(from: base, count: inner)
    unsafe base[0] = Token(.openArray, offset: open, extent: inner + 1).word
    unsafe base[inner + 1] = Token(.closeArray, offset: close, extent: elementCount).word
    count = inner + 2
    punctuationCount += max(elementCount - 1, 0)
  }

  /// The token at `index`.
  @inline(__always) package subscript(index: Int) -> Token {
    assert(index >= 0 && index < count)
    return unsafe Token(word: base[index])
  }

  /// The value at `index` as one token, which spans all bytes of an array or object; `nil` where those are
  /// more than ``Token/maxExtent``.
  package func whole(at index: Int) -> Token? {
    Token(self[index].kind, spanning: range(at: index))
  }

  /// The bytes of the value at `index`.
  package func range(at index: Int) -> ByteRange {
    let token = self[index]
    guard token.kind == .openObject || token.kind == .openArray else { return token.range }
    let byteCount = self[index + token.extent].offset + 1 - token.offset
    return ByteRange(offset: token.offset, count: byteCount)
  }

  /// Appends the words of `count` tokens from `start` on to `buffer`.
  @inline(__always) package func append(
    from start: Int, count: Int, to buffer: inout Buffer<UInt64>
  ) {
    assert(start >= 0 && count >= 0 && start + count <= self.count)
    unsafe buffer.append(from: base + start, count: count)
  }

  /// Makes room for `extra` more tokens.
  @inline(__always) package mutating func reserve(_ extra: Int) {
    if _slowPath(count &+ extra > capacity) { grow(extra) }
  }

  /// Appends a token; room must have been made by ``reserve(_:)``.
  @inline(__always) package mutating func append(_ token: Token) {
    assert(count < capacity)
    unsafe base[count] = token.word
    count &+= 1
  }

  /// Appends tokens from `start` on again, for a place that is `distance` bytes further on in the text.
  @inline(__always) mutating func appendAgain(
    from start: Int, count tokens: Int, by distance: Int
  ) {
    assert(start >= 0 && tokens >= 0 && start + tokens <= count)
    reserve(tokens)
    let difference = UInt64(truncatingIfNeeded: distance) &<< 32
    let source = unsafe base + start
    let target = unsafe base + count
    var position = 0
    while position < tokens {
      unsafe target[position] = source[position] &+ difference
      position &+= 1
    }
    count &+= tokens
  }

  /// Replaces the token at `index`.
  @inline(__always) package mutating func replace(_ index: Int, with token: Token) {
    assert(index >= 0 && index < count)
    unsafe base[index] = token.word
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    unsafe base = base.reallocatedWhole(capacity: capacity)
  }
}
