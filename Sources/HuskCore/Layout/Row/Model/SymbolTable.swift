// SPDX-License-Identifier: Apache-2.0

/// How likely the symbols of a slot are (SPEC §13.5 Symbols).
///
/// The symbols are the entries of a list, by number; the number behind the last is the escape, which
/// stands for everything that is not listed.
package struct SymbolTable: Equatable, Sendable {
  /// How likely they are where another slot of the message holds a certain symbol.
  package struct Context: Equatable, Sendable {
    /// That symbol plus one, or 0 where the slot has not been met in the message.
    package var key: Int
    /// How often something else was seen.
    package var escape: Int
    /// What was seen, in ascending order, and how often.
    package var symbols: [Int]
    package var frequencies: [Int]

    /// Creates a context from its parts.
    package init(key: Int, escape: Int, symbols: [Int], frequencies: [Int]) {
      self.key = key
      self.escape = escape
      self.symbols = symbols
      self.frequencies = frequencies
    }
  }

  /// How often each symbol is seen, the escape last.
  package var frequencies: [Int]
  /// The slot whose symbol selects a context.
  package var parent: Int?
  /// The contexts, by ascending key.
  package var contexts: [Context]

  /// Creates a table from its parts.
  package init(frequencies: [Int] = [1], parent: Int? = nil, contexts: [Context] = []) {
    self.frequencies = frequencies
    self.parent = parent
    self.contexts = contexts
  }

  /// The number of symbols without the escape, which has this number.
  package var escape: Int { frequencies.count - 1 }
}
