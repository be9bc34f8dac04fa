// SPDX-License-Identifier: Apache-2.0

extension CalendarUnit {
  /// The values of the runs that a joined value stands for, or `nil` where its year has not four
  /// digits.
  package func split(_ moment: Int64) -> [Int64]? {
    guard moment >= 0 else { return nil }
    var rest = moment
    var runs: [Int64] = []
    for radix in radices.reversed() {
      runs.append(rest % radix)
      rest /= radix
    }
    // Counted from 1 March of year 0, years end with their leap day.
    guard rest < Self.dayNumber(10_000, 1, 1) else { return nil }
    let shifted = rest + 306
    let ofEra = shifted % 146_097
    let years = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * years + years / 4 - years / 100)
    let months = (5 * ofYear + 2) / 153
    let year = years + shifted / 146_097 * 400 + (months >= 10 ? 1 : 0)
    let day = ofYear - (153 * months + 2) / 5 + 1
    return [year, months < 10 ? months + 3 : months - 9, day] + runs.reversed()
  }

  /// Joins the values of runs, or returns `nil` where there is no such moment.
  package func join(_ runs: [Int64]) -> Int64? {
    guard runs[0] >= 1, 1...12 ~= runs[1], 1...Self.dayCount(runs[0], runs[1]) ~= runs[2] else {
      return nil
    }
    var moment = Self.dayNumber(runs[0], runs[1], runs[2])
    for (radix, run) in zip(radices, runs[3...]) {
      guard run < radix else { return nil }
      moment = moment * radix + run
    }
    return moment
  }
}
