// SPDX-License-Identifier: Apache-2.0

/// A moment of the Gregorian calendar, taken apart.
struct CalendarParts {
  var year: Int64 = 0
  var month: Int64 = 0
  var day: Int64 = 0
  var hour: Int64 = 0
  var minute: Int64 = 0
  var second: Int64 = 0
  var fraction: Int64 = 0

  /// Splits a joined value, or returns `nil` where its year has not four digits.
  @inline(__always) init?(_ value: Int64, _ unit: CalendarUnit) {
    var rest = value
    switch unit {
    case .day: break
    case .minute: (rest, minute) = Self.divide(rest, 60)
    case .second: (rest, second) = Self.divide(rest, 60)
    case .millisecond:
      (rest, fraction) = Self.divide(rest, 1000)
      (rest, second) = Self.divide(rest, 60)
    case .microsecond:
      (rest, fraction) = Self.divide(rest, 1_000_000)
      (rest, second) = Self.divide(rest, 60)
    }
    switch unit {
    case .day: break
    case .minute: (rest, hour) = Self.divide(rest, 24)
    case .second, .millisecond, .microsecond:
      (rest, minute) = Self.divide(rest, 60)
      (rest, hour) = Self.divide(rest, 24)
    }
    // 3,652,059 days are the years 1 to 9999; what lies before 1 January 1 is negative.
    guard value >= 0, rest < 3_652_059 else { return nil }
    setDate(UInt32(truncatingIfNeeded: rest))
  }

  @inline(__always) private static func divide(_ value: Int64, _ radix: Int64) -> (Int64, Int64) {
    let quotient = value / radix
    return (quotient, value &- quotient &* radix)
  }

  /// Counted from 1 March of year 0, years end with their leap day.
  @inline(__always) private mutating func setDate(_ dayNumber: UInt32) {
    let shifted = dayNumber &+ 306
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let years = (ofEra &- ofEra / 1460 &+ ofEra / 36_524 &- ofEra / 146_096) / 365
    let ofYear = ofEra &- (365 &* years &+ years / 4 &- years / 100)
    let months = (5 &* ofYear &+ 2) / 153
    day = Int64(ofYear &- (153 &* months &+ 2) / 5 &+ 1)
    month = Int64(months < 10 ? months &+ 3 : months &- 9)
    year = Int64(years &+ era &* 400 &+ (months >= 10 ? 1 : 0))
  }

  /// The value of a run of digits.
  @inline(__always) subscript(run: Int) -> Int64 {
    switch run {
    case 0: year
    case 1: month
    case 2: day
    case 3: hour
    case 4: minute
    case 5: second
    default: fraction
    }
  }
}
