// SPDX-License-Identifier: Apache-2.0

extension CalendarUnit {
  /// The longest unit whose runs open a pattern of such widths with such values, and the runs of
  /// each row joined; `nil` where there is none.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package static func join(
    _ widths: [Int], _ columns: [[Int64]]
  ) -> (unit: CalendarUnit, moments: [Int64])? {
    guard widths.starts(with: CalendarUnit.day.widths), let days = days(columns) else {
      return nil
    }
    for unit in allCases.reversed() where widths.starts(with: unit.widths) {
      if let moments = unit.refine(days, columns) { return (unit, moments) }
    }
    return nil
  }

  /// The day numbers of rows, or `nil` where one has no such day.
  private static func days(_ columns: [[Int64]]) -> [Int64]? {
    let (years, months, days) = (columns[0], columns[1], columns[2])
    var numbers: [Int64] = []
    numbers.reserveCapacity(years.count)
    // Neighbours often share their day.
    var last: (year: Int64, month: Int64, day: Int64) = (0, 0, 0)
    var number: Int64 = 0
    for row in years.indices {
      let (year, month, day) = (years[row], months[row], days[row])
      if day != last.day || month != last.month || year != last.year {
        guard year >= 1, 1...12 ~= month, 1...dayCount(year, month) ~= day else { return nil }
        number = dayNumber(year, month, day)
        last = (year, month, day)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Days refined by the further runs, or `nil` where one is out of range.
  private func refine(_ days: [Int64], _ columns: [[Int64]]) -> [Int64]? {
    var moments = days
    for (index, radix) in radices.enumerated() {
      let column = columns[3 + index]
      var most: Int64 = 0
      for row in moments.indices {
        most = max(most, column[row])
        moments[row] = moments[row] &* radix &+ column[row]
      }
      guard most < radix else { return nil }
    }
    return moments
  }
}
