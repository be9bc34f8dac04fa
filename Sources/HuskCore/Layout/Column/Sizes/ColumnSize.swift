// SPDX-License-Identifier: Apache-2.0

/// What one column of a block takes.
package struct ColumnSize: Sendable, Equatable {
  /// What the values of a column are for.
  package enum Kind: Int, Sendable, CaseIterable {
    /// Scalars of the document, or containers as they are.
    case values
    /// How many elements arrays or maps have.
    case counts
    /// Which optional fields objects have.
    case presence
    /// Which alternative of its slot a value is.
    case tags
  }

  /// The number of its slot in the template.
  package var slot: Int
  /// What the values are for.
  package var kind: Kind
  /// How the column is written, in words; `shared` where it has no place of its own.
  package var encoding: String
  /// The number of values.
  package var valueCount: Int
  /// The bytes of the block that are the column's, as ``ColumnSizes`` divides them.
  package var byteCount = 0
}

extension TemplatePlan {
  /// What the controls of a slot are for, where it has controls.
  func controlKind(_ slot: Int) -> ColumnSize.Kind {
    switch nodes[slot] {
    case .object: .presence
    case .oneOf: .tags
    default: .counts
    }
  }
}
