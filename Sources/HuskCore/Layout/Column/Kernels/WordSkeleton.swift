// SPDX-License-Identifier: Apache-2.0

/// What strings of words have in common: all bytes but those of the words that differ.
///
/// Words are runs of letters, digits and underscores, and of bytes that are not ASCII; what stands between
/// them are separators. `"GET /a/17"` and `"PUT /b/4"` have three words that differ.
package struct WordSkeleton: Equatable, Sendable {
  /// What stands before each part, and at last behind all of them.
  package let literals: StringLiterals
  /// Whether the last part goes on to the end, whatever separators it has.
  let isOpen: Bool

  /// Strings with more separators have none in common with others.
  private static let separatorLimit = 256
  /// The share of the strings that must have the same separators, all of them or the first few.
  private static let leastShare = (ofAll: 8, ofFirst: 2)

  /// Finds what most of some strings have in common.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `source`.
  ///   - source: Where they stand.
  /// - Returns: The skeleton, or `nil` where no separators recur.
  /// - Complexity: O(*n* + *m*²) for *n* bytes and *m* strings.
  package static func find(_ tokens: [UInt64], _ source: ByteSource) -> WordSkeleton? {
    group(tokens, source).flatMap { skeleton($0, source) }
  }

  /// Whether some strings have separators in common, so that there may be a skeleton.
  ///
  /// - Complexity: as that of ``find(_:_:)``.
  package static func mayBeFound(_ tokens: [UInt64], _ source: ByteSource) -> Bool {
    group(tokens, source) != nil
  }

  /// Strings that have so many separators in common: all that there are, or the first ones.
  private struct Group {
    var strings: [ByteRange]
    var separatorCount: Int
    var isOpen: Bool
  }

  private static func group(_ tokens: [UInt64], _ source: ByteSource) -> Group? {
    let strings = tokens.map { Token(word: $0).content }
    let separators = strings.map { source.separators(of: $0, upTo: separatorLimit) }
    var groups: [(hash: UInt64, count: Int, size: Int)] = []
    // Strings without separators say nothing of others.
    for (hash, count) in separators where 1...separatorLimit ~= count {
      if let index = groups.firstIndex(where: { $0.hash == hash && $0.count == count }) {
        groups[index].size += 1
      } else {
        groups.append((hash, count, 1))
      }
    }
    if let most = groups.max(by: { $0.size < $1.size }),
      most.size > 1, most.size * leastShare.ofAll >= strings.count
    {
      // Whoever makes up others with one hash, and as many, finds that they do not fit.
      let alike = zip(strings, separators).filter { $0.1 == (most.hash, most.count) }.map(\.0)
      return Group(strings: alike, separatorCount: most.count, isOpen: false)
    }
    let counts = strings.map { source.separatorsInCommon(strings[0], $0, upTo: separatorLimit) }
    let count = counts.sorted(by: >)[counts.count / leastShare.ofFirst]
    guard count > 0 else { return nil }
    let alike = zip(strings, counts).filter { $0.1 >= count }.map(\.0)
    return Group(strings: alike, separatorCount: count, isOpen: true)
  }

  private static func skeleton(_ group: Group, _ source: ByteSource) -> WordSkeleton? {
    let strings = group.strings
    var texts: [[UInt8]] = [[]]
    var starts = strings.map(\.offset)
    for number in 0...group.separatorCount {
      let isLast = number == group.separatorCount
      // With as many parts as there may be, the last one goes on to the end.
      let isRest = isLast && group.isOpen || texts.count == StringLiterals.partLimit
      let words = strings.indices.map { index in
        let end =
          isRest
          ? strings[index].end : source.wordEnd(from: starts[index], to: strings[index].end)
        return ByteRange(offset: starts[index], count: end - starts[index])
      }
      let areAlike = words.allSatisfy { source.areEqual($0, words[0]) }
      if areAlike {
        texts[texts.count - 1] += source.bytes(words[0])
      } else {
        texts.append([])
      }
      if isRest, !areAlike { return WordSkeleton(texts, isOpen: true) }
      if isLast || isRest { break }
      texts[texts.count - 1].append(source[words[0].end])
      for index in starts.indices { starts[index] = words[index].end + 1 }
    }
    return WordSkeleton(texts, isOpen: false)
  }

  private init?(_ texts: [[UInt8]], isOpen: Bool) {
    guard texts.count > 2 || texts.count == 2 && texts != [[], []] else { return nil }
    literals = StringLiterals(texts)
    self.isOpen = isOpen
  }
}

extension ByteSource {
  /// The first byte from an offset on, before `end`, that is a separator; `end` where there is none.
  @inline(__always) fileprivate func wordEnd(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end {
      let found = Self.separators(word(at: offset))
      if found != 0 { return min(offset &+ found.trailingZeroBitCount &>> 3, end) }
      offset &+= 8
    }
    return end
  }

  /// Bits 7 of the bytes that are separators.
  @inline(__always) private static func separators(_ word: UInt64) -> UInt64 {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    // Without the bit that makes letters small.
    let letters = (low | 0x2020_2020_2020_2020) ^ 0x6060_6060_6060_6060
    // 1 to 26 are letters; an underscore is 31 there, as is a delete.
    let areLetters =
      (letters &+ 0x7F7F_7F7F_7F7F_7F7F) & ~(letters &+ 0x6565_6565_6565_6565)
    let underscores = ~((low ^ 0x5F5F_5F5F_5F5F_5F5F) &+ 0x7F7F_7F7F_7F7F_7F7F)
    let digits = ~DigitWord.others(word)
    return high & ~(areLetters & ~letters | underscores | digits | word)
  }

  /// A hash of the separators of a string, in order, and how many those are; they are not all counted where
  /// there are more than `limit`.
  fileprivate func separators(
    of string: ByteRange, upTo limit: Int
  ) -> (hash: UInt64, count: Int) {
    var hash: UInt64 = 0
    var count = 0
    var offset = string.offset
    while offset < string.end, count <= limit {
      let word = word(at: offset)
      var found = Self.separators(word)
      while found != 0 {
        let place = found.trailingZeroBitCount & 0x38
        guard offset &+ place &>> 3 < string.end else { break }
        hash = (hash ^ word &>> UInt64(truncatingIfNeeded: place) & 0xFF) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash &>> 32
        count &+= 1
        found &= found &- 1
      }
      offset &+= 8
    }
    return (hash, count)
  }

  /// How many separators two strings have in common, from the start on; no more than `limit` are counted.
  fileprivate func separatorsInCommon(
    _ first: ByteRange, _ second: ByteRange, upTo limit: Int
  ) -> Int {
    var (left, right) = (first.offset, second.offset)
    for count in 0..<limit {
      left = wordEnd(from: left, to: first.end)
      right = wordEnd(from: right, to: second.end)
      guard left < first.end, right < second.end, self[left] == self[right] else { return count }
      left &+= 1
      right &+= 1
    }
    return limit
  }

  /// Splits strings by their skeleton.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `self`.
  ///   - skeleton: What they have in common.
  /// - Returns: Which of them have it, and the parts of these, each as the token of a string that has other bytes
  ///   in place of its quotes: the same ones for all strings.
  /// - Complexity: O(*n*) for *n* bytes.
  package func split(
    _ tokens: [UInt64], by skeleton: WordSkeleton
  ) -> (columns: [[UInt64]], areSplit: [Bool]) {
    let literals = skeleton.literals.texts.map(LiteralWords.init)
    let partCount = skeleton.literals.partCount
    var areSplit = [Bool](repeating: false, count: tokens.count)
    var parts = Buffer<UInt64>(capacity: tokens.count * partCount)
    for row in 0..<tokens.count {
      let string = Token(word: tokens[row]).content
      let start = parts.count
      var offset = skip(literals[0], string.offset, string.end)
      for part in 0..<partCount where offset >= 0 {
        let isRest = skeleton.isOpen && part == partCount &- 1
        let end = isRest ? string.end : wordEnd(from: offset, to: string.end)
        parts.append(Token(.string, offset: offset &- 1, extent: end &- offset &+ 2).word)
        offset = skip(literals[part &+ 1], end, string.end)
      }
      areSplit[row] = offset == string.end
      if !areSplit[row] { parts.truncate(to: start) }
    }
    let count = parts.count / partCount
    let columns = (0..<partCount).map { part in
      (0..<count).map { parts[$0 * partCount + part] }
    }
    return (columns, areSplit)
  }
}
