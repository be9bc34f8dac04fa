// SPDX-License-Identifier: Apache-2.0

/// What a command takes besides options, described once for all who need to know.
package struct Operand: Sendable, Equatable {
  /// How many of it there may be.
  package enum Count: Sendable {
    /// One or none.
    case optional
    /// Any number, also none.
    case any
    /// Exactly one.
    case one
    /// One or more.
    case several
  }

  /// The name in help texts, in capitals.
  package var name: String
  /// How many of it there may be.
  package var count: Count
  /// What may stand there.
  package var kind: ValueKind
  /// What it means, as a phrase without a full stop.
  package var summary: String

  /// The operand as it stands in a synopsis.
  package var synopsis: String {
    switch count {
    case .optional: "[\(name)]"
    case .any: "[\(name)]..."
    case .one: name
    case .several: "\(name)..."
    }
  }

  /// The summary, followed by the choices where there are some.
  package var fullSummary: String {
    guard let choices = kind.choices else { return summary }
    return "\(summary): \(Prose.list(choices, "or"))"
  }
}
