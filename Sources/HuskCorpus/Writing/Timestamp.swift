// SPDX-License-Identifier: Apache-2.0

/// A moment in UTC, in whole seconds since 1970, written as RFC 3339 does.
package struct Timestamp: Sendable {
  /// The seconds since 1970-01-01T00:00:00Z; negative before that.
  package var seconds: Int

  /// Creates a moment from the seconds since 1970.
  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Creates the first moment of a day of the Gregorian calendar.
  package init(year: Int, month: Int, day: Int) {
    // Years start in March here, so the day that leap years add is the last one of theirs.
    let shifted = month > 2 ? year : year - 1
    let monthDays = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    let yearDays = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
    seconds = (yearDays + monthDays + day - 1 - 719_468) * 86_400
  }

  /// The date alone: `2024-02-29`.
  package var date: String {
    let (year, month, day) = civil
    var text: [UInt8] = []
    text.appendPadded(year, digitCount: 4)
    text.append(UInt8(ascii: "-"))
    text.appendPadded(month, digitCount: 2)
    text.append(UInt8(ascii: "-"))
    text.appendPadded(day, digitCount: 2)
    return String(decoding: text, as: UTF8.self)
  }

  /// The date and the time of day: `2024-02-29T23:59:59Z`.
  package var dateTime: String {
    var text = Array(date.utf8)
    let second = seconds - days * 86_400
    text.append(UInt8(ascii: "T"))
    text.appendPadded(second / 3_600, digitCount: 2)
    text.append(UInt8(ascii: ":"))
    text.appendPadded(second / 60 % 60, digitCount: 2)
    text.append(UInt8(ascii: ":"))
    text.appendPadded(second % 60, digitCount: 2)
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The days since 1970-01-01, rounded down.
  private var days: Int {
    seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
  }

  private var civil: (year: Int, month: Int, day: Int) {
    // The inverse of the initializer, in cycles of 400 years of 146,097 days.
    let dayOfEra = days + 719_468
    let cycle = dayOfEra / 146_097
    let dayOfCycle = dayOfEra % 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    return (400 * cycle + yearOfCycle + (month <= 2 ? 1 : 0), month, day)
  }
}
