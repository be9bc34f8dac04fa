// SPDX-License-Identifier: Apache-2.0

/// Doubles that lie close to short decimals (SPEC §8.6.3 Near decimals).
///
/// Arithmetic leaves noise in the last bits: `0.30000000000000004` is the double after 0.3, and
/// `-130.37222299999996` prints from a double next to -130.372223. Such a number is a short
/// decimal, and how many doubles away from it the number is.
package struct NearDecimal: Equatable {
  /// How a double is written.
  package enum Style: UInt8, Sendable {
    /// With the fewest digits that tell it from other doubles, as JavaScript does.
    case shortest
    /// With 17 significant digits, as C's `%.17g` does.
    case seventeen
    /// With the fewest digits, one of them behind the point at least, as Python does.
    case shortestWithPoint
  }

  /// The largest scale of the decimal that is tried.
  package static let scaleLimit = 12
  /// The most doubles between a number and its decimal.
  private static let distanceLimit: Int64 = 1 << 12

  /// The double nearest to `mantissa` divided by ten to the power of `scale`, moved by `distance`.
  ///
  /// - Returns: The double, or `nil` where there is none, the division is not exact enough, or the
  ///   double is neither 0 nor between 0.0001 and 10^15.
  @inline(__always) package static func double(
    _ mantissa: Int64, scale: Int, distance: Int64
  ) -> Double? {
    double(mantissa, Double(PowerOfTen.values[scale]), distance: distance)
  }

  /// The double nearest to `mantissa` divided by a power of ten, moved by `distance`.
  @inline(__always) static func double(
    _ mantissa: Int64, _ power: Double, distance: Int64
  ) -> Double? {
    guard let value = anyDouble(mantissa, power, distance: distance) else { return nil }
    return isWritten(value) ? value : nil
  }

  /// Whether a double is written without an exponent.
  @inline(__always) static func isWritten(_ value: Double) -> Bool {
    // Beyond that range numbers are written with exponents, by each language in another way.
    value == 0 || 0.0001..<1e15 ~= value.magnitude
  }

  /// The same, of whatever size.
  @inline(__always) static func anyDouble(
    _ mantissa: Int64, _ power: Double, distance: Int64
  ) -> Double? {
    // At most 2^53 in magnitude.
    guard UInt64(bitPattern: mantissa &+ 1 << 53) <= 1 << 54 else { return nil }
    // Both operands are exact, so every machine rounds the quotient in the same way.
    let quotient = Double(mantissa) / power
    let bits = Int64(bitPattern: quotient.bitPattern)
    // A sum that overflows changes its sign, too.
    let moved = bits &+ distance
    guard moved ^ bits >= 0 else { return nil }
    return Double(bitPattern: UInt64(bitPattern: moved))
  }

  /// The decimal of `scale` digits that `value` lies next to, and how far, or `nil`.
  @inline(__always) package static func find(
    _ value: Double, scale: Int
  ) -> (mantissa: Int64, distance: Int64)? {
    find(value, Double(PowerOfTen.values[scale]))
  }

  /// The decimal that `value` lies next to as an integer divided by a power of ten, and how far.
  @inline(__always) static func find(
    _ value: Double, _ power: Double
  ) -> (mantissa: Int64, distance: Int64)? {
    let scaled = value * power
    // Beyond that range numbers are written with exponents.
    let isWritten = value.magnitude >= 0.0001 && value.magnitude < 1e15 || value == 0
    guard isWritten, scaled.magnitude < 0x1p53 else { return nil }
    let mantissa = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
    let quotient = Double(mantissa) / power
    let bits = Int64(bitPattern: quotient.bitPattern)
    let found = Int64(bitPattern: value.bitPattern)
    let (distance, overflow) = found.subtractingReportingOverflow(bits)
    guard !overflow, distance.magnitude <= distanceLimit, (found ^ bits) >= 0 else { return nil }
    return (mantissa, distance)
  }

  /// Appends a double in a style.
  package static func append(_ value: Double, _ style: Style, to target: inout [UInt8]) {
    var text = InlineArray<64, UInt8>(repeating: 0)
    var span = text.mutableSpan
    let count = unsafe span.withUnsafeMutableBytes { buffer -> Int in
      guard let start = buffer.baseAddress else { return 0 }
      let end = unsafe DoubleWriting.write(value, style, .shared, start)
      return unsafe end.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? 0
    }
    guard count > 0 else {
      target += description(of: value, style)
      return
    }
    for index in 0..<count { target.append(text[index]) }
  }

  /// A double in the fewest digits, with an exponent where the standard library writes one.
  package static func description(of value: Double, _ style: Style) -> [UInt8] {
    var text = Array(value.description.utf8)
    if style != .shortestWithPoint, text.suffix(2) == [ASCII.period, ASCII.zero] {
      text.removeLast(2)
    }
    return text
  }
}

extension DoubleWriting {
  /// Writes a double in a style, or returns `nil` where exact arithmetic does not reach it.
  @inline(__always) static func write(
    _ value: Double, _ style: NearDecimal.Style, _ powers: PowerTable,
    _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    if style == .seventeen { return unsafe writeSeventeen(value, powers, out) }
    guard let end = unsafe writeShortest(value, powers, out) else { return nil }
    guard style == .shortestWithPoint, value == value.rounded(.towardZero) else {
      return unsafe end
    }
    unsafe end.storeBytes(of: ASCII.period, as: UInt8.self)
    unsafe (end + 1).storeBytes(of: ASCII.zero, as: UInt8.self)
    return unsafe end + 2
  }
}
