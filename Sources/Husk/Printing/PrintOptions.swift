// SPDX-License-Identifier: Apache-2.0

/// How much of the values of a document ``ValuePrinter`` shows.
public struct PrintOptions: Sendable, Equatable {
  /// The rows that are shown, counted from 0.
  public var rows: Range<Int>
  /// The most elements of an array, and members of a map, that are shown.
  public var elementCount: Int
  /// The most characters of a string or number that are shown.
  public var characterCount: Int
  /// The most lines that are written about values.
  public var lineCount: Int

  /// Creates options; every default stands here and nowhere else.
  public init(
    rows: Range<Int> = 0..<10, elementCount: Int = 10, characterCount: Int = 60,
    lineCount: Int = 1000
  ) {
    self.rows = rows
    self.elementCount = max(elementCount, 0)
    self.characterCount = max(characterCount, 1)
    self.lineCount = max(lineCount, 0)
  }

  /// Shows all of the values of some rows.
  public static func everything(of rows: Range<Int>) -> PrintOptions {
    PrintOptions(rows: rows, elementCount: .max, characterCount: .max, lineCount: .max)
  }
}
