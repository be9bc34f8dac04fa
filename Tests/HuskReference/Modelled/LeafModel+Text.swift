// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// The next text of a leaf, with the byte that ends it, or so many bytes (SPEC §16.8 Texts).
  ///
  /// The bytes of a preamble are learnt instead of read. Without a count there are at most so many bytes.
  mutating func text(
    _ number: Int, count: Int? = nil, preamble: [UInt8]? = nil, most: Int = .max
  ) throws -> [UInt8] {
    coder.start(.texts, number)
    let salt = Hash.mix(UInt32(number + 1), 0x51ED)
    var run = begin(number, salt: salt, key: salt)
    while true {
      let size = texts.bytes.count - run.first
      let byte = try nextByte(&run, run.source, known: preamble.map { Int($0[size]) })
      if count.map({ size + 1 == $0 }) ?? (byte < 0x20) { break }
      try demand(size + 1 < most, .limitExceeded, "a text of \(size + 1) bytes")
    }
    texts.word = 0
    finish(run, number)
    return Array(texts.bytes[run.first...])
  }

  /// What is known where a text starts, or a piece of one.
  func begin(_ number: Int, salt: UInt32, key: UInt32) -> TextHistory.Run {
    TextHistory.Run(
      leaf: leaves[number], salt: salt, key: key, source: sources(number).0,
      first: texts.bytes.count)
  }

  /// The next byte of a text.
  ///
  /// `source` tells about guesses. Of a preamble the byte is known.
  mutating func nextByte(
    _ run: inout TextHistory.Run, _ source: UInt32, known: Int?
  ) throws -> Int {
    let known = try known ?? coder.source.nextSymbol()
    let guess = texts.findGuess(run, source, recent: recent[0])
    let byte = try self.byte(guess, run, known: known)
    if guess.byte >= 0 { texts.learn(guess, isRight: guess.byte == byte) }
    run.right = guess.isFound && guess.byte == byte ? run.right + 1 : 0
    texts.append(UInt8(byte))
    run.hash = Hash.mix(run.hash, UInt32(byte + 1))
    run.above = moveAbove(run.above, run.leaf, byte)
    return byte
  }

  /// Remembers a text of a leaf.
  mutating func finish(_ run: TextHistory.Run, _ number: Int) {
    leaves[number].start = run.first
    leaves[number].end = texts.bytes.count
    note(run.hash, number)
  }

  private mutating func byte(
    _ guess: TextHistory.Guess, _ run: TextHistory.Run, known: Int?
  ) throws -> Int {
    if guess.isCoded {
      let isRight = known.map { $0 == guess.byte ? 1 : 0 }
      if try coder.source.share(guess.probability, known: isRight) == 1 { return guess.byte }
    }
    setContexts(run)
    setExpectations(guess, run.right, isAtStart: texts.bytes.count == run.first)
    return try coder.code(8, known: known)
  }

  private func aboveByte(_ place: Int, _ leaf: Leaf) -> UInt32 {
    leaf.start <= place && place < leaf.end ? UInt32(texts.bytes[place]) : 0
  }

  private func moveAbove(_ above: Int, _ leaf: Leaf, _ byte: Int) -> Int {
    let above = above < leaf.end ? above + 1 : above
    guard byte < 0x30, above > leaf.start, texts.bytes[above - 1] != byte else { return above }
    for place in above..<max(above, leaf.end) where texts.bytes[place] == byte {
      return place + 1
    }
    return above
  }

  private mutating func setContexts(_ run: TextHistory.Run) {
    let mix = Hash.mix
    let (salt, key, hash, c) = (run.salt, run.key, run.hash, texts.c)
    let position = UInt32(texts.bytes.count - run.first)
    let last = c & 0xFF
    let up = aboveByte(run.above, run.leaf)
    let nextUp = aboveByte(run.above + 1, run.leaf)
    coder.hashes = [
      key, mix(salt, last | 0x100), mix(salt, c & 0xFFFF | 0x20000), mix(c & 0xFF_FFFF, 3),
      mix(c, 4), mix(texts.word, last | 0x700), mix(mix(texts.word, texts.lastWord), 8),
      mix(mix(key, position | 0x90000), up), mix(mix(key, up | nextUp << 8 | last << 16), 10),
      mix(mix(hash, run.source), 14), mix(mix(key, position), last | 0x1000),
      mix(mix(hash, parent), 17),
    ]
    coder.refinement = [salt << 8, mix(salt, last)]
  }

  /// SPEC §16.9 Matches.
  private mutating func setExpectations(
    _ guess: TextHistory.Guess, _ right: Int, isAtStart: Bool
  ) {
    let matched = texts.matched
    let length = texts.length
    coder.expected = [
      guess.isCoded && matched == guess.byte ? -1 : matched, guess.isFound ? guess.byte : -1,
    ]
    coder.trust = [
      length < 16 ? length : 16 + min((length - 16) / 8, 15),
      guess.isCoded ? 48 : min(right, 15) | (guess.isExact ? 16 : 0),
    ]
    let near = length == 0 ? 0 : min(length / 4 + 1, 7)
    coder.situation = guess.isCoded ? 40 : near * 4 + (isAtStart ? 0 : min(right / 2 + 1, 3))
  }
}
