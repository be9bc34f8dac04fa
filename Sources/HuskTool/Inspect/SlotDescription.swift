// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// What may stand at a slot, in words.
package struct SlotDescription {
  /// How much of a dictionary is shown.
  package enum Detail: Sendable {
    /// As many entries as fit a line, and long ones cut.
    case brief
    /// All of it.
    case full
  }

  private let detail: Detail

  /// Creates descriptions with more or less detail.
  package init(_ detail: Detail) {
    self.detail = detail
  }

  /// The description of a slot, such as `array of object #4`.
  package func text(_ slot: Slot) -> String {
    switch slot {
    case .any: "any"
    case .constant(let lexeme): "always \(shown(lexeme))"
    case .enumeration(let entries): dictionary(entries)
    case .object(let index): "object #\(index)"
    case .array(let element): "array of \(text(element))"
    case .tuple(let elements): "tuple (\(list(elements)))"
    case .map(.any, let values): "map of \(text(values))"
    case .map(let keys, let values): "map of \(part(values)) by \(text(keys))"
    case .oneOf(let alternatives): "one of (\(list(alternatives)))"
    }
  }

  private func list(_ slots: [Slot]) -> String {
    slots.map(part).joined(separator: ", ")
  }

  /// A description that something follows: the entries of a dictionary must end visibly.
  private func part(_ slot: Slot) -> String {
    let text = text(slot)
    return endsWithDictionary(slot) ? "(\(text))" : text
  }

  private func endsWithDictionary(_ slot: Slot) -> Bool {
    switch slot {
    case .enumeration: true
    case .array(let element): endsWithDictionary(element)
    case .map(.any, let values): endsWithDictionary(values)
    case .map: true
    case .any, .constant, .object, .tuple, .oneOf: false
    }
  }

  private func dictionary(_ entries: [Lexeme]) -> String {
    let head = "enum of \(entries.count)"
    guard !entries.isEmpty else { return head }
    return "\(head): \(shown(entries).joined(separator: ", "))"
  }

  private func shown(_ entries: [Lexeme]) -> [String] {
    guard detail == .brief else { return entries.map(shown) }
    var words: [String] = []
    var room = 36
    for entry in entries {
      let word = shown(entry)
      room -= word.columnCount + 2
      if room < 0 && !words.isEmpty { return words + ["…"] }
      words.append(word)
    }
    return words
  }

  private func shown(_ lexeme: Lexeme) -> String {
    let text = Printable.text(lexeme.description)
    return detail == .brief ? Self.cut(text, to: 24) : text
  }

  private static func cut(_ text: String, to columnCount: Int) -> String {
    if text.columnCount <= columnCount { return text }
    var room = columnCount - 1
    let start = text.prefix { character in
      room -= character.columnCount
      return room >= 0
    }
    return "\(start)…"
  }
}
