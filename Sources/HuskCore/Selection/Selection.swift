// SPDX-License-Identifier: Apache-2.0

/// What is wanted of a document: some of its rows, and some of their fields (SPEC §9.9 Selected
/// reading).
public struct Selection: Sendable, Equatable {
  /// The fields of each row.
  public var fields: FieldSelection
  /// The rows, counted from 0: texts of a sequence, or elements of an array that is the only text.
  public var rows: Range<Int>
  /// The steps to the array whose elements are the rows, or `nil` for the document itself.
  public private(set) var array: [[UInt8]]?

  /// Selects fields of rows.
  public init(fields: FieldSelection = .everything, rows: Range<Int> = 0..<Int.max) {
    self.fields = fields
    self.rows = rows
  }

  /// Whether each row is wanted whole, if it is.
  var hasAllFields: Bool { array == nil && fields.nodes[0].isWhole }

  /// Takes the elements of the array that a path leads to, in each text, for the rows.
  ///
  /// - Returns: Whether the path is one: none of its steps is empty.
  public mutating func setArray(_ path: String) -> Bool {
    array = FieldSelection.steps(of: path)
    return array != nil
  }
}
