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
    var skeleton = source.bytes(first)
    let areDigits = skeleton.map(ASCII.isHexDigit)
    guard areDigits.count(where: { $0 }) >= leastDigits else { return nil }
    guard let found = source.scanHex(strings, areDigits, skeleton) else { return nil }
    let places = areDigits.indices.filter { areDigits[$0] }
    for index in skeleton.indices where areDigits[index] { skeleton[index] = ASCII.zero }
    let pattern = HexPattern(
      skeleton: skeleton, areDigits: areDigits, isUppercase: found == .uppercase)
    let columns = stride(from: 0, to: places.count, by: 8).map {
      source.packHex(strings, places[$0..<min($0 + 8, places.count)])
    }
    return (pattern, columns)
  }
}
