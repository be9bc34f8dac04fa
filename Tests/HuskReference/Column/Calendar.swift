// SPDX-License-Identifier: Apache-2.0

/// A moment of the Gregorian calendar in units of a kind (SPEC §8.6.4 Patterns).
enum Calendar: UInt8 {
  case day = 1
  case minute, second, millisecond, microsecond

  init?(unit: UInt8) {
    self.init(rawValue: unit)
  }

  /// The widths of the runs.
  var widths: [Int] {
    let all = [4, 2, 2, 2, 2, 2]
    switch self {
    case .day: return Array(all.prefix(3))
    case .minute: return Array(all.prefix(5))
    case .second: return all
    case .millisecond: return all + [3]
    case .microsecond: return all + [6]
    }
  }

  private var unitsInDay: Int64 {
    switch self {
    case .day: 1
    case .minute: 1440
    case .second: 86_400
    case .millisecond: 86_400_000
    case .microsecond: 86_400_000_000
    }
  }

  private var unitsInSecond: Int64 {
    switch self {
    case .millisecond: 1000
    case .microsecond: 1_000_000
    default: 1
    }
  }

  /// The runs of a moment, or `nil` if it is not in the years 1 to 9999.
  func runs(_ units: Int64) -> [String]? {
    guard units >= 0, units / unitsInDay <= 3_652_058 else { return nil }
    var days = Int(units / unitsInDay)
    var year = 1
    // Year by year and month by month, as one would count.
    while days >= Self.days(ofYear: year) {
      days -= Self.days(ofYear: year)
      year += 1
    }
    var month = 1
    while days >= Self.days(ofMonth: month, year) {
      days -= Self.days(ofMonth: month, year)
      month += 1
    }
    var parts = [year, month, days + 1]
    let rest = Int(units % unitsInDay)
    if self == .minute {
      parts += [rest / 60, rest % 60]
    } else if self != .day {
      let seconds = rest / Int(unitsInSecond)
      parts += [seconds / 3600, seconds / 60 % 60, seconds % 60]
      if unitsInSecond > 1 { parts.append(rest % Int(unitsInSecond)) }
    }
    return zip(parts, widths).map { Self.padded($0, $1) }
  }

  /// The units of a year, a month, a day and so on, if there is such a moment.
  func units(of parts: [Int64]) -> Int64? {
    let (year, month, day) = (Int(parts[0]), Int(parts[1]), Int(parts[2]))
    guard 1...9999 ~= year, 1...12 ~= month, 1...Self.days(ofMonth: month, year) ~= day else {
      return nil
    }
    var days = day - 1
    for earlier in 1..<year { days += Self.days(ofYear: earlier) }
    for earlier in 1..<month { days += Self.days(ofMonth: earlier, year) }
    var units = Int64(days)
    // Hours, minutes, seconds and the fraction.
    for (part, size) in zip(parts.dropFirst(3), [24, 60, 60, unitsInSecond]) {
      guard part < size else { return nil }
      units = units * size + part
    }
    return units
  }

  private static func days(ofYear year: Int) -> Int {
    isLeap(year) ? 366 : 365
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(ofMonth month: Int, _ year: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// A number with zeros in front up to a width.
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
