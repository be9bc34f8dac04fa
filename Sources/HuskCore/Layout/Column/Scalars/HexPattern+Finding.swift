// SPDX-License-Identifier: Apache-2.0

extension HexPattern {
  /// Strings with fewer digits may be words.
  private static let leastDigits = 4

  /// Finds the pattern of strings and the value of each group, or `nil` where they have none.
  ///
  /// - Parameters:
  ///   - strings: Words of tokens of strings or keys.
  ///   - source: Where they stand.
  /// - Returns: The pattern and the values, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first string that does not fit.
  package static func find(
    _ strings: [UInt64], _ source: ByteSource
  ) -> (pattern: HexPattern, columns: [[Int64]])? {
    guard let word = strings.first else { return nil }
    let first = Token(word: word).content
    guard leastDigits...lengthLimit ~= first.count else { return nil }
    for word in [strings[strings.count / 2], strings[strings.count - 1]]
    where Token(word: word).content.count != first.count { return nil }
    let skeleton = source.bytes(first)
    let areDigits = skeleton.map(ASCII.isHexDigit)
    guard areDigits.count(where: { $0 }) >= leastDigits else { return nil }
    let middle = middle(of: strings, skeleton, source)
    // A word before the digits would shift the groups against those of strings without it, which may have the same.
    let hasWord = areDigits.indices.contains {
      areDigits[$0] && !ASCII.isDigit(skeleton[$0]) && !middle.contains($0)
    }
    if hasWord {
      let digitsOfMiddle = areDigits.indices.map { areDigits[$0] && middle.contains($0) }
      if let found = find(strings, source, skeleton, digitsOfMiddle) { return found }
    }
    return find(strings, source, skeleton, areDigits)
  }

  /// How many strings tell what all have in common, most likely.
  private static let sampleCount = 16

  /// The bytes between what all strings start with, up to the last byte there that is no digit, and what they end with,
  /// from the first such byte on: letters of words there may be taken for digits, and be of the other case.
  private static func middle(
    of strings: [UInt64], _ first: [UInt8], _ source: ByteSource
  ) -> Range<Int> {
    var (start, end) = (first.count, 0)
    for sample in 1...sampleCount {
      let range = Token(word: strings[sample * (strings.count - 1) / sampleCount]).content
      guard range.count == first.count else { return first.indices }
      start = (0..<start).first { source[range.offset + $0] != first[$0] } ?? start
      end =
        (end..<first.count).last { source[range.offset + $0] != first[$0] }.map { $0 + 1 } ?? end
    }
    guard start < end else { return first.indices }
    let prefixEnd = (0..<start).last { !ASCII.isHexDigit(first[$0]) }.map { $0 + 1 } ?? 0
    let suffixStart = (end..<first.count).first { !ASCII.isHexDigit(first[$0]) } ?? first.count
    return prefixEnd..<suffixStart
  }

  /// Finds the value of each group of strings whose digits stand at known places.
  private static func find(
    _ strings: [UInt64], _ source: ByteSource, _ first: [UInt8], _ areDigits: [Bool]
  ) -> (pattern: HexPattern, columns: [[Int64]])? {
    guard areDigits.count(where: { $0 }) >= leastDigits else { return nil }
    guard let found = source.scanHex(strings, areDigits, first) else { return nil }
    let places = areDigits.indices.filter { areDigits[$0] }
    var skeleton = first
    for index in places { skeleton[index] = ASCII.zero }
    let pattern = HexPattern(
      skeleton: skeleton, areDigits: areDigits, isUppercase: found == .uppercase)
    let columns = stride(from: 0, to: places.count, by: 8).map {
      source.packHex(strings, places[$0..<min($0 + 8, places.count)])
    }
    return (pattern, columns)
  }
}
