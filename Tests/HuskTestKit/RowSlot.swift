// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The model of a slot in a message template, whether or not that is allowed
/// (SPEC §13.2 Message templates).
package struct RowSlot: Sendable {
  /// A context of a table.
  package struct Context: Sendable {
    /// The key.
    package var key: Int
    /// The symbols with their frequencies, in order.
    package var symbols: [(symbol: Int, frequency: Int)]
    /// The frequency of what is not among them.
    package var escape: Int

    /// Creates a context from its parts.
    package init(_ key: Int, _ symbols: [(Int, Int)], escape: Int = 1) {
      self.key = key
      self.symbols = symbols
      self.escape = escape
    }
  }

  /// The heads that are listed; `nil` for the slot of scalars.
  package var heads: [UInt64]?
  /// The shares of optional fields.
  package var presence: [UInt8] = []
  /// The scalars that are listed.
  package var entries: [String] = []
  /// The frequencies of the heads or entries, and of the escape.
  package var frequencies: [Int]
  /// The number of the parent.
  package var parent: Int?
  /// The contexts.
  package var contexts: [Context] = []
  /// The forms.
  package var forms: [RowForm] = []
  /// The frequencies of the forms, and of what has none.
  package var formFrequencies: [Int] = [1]
  /// Bytes that stand instead of all this, with what they are.
  package var raw: [UInt8]?

  /// A slot with heads.
  package static func heads(
    _ heads: [UInt64], _ frequencies: [Int], presence: [UInt8] = [], parent: Int? = nil,
    _ contexts: [Context] = []
  ) -> RowSlot {
    RowSlot(
      heads: heads, presence: presence, frequencies: frequencies, parent: parent,
      contexts: contexts)
  }

  /// A slot of scalars.
  package static func scalars(
    _ entries: [String] = [], _ frequencies: [Int] = [1], parent: Int? = nil,
    _ contexts: [Context] = [], forms: [RowForm] = [], _ formFrequencies: [Int] = [1]
  ) -> RowSlot {
    RowSlot(
      entries: entries, frequencies: frequencies, parent: parent, contexts: contexts, forms: forms,
      formFrequencies: formFrequencies)
  }

  /// The number of the escape.
  package var escape: Int { heads?.count ?? entries.count }

  /// The bytes of the model, with what they are.
  package var parts: [(bytes: [UInt8], note: String)] {
    if let raw { return [(raw, "as it is")] }
    var parts: [(bytes: [UInt8], note: String)] = []
    if let heads {
      parts.append((Self.varints([heads.count]) + heads.flatMap(Self.varint), "heads"))
      parts.append((presence, "presence"))
    } else {
      parts.append((Self.varints([entries.count]), "entries"))
      for entry in entries { parts.append((Self.string(entry), entry)) }
    }
    parts.append((Self.varints(frequencies), "frequencies"))
    parts.append(
      (Self.varints([parent.map { $0 + 1 } ?? 0]), parent == nil ? "no parent" : "parent"))
    if parent != nil {
      parts.append((Self.varints([contexts.count]), "contexts"))
      for context in contexts {
        let symbols = context.symbols.flatMap { [$0.symbol, $0.frequency] }
        parts.append(
          (
            Self.varints([context.key, context.symbols.count, context.escape] + symbols),
            "key, number of symbols, escape, symbols with frequencies"
          ))
      }
    }
    if heads == nil {
      parts.append((Self.varints([forms.count]), "forms"))
      for form in forms { parts.append((form.bytes, form.note)) }
      parts.append((Self.varints(formFrequencies), "frequencies of forms"))
    }
    return parts.filter { !$0.bytes.isEmpty }
  }

  /// The bytes of a varint.
  package static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(value, to: &bytes)
    return bytes
  }

  /// The bytes of varints.
  package static func varints(_ values: [Int]) -> [UInt8] { values.flatMap { varint(UInt64($0)) } }

  /// The bytes of a string behind their number.
  package static func string(_ string: String) -> [UInt8] {
    varints([string.utf8.count]) + Array(string.utf8)
  }
}
