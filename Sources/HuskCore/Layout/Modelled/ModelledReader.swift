// SPDX-License-Identifier: Apache-2.0

/// Makes columns of what was read from a modelled block.
struct ModelledReader: ~Copyable {
  /// How many columns may be copied for those that are derived from them.
  private var copyBudget = ScalarHistory.copyLimit
  /// The columns of slots that have values, in the order of the slots.
  private var columns: [(column: ModelledColumn, count: Int, cursor: ColumnCursor)] = []

  /// The columns of all slots, with an empty one behind them, as nothing is shared.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* values and bytes.
  mutating func read(
    _ template: TemplatePlan, _ plan: ModelledPlan, _ values: borrowing LeafValues,
    in pool: inout ScratchPool
  ) throws(HuskError) -> [ColumnCursor] {
    var cursors: [ColumnCursor] = []
    for slot in template.nodes.indices {
      guard template.hasValues(slot) else {
        cursors.append(pool.empty())
        continue
      }
      let column = plan.slots[slot].column
      let cursor = try cursor(of: column, values, &pool)
      columns.append((column, Int(values.counts[column.leaf]), cursor))
      cursors.append(cursor)
    }
    return cursors + [pool.empty()]
  }

  private mutating func cursor(
    of column: ModelledColumn, _ values: borrowing LeafValues, _ pool: inout ScratchPool
  ) throws(HuskError) -> ColumnCursor {
    let count = Int(values.counts[column.leaf])
    switch column.encoding {
    case .none: return pool.empty()
    case .text: return pool.text(pool.copy(values.texts[column.leaf]), count: count)
    case .constant(let lexeme): return pool.constant(lexeme, count: count)
    case .decimals(let scale, let style, let mantissas):
      return pool.decimals(
        pool.integers(values.integers[mantissas.leaf]), scale: scale, style, count: count)
    case .nearDecimals(let scale, let style, let mantissas, let distances):
      return pool.nearDecimals(
        pool.integers(values.integers[mantissas.leaf]),
        pool.integers(values.integers[distances.leaf]), scale: scale, style, count: count)
    case .floating(let kind, let notation, let columns):
      return pool.floating(kind, notation, views(of: columns, values, &pool), count: count)
    case .pattern(let pattern, let runs):
      return pool.pattern(pattern, views(of: runs, values, &pool), count: count)
    case .hexadecimal(let pattern, let groups):
      return pool.hexadecimal(pattern, views(of: groups, values, &pool), count: count)
    case .mixed(let columns):
      var cursors: [ColumnCursor] = []
      for column in columns { cursors.append(try cursor(of: column, values, &pool)) }
      return pool.mixed(
        pool.integers(values.controls[column.leaf]), cursors, count: count)
    case .derived(let derivation, let distance):
      return try derive(derivation, distance, count, &pool)
    }
  }

  private func views(
    of columns: [ModelledColumn.Integers], _ values: borrowing LeafValues,
    _ pool: inout ScratchPool
  ) -> [IntegerView] {
    var views: [IntegerView] = []
    for column in columns { views.append(pool.integers(values.integers[column.leaf])) }
    return views
  }

  private mutating func derive(
    _ derivation: TextDerivation, _ distance: Int, _ count: Int, _ pool: inout ScratchPool
  ) throws(HuskError) -> ColumnCursor {
    guard 1...max(columns.count, 1) ~= distance, distance <= columns.count else {
      throw ScalarReader.invalid("a column derived from none")
    }
    let source = columns[columns.count - distance]
    if case .derived = source.column.encoding {
      throw ScalarReader.invalid("a column derived from a derived one")
    }
    copyBudget -= 1 + source.column.integers.count
    guard source.count == count, copyBudget >= 0 else {
      throw ScalarReader.invalid("a column derived from a longer or shorter one, or too many")
    }
    return pool.derived(derivation, from: source.cursor, count: count)
  }
}
