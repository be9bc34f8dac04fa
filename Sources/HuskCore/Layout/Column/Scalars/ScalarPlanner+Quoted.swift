// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Plans strings with a number in each, between bytes that all have; or returns `nil` where they are others.
  ///
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first string that is another one.
  func planQuoted(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard let affixes = source.numberAffixes(values[0]) else { return nil }
    for word in [values[values.count / 2], values[values.count - 1]]
    where source.quotedNumber(word, affixes) == nil { return nil }
    guard let numbers = source.quotedNumbers(values, affixes) else { return nil }
    let column = source.parseDecimals(numbers)
    // Times in nanoseconds have a digit more than decimals are read with.
    guard !column.exceptions.isEmpty, let integers = integers(numbers) else {
      return planQuoted(column, affixes)
    }
    return planQuoted(
      DecimalColumn(mantissas: integers, scale: 0, style: .fixed), affixes)
  }

  /// Numbers as integers of 64 bits, or `nil` where some are none, or are not written as those are.
  private func integers(_ numbers: [UInt64]) -> [Int64]? {
    var integers: [Int64] = []
    integers.reserveCapacity(numbers.count)
    for word in numbers {
      let range = Token(word: word).range
      guard let integer = source.integer(range), integer != 0 || range.count == 1 else {
        return nil
      }
      integers.append(integer)
    }
    return integers
  }

  /// Plans strings with numbers in them that were parsed, or returns `nil` where they cannot be written back.
  func planQuoted(_ column: DecimalColumn, _ affixes: TextAffixes) -> Sized<ScalarPlan>? {
    guard column.exceptions.isEmpty, let style = column.style else { return nil }
    let mantissas = workspace.integers.estimate(column.mantissas)
    let affixBits = (affixes.prefix.count + affixes.suffix.count) * 8
    return Sized(
      .quotedDecimals(affixes, scale: column.scale, style, mantissas.plan),
      bits: mantissas.bits + affixBits)
  }
}
