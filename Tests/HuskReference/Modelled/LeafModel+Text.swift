// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// The next text of a leaf, with the byte that ends it, or so many bytes (SPEC §16.8 Texts).
  ///
  /// The bytes of a preamble are learnt instead of read. Without a count there are at most so many bytes.
  mutating func text(
    _ number: Int, count: Int? = nil, preamble: [UInt8]? = nil, most: Int = .max
  ) throws -> [UInt8] {
    coder.start(.texts, number)
    let leaf = leaves[number]
    let salt = Hash.mix(UInt32(number + 1), 0x51ED)
    let first = texts.bytes.count
    var text = TextHistory.Surroundings(
      hash: salt, source: sources(number).0, first: first, right: 0, salt: salt,
      recent: recent[0])
    var above = leaf.start
    while true {
      let known =
        try preamble.map { Int($0[texts.bytes.count - first]) } ?? coder.source.nextSymbol()
      let guess = texts.findGuess(text)
      let byte = try self.byte(guess, text, leaf, above, known: known)
      if guess.byte >= 0 { texts.learn(guess, isRight: guess.byte == byte) }
      text.right = guess.isFound && guess.byte == byte ? text.right + 1 : 0
      texts.append(UInt8(byte))
      text.hash = Hash.mix(text.hash, UInt32(byte + 1))
      above = moveAbove(above, leaf, byte)
      let isEnd = count.map { texts.bytes.count - first == $0 } ?? (byte < 0x20)
      if isEnd { break }
      let size = texts.bytes.count - first
      try demand(size < most, .limitExceeded, "a text of \(size) bytes")
    }
    texts.word = 0
    leaves[number].start = first
    leaves[number].end = texts.bytes.count
    note(text.hash, number)
    return Array(texts.bytes[first...])
  }

  private mutating func byte(
    _ guess: TextHistory.Guess, _ text: TextHistory.Surroundings, _ leaf: Leaf, _ above: Int,
    known: Int?
  ) throws -> Int {
    if guess.isCoded {
      let isRight = known.map { $0 == guess.byte ? 1 : 0 }
      if try coder.source.share(guess.probability, known: isRight) == 1 { return guess.byte }
    }
    setContexts(text, leaf, above)
    setExpectations(guess, text.right, isAtStart: texts.bytes.count == text.first)
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

  private mutating func setContexts(
    _ text: TextHistory.Surroundings, _ leaf: Leaf, _ above: Int
  ) {
    let mix = Hash.mix
    let (salt, hash, c) = (text.salt, text.hash, texts.c)
    let position = UInt32(texts.bytes.count - text.first)
    let last = c & 0xFF
    let up = aboveByte(above, leaf)
    coder.hashes = [
      salt, mix(salt, last | 0x100), mix(salt, c & 0xFFFF | 0x20000), mix(c & 0xFF_FFFF, 3),
      mix(c, 4), mix(texts.word, last | 0x700), mix(mix(texts.word, texts.lastWord), 8),
      mix(mix(salt, position | 0x90000), up),
      mix(mix(salt, up | aboveByte(above + 1, leaf) << 8 | last << 16), 10),
      mix(mix(hash, text.source), 14), mix(mix(salt, position), last | 0x1000),
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
