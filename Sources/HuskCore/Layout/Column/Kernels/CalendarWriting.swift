// SPDX-License-Identifier: Apache-2.0

/// Writes moments of the Gregorian calendar between the literals of a pattern.
///
/// The literals and the digits of the last date stand ready and are copied: what follows another
/// value often falls on the same day. The time of day is written over the copy.
@safe struct CalendarWriting: BitwiseCopyable {
  private let unit: CalendarUnit
  private let text: UnsafeMutableRawPointer
  private let count: Int
  /// Where each run of digits stands in ``text``.
  private let places: InlineArray<7, Int>
  let powers: PowerTable
  /// Whether the last literal is part of the text.
  let isWhole: Bool
  /// The day whose digits stand in ``text``.
  private var day: Int64 = -1

  /// The days from 1 January 1 to 31 December 9999.
  private static let dayCount = 3_652_059

  /// Prepares to write from a text with zeros at the places of all digits.
  init(
    _ unit: CalendarUnit, _ text: UnsafeMutablePointer<UInt8>, _ count: Int,
    _ places: InlineArray<7, Int>, _ powers: PowerTable, isWhole: Bool
  ) {
    self.powers = powers
    self.isWhole = isWhole
    self.unit = unit
    unsafe self.text = UnsafeMutableRawPointer(text)
    self.count = count
    self.places = places
  }

  /// Writes a joined value and returns the address behind it; up to 16 bytes more are overwritten.
  ///
  /// Where the year has not four digits it returns `nil`, and has written nothing.
  @inline(__always) mutating func write(
    _ value: Int64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    var rest = UInt64(bitPattern: value)
    var fraction: UInt64 = 0
    var second: UInt64 = 0
    var minute: UInt64 = 0
    var hour: UInt64 = 0
    if unit == .millisecond { fraction = Self.divide(&rest, 1000) }
    if unit == .microsecond { fraction = Self.divide(&rest, 1_000_000) }
    if unit != .day {
      if unit != .minute { second = Self.divide(&rest, 60) }
      minute = Self.divide(&rest, 60)
      hour = Self.divide(&rest, 24)
    }
    // What is negative has become a large number.
    guard value >= 0, rest < Self.dayCount else { return nil }
    if Int64(bitPattern: rest) != day { setDay(UInt32(truncatingIfNeeded: rest)) }
    unsafe ByteCopying.copy(text, out, count)
    guard unit != .day else { return unsafe out + count }
    let digits = powers.digits
    unsafe digits.writePair(UInt32(truncatingIfNeeded: hour), out + places[3])
    unsafe digits.writePair(UInt32(truncatingIfNeeded: minute), out + places[4])
    guard unit != .minute else { return unsafe out + count }
    unsafe digits.writePair(UInt32(truncatingIfNeeded: second), out + places[5])
    guard unit != .second else { return unsafe out + count }
    let width = unit == .millisecond ? 3 : 6
    _ = unsafe digits.write(fraction, width: width, out + places[6])
    return unsafe out + count
  }

  /// Divides `rest` by a constant and returns the remainder.
  @inline(__always) private static func divide(_ rest: inout UInt64, _ radix: UInt64) -> UInt64 {
    let quotient = rest / radix
    let remainder = rest &- quotient &* radix
    rest = quotient
    return remainder
  }

  /// Puts the digits of another day into the text.
  @inline(never) private mutating func setDay(_ dayNumber: UInt32) {
    day = Int64(dayNumber)
    // Counted from 1 March of year 0, years end with their leap day.
    let shifted = dayNumber &+ 306
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let years = (ofEra &- ofEra / 1460 &+ ofEra / 36_524 &- ofEra / 146_096) / 365
    let ofYear = ofEra &- (365 &* years &+ years / 4 &- years / 100)
    let months = (5 &* ofYear &+ 2) / 153
    let year = years &+ era &* 400 &+ (months >= 10 ? 1 : 0)
    let digits = powers.digits
    unsafe digits.writePair(year / 100, text + places[0])
    unsafe digits.writePair(year % 100, text + places[0] + 2)
    unsafe digits.writePair(months < 10 ? months &+ 3 : months &- 9, text + places[1])
    unsafe digits.writePair(ofYear &- (153 &* months &+ 2) / 5 &+ 1, text + places[2])
  }
}
