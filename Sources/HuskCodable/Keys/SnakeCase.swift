// SPDX-License-Identifier: Apache-2.0

/// Names in `camelCase` as `snake_case` and back, by the rules of Foundation's coders.
enum SnakeCase {
  /// `camelCase` for `camel_case`; underscores in front and behind stay.
  static func camelCase(_ name: String) -> String {
    guard let start = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let end = name.index(after: last)
    let words = name[start..<end].split(separator: "_")
    let joined =
      words.count == 1
      ? String(name[start..<end])
      : words[0].lowercased() + words.dropFirst().map(capitalized).joined()
    return String(name[..<start]) + joined + String(name[end...])
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  /// `snake_case` for `snakeCase`; of several capitals in a row, the last begins a word.
  static func snakeCase(_ name: String) -> String {
    guard !name.isEmpty else { return name }
    var words: [Substring] = []
    var start = name.startIndex
    var search = name.index(after: start)
    while let upper = name[search...].firstIndex(where: \.isUppercase) {
      words.append(name[start..<upper])
      guard let lower = name[upper...].firstIndex(where: \.isLowercase) else {
        start = upper
        break
      }
      let behind = name.index(after: upper)
      if lower == behind {
        start = upper
      } else {
        let before = name.index(before: lower)
        words.append(name[upper..<before])
        start = before
      }
      search = lower
    }
    words.append(name[start...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }
}
