// SPDX-License-Identifier: Apache-2.0

/// The runs of digits of a date or a time, kept as one integer (SPEC §8.6.4 Patterns).
///
/// Year, month and day become the day number of the Gregorian calendar, which each further run
/// refines: so moments that follow each other differ by little.
package enum CalendarUnit: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case day = 1
  case minute = 2
  case second = 3
  case millisecond = 4
  case microsecond = 5

  /// The widths of the runs, in digits.
  package var widths: [Int] {
    switch self {
    case .day: [4, 2, 2]
    case .minute: [4, 2, 2, 2, 2]
    case .second: [4, 2, 2, 2, 2, 2]
    case .millisecond: [4, 2, 2, 2, 2, 2, 3]
    case .microsecond: [4, 2, 2, 2, 2, 2, 6]
    }
  }

  /// The number of runs.
  package var runCount: Int { widths.count }

  /// How many values each run behind the day can have.
  var radices: [Int64] {
    switch self {
    case .day: []
    case .minute: [24, 60]
    case .second: [24, 60, 60]
    case .millisecond: [24, 60, 60, 1000]
    case .microsecond: [24, 60, 60, 1_000_000]
    }
  }

  /// The number of days since 1 January of year 1 in the Gregorian calendar.
  static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 306
  }

  /// The number of days of a month.
  static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
