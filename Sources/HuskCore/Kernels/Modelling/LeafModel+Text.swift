// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// What stands above a byte: the last value of the leaf, read along with this one.
  @safe fileprivate struct Above {
    let start: Int
    let end: Int
    var place: Int

    init(_ leaf: Leaf) {
      start = Int(leaf.textStart)
      end = Int(leaf.textEnd)
      place = start
    }

    /// The byte so many places on, or 0 outside of the value.
    @inline(__always) func byte(_ offset: Int, _ history: borrowing Buffer<UInt8>) -> UInt32 {
      let place = self.place &+ offset
      return place >= start && place < end ? UInt32(history[place]) : 0
    }

    /// Goes on behind a byte: behind the same one where it separates parts of a value.
    @inline(__always) mutating func move(_ byte: UInt8, _ history: borrowing Buffer<UInt8>) {
      if place < end { place &+= 1 }
      guard byte < 0x30, place > start, history[place &- 1] != byte else { return }
      var next = place
      while next < end, history[next] != byte { next &+= 1 }
      if next < end { place = next &+ 1 }
    }
  }

  /// Codes a text (SPEC §16.8 Texts): up to the byte below `20` that ends it, or so many bytes of any
  /// value.
  ///
  /// - Parameters:
  ///   - number: The leaf.
  ///   - given: Where its bytes stand in `source`, which are not looked at where bits are read.
  ///   - source: The bytes.
  ///   - count: The number of bytes, where no byte ends them.
  /// - Returns: The last byte, or `nil` where there are more bytes than all texts together may have, or
  ///   no more bits; the text stands at the end of the history.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func codeText(
    _ number: Int, _ given: Int, of source: borrowing Buffer<UInt8>, count: Int? = nil
  ) -> UInt8? {
    mixing.kind = 0
    mixing.leaf = min(number, MixingModel<Coder>.leafLimit - 1)
    let salt = Self.mix(UInt32(truncatingIfNeeded: number) &+ 1, 0x51ED)
    let sources = sources(of: leaves[number])
    var run = TextRun(
      leaves[number], salt: salt, key: salt, source: sources.0, guessSource: sources.0,
      start: history.count)
    var byte: UInt8 = 0
    repeat {
      guard canCode else { return nil }
      let position = history.count &- run.start
      byte = codeByte(&run, mixing.coder.isReading ? 0 : source[given &+ position])
    } while count.map { history.count &- run.start < $0 } ?? (byte >= 0x20)
    word = 0
    finish(run, at: number)
    return byte
  }

  /// Whether there are bytes left of those that all texts together may have, and bits for them.
  var canCode: Bool { history.count < historyLimit && !mixing.coder.isExhausted }

  /// Where a text starts that is being coded, and what is known of it so far.
  struct TextRun {
    /// Tells the leaf from others.
    fileprivate let salt: UInt32
    /// Tells where the text stands from other places.
    fileprivate let key: UInt32
    /// What tells about the text, and by what its bytes are guessed.
    fileprivate let source: UInt32
    fileprivate let guessSource: UInt32
    /// The place of its first byte in the history.
    let start: Int
    fileprivate var above: Above
    /// A hash of its bytes so far.
    fileprivate(set) var hash: UInt32
    fileprivate var rightGuesses = 0

    init(
      _ leaf: Leaf, salt: UInt32, key: UInt32, source: UInt32, guessSource: UInt32, start: Int
    ) {
      (self.salt, self.key) = (salt, key)
      (self.source, self.guessSource) = (source, guessSource)
      self.start = start
      above = Above(leaf)
      hash = key
    }
  }

  /// Codes a byte of a text, and returns it; `next` is not looked at where bits are read.
  @inline(__always) mutating func codeByte(_ run: inout TextRun, _ next: UInt8) -> UInt8 {
    var byte = next
    let guess = findGuess(run)
    var isRight = false
    if guess.byte >= 0 {
      isRight = !mixing.coder.isReading && guess.byte == Int(next)
      if guess.isCoded {
        let bit = mixing.coder.code(isRight ? 1 : 0, guesses.probability)
        isRight = bit == 1
        byte = UInt8(truncatingIfNeeded: guess.byte)
      }
    }
    if !(guess.isCoded && isRight) {
      setContexts(run)
      setExpectations(guess, run.rightGuesses, isAtStart: history.count == run.start)
      byte = UInt8(truncatingIfNeeded: mixing.code(Int(next), bits: 8))
    }
    if guess.byte >= 0 { guesses.learn(guess.byte == Int(byte) ? 1 : 0, mixing) }
    run.rightGuesses = guess.byte == Int(byte) && guess.isFound ? run.rightGuesses &+ 1 : 0
    move(byte)
    run.hash = Self.mix(run.hash, UInt32(byte) &+ 1)
    run.above.move(byte, history)
    return byte
  }

  /// Takes note of a text that was coded.
  mutating func finish(_ run: TextRun, at number: Int) {
    leaves[number].textStart = Int32(truncatingIfNeeded: run.start)
    leaves[number].textEnd = Int32(truncatingIfNeeded: history.count)
    note(run.hash, at: number)
  }

  /// Learns some bytes that reader and writer know.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func learn(_ bytes: [UInt8], at number: Int) {
    guard !bytes.isEmpty else { return }
    var source = Buffer<UInt8>(capacity: bytes.count)
    for byte in bytes { source.append(byte) }
    mixing.coder.isLearning = true
    _ = codeText(number, 0, of: source, count: bytes.count)
    mixing.coder.isLearning = false
  }

  /// A byte that may be next.
  private struct Guess {
    /// The byte, or -1 where there is none.
    var byte = -1
    /// Whether it came behind the same start of a value, rather than in a match.
    var isFound = false
    var isExact = false
    /// Whether a bit says whether it comes.
    var isCoded = false
  }

  @inline(__always) private mutating func findGuess(_ run: TextRun) -> Guess {
    let hash = run.hash
    let exact = Self.mix(hash, run.guessSource)
    let found = guesses.find(hash, exact, end: history.count)
    var guess = Guess()
    let matched = matches.length > 0 ? Int(history[matches.place]) : -1
    if found.place > 0 {
      guess.byte = Int(history[found.place])
      guess.isFound = true
      guess.isExact = found.isExact
    } else {
      guess.byte = matched
    }
    guard guess.byte >= 0 else { return guess }
    let agreement = matched < 0 ? 0 : matched == guess.byte ? 2 : 1
    let situation =
      min(run.rightGuesses, 15) | (guess.isExact ? 16 : 0)
      | (history.count == run.start ? 32 : 0)
      | agreement &<< 6 | min(matches.length / 4, 7) &<< 8
    let byte = UInt32(truncatingIfNeeded: guess.byte)
    guesses.predict(
      (
        Self.mix(hash, byte), Self.mix(exact, byte),
        Self.mix(Self.mix(run.key, bytes.0 & 0xFF_FFFF), byte),
        Self.mix(Self.mix(hash, recent.0), byte)
      ), situation, mixing)
    guess.isCoded = guesses.probability > GuessModel.threshold
    return guess
  }

  @inline(__always) private mutating func setExpectations(
    _ guess: Guess, _ rightGuesses: Int, isAtStart: Bool
  ) {
    let length = matches.length
    let matched = length > 0 ? Int(history[matches.place]) : -1
    // A guess that was wrong is not expected again.
    mixing.expected.first = guess.isCoded && matched == guess.byte ? -1 : matched
    mixing.trust.first = length < 16 ? length : 16 + min((length &- 16) / 8, 15)
    mixing.expected.second = guess.isFound ? guess.byte : -1
    mixing.trust.second =
      guess.isCoded ? 48 : min(rightGuesses, 15) | (guess.isExact ? 16 : 0)
    mixing.situation =
      guess.isCoded
      ? 40
      : (length == 0 ? 0 : min(length / 4 + 1, 7)) &* 4
        + (isAtStart ? 0 : min(rightGuesses / 2 + 1, 3))
  }

  @inline(__always) private mutating func setContexts(_ run: TextRun) {
    let (salt, key, hash) = (run.salt, run.key, run.hash)
    let place = UInt32(truncatingIfNeeded: history.count &- run.start)
    let last = bytes.0 & 0xFF
    let aboveByte = run.above.byte(0, history)
    let contexts = unsafe mixing.hashes
    unsafe contexts[0] = key
    unsafe contexts[1] = Self.mix(salt, last | 0x100)
    unsafe contexts[2] = Self.mix(salt, bytes.0 & 0xFFFF | 0x2_0000)
    unsafe contexts[3] = Self.mix(bytes.0 & 0xFF_FFFF, 3)
    unsafe contexts[4] = Self.mix(bytes.0, 4)
    unsafe contexts[5] = Self.mix(word, last | 0x700)
    unsafe contexts[6] = Self.mix(Self.mix(word, lastWord), 8)
    unsafe contexts[7] = Self.mix(Self.mix(key, place | 0x9_0000), aboveByte)
    unsafe contexts[8] = Self.mix(
      Self.mix(key, aboveByte | run.above.byte(1, history) &<< 8 | last &<< 16), 10)
    unsafe contexts[9] = Self.mix(Self.mix(hash, run.source), 14)
    unsafe contexts[10] = Self.mix(Self.mix(key, place), last | 0x1000)
    unsafe contexts[11] = Self.mix(Self.mix(hash, parent), 17)
    mixing.refinement = (salt &<< 8, Self.mix(salt, last))
  }

  /// Goes on behind a byte.
  @inline(__always) private mutating func move(_ byte: UInt8) {
    history.append(byte)
    bytes.1 = bytes.1 &<< 8 | bytes.0 &>> 24
    bytes.0 = bytes.0 &<< 8 | UInt32(byte)
    matches.move(history, Self.mix(bytes.0, bytes.1 & 0xFFFF))
    let lower = byte | 0x20
    if lower >= 0x61 && lower <= 0x7A || byte >= 0x80 {
      word = (word &+ UInt32(lower) &+ 1) &* 0x2F0B_4C47
    } else if word != 0 {
      lastWord = word
      word = 0
    }
  }
}
