// SPDX-License-Identifier: Apache-2.0

/// Words set in lines and lists.
package enum Prose {
  /// The number of columns that everything for people is set for.
  package static let lineWidth = 80

  /// Words as an enumeration: `a, b or c`.
  package static func list(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// A number of things: `1 shape`, `2 shapes`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A number of bytes, rounded to three digits or so: `1.2 GB`.
  package static func bytes(_ count: Int) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    guard count >= 1000 else { return "\(count) B" }
    // Tenths of the unit.
    var rest = count / 100
    var unit = 0
    while rest >= 9995, unit < units.count - 1 {
      rest = (rest + 500) / 1000
      unit += 1
    }
    if rest >= 1000 { return "\((rest + 5) / 10) \(units[unit])" }
    return "\(rest / 10).\(rest % 10) \(units[unit])"
  }

  /// Breaks text at its spaces into lines of at most `width` columns.
  package static func wrap(_ text: String, width: Int) -> [String] {
    wrap(words: text.split(separator: " ").map(String.init), width: width)
  }

  /// Sets words in lines of at most `width` columns.
  ///
  /// A word that is wider than a line has one to itself. No words give one empty line.
  package static func wrap(words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineLength = 0
    for word in words {
      let wordLength = word.columnCount
      if lineLength > 0 && lineLength + 1 + wordLength > width {
        lines.append(line)
        line = ""
        lineLength = 0
      }
      if lineLength > 0 {
        line += " "
        lineLength += 1
      }
      line += word
      lineLength += wordLength
    }
    return lines + [line]
  }

  /// A term and its description beside it, in as many lines as the description needs.
  ///
  /// - Parameters:
  ///   - term: What is described, with the space before it.
  ///   - description: The description.
  ///   - column: Where descriptions start, counted from 0; a term that reaches it has a line to
  ///     itself.
  /// - Returns: Lines, each with its line feed.
  package static func entry(_ term: String, _ description: String, column: Int) -> String {
    let margin = String(repeating: " ", count: column)
    let lines = wrap(description, width: lineWidth - column)
    let text = lines.map { $0.isEmpty ? "\n" : "\(margin)\($0)\n" }.joined()
    let termLength = term.columnCount
    guard termLength + 2 <= column else { return "\(term)\n\(text)" }
    return term + text.dropFirst(termLength)
  }
}
