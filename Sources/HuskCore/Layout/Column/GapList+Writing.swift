// SPDX-License-Identifier: Apache-2.0

extension GapList {
  /// Writes the gaps of a block that are not as predicted (SPEC §8.5 Gaps of a block).
  ///
  /// - Parameters:
  ///   - streams: What they are written to, first of all.
  ///   - plan: What chooses the encoding of a column of integers.
  /// - Returns: The entries that dictionaries of these columns have.
  /// - Complexity: O(*n*) for *n* surprises.
  func write(to streams: inout StreamSet, planning plan: ([Int64]) -> IntegerPlan) -> Int {
    streams.describe(surprises.count)
    guard !surprises.isEmpty else { return 0 }
    streams.describe(style.newline)
    streams.describe(style.indent)
    streams.describe(style.entries.count)
    for entry in style.entries {
      switch entry {
      case .indent(let levels):
        streams.describe(0)
        streams.describe(signed: Int64(levels))
      case .literal(let literal):
        streams.describe(literal.bytes)
      }
    }
    let columns = [
      plan(surprises.map { Int64($0.skipped) }), plan(surprises.map { Int64($0.gap) }),
    ]
    for column in columns { column.write(to: &streams) }
    return columns.reduce(0) { $0 + $1.entryCount }
  }
}
