// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// The most bytes that stand before a number in a string, and behind it.
  private static let affixLimit = 32

  /// Finds the number in a string.
  ///
  /// - Parameter word: The word of a string or key of `self`.
  /// - Returns: What stands around it, or `nil` where there is none, where many bytes do, or other digits.
  /// - Complexity: O(1).
  package func numberAffixes(_ word: UInt64) -> TextAffixes? {
    let content = Token(word: word).content
    var start = content.offset
    while start < content.end, !ASCII.isDigit(self[start]) {
      start += 1
      guard start - content.offset <= Self.affixLimit else { return nil }
    }
    guard start < content.end else { return nil }
    if start > content.offset, self[start - 1] == ASCII.minus { start -= 1 }
    let end = scanNumber(start)
    // Behind a part of a string more digits may stand.
    guard end > 0, end <= content.end, content.end - end <= Self.affixLimit,
      !(end..<content.end).contains(where: { ASCII.isDigit(self[$0]) })
    else { return nil }
    return TextAffixes(
      prefix: bytes(ByteRange(offset: content.offset, count: start - content.offset)),
      suffix: bytes(ByteRange(offset: end, count: content.end - end)))
  }

  /// The word of the number between the affixes of a string, or `nil` where something else stands there.
  @inline(__always) package func quotedNumber(
    _ word: UInt64, _ affixes: borrowing TextAffixes
  ) -> UInt64? {
    let content = Token(word: word).content
    let start = content.offset &+ affixes.prefix.count
    let end = content.end &- affixes.suffix.count
    guard start < end, self[start] == ASCII.minus || ASCII.isDigit(self[start]),
      scanNumber(start) == end
    else { return nil }
    if !affixes.prefix.isEmpty {
      let range = ByteRange(offset: content.offset, count: affixes.prefix.count)
      guard areEqual(range, affixes.prefix) else { return nil }
    }
    if !affixes.suffix.isEmpty {
      let range = ByteRange(offset: end, count: affixes.suffix.count)
      guard areEqual(range, affixes.suffix) else { return nil }
    }
    return Token(.number, offset: start, extent: end &- start).word
  }

  /// The words of the numbers of strings, or `nil` where a string has something else around them.
  ///
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first string that has none.
  package func quotedNumbers(_ words: [UInt64], _ affixes: TextAffixes) -> [UInt64]? {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(words.count)
    for word in words {
      guard let number = quotedNumber(word, affixes) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
