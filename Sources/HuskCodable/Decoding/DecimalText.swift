// SPDX-License-Identifier: Apache-2.0

/// The digits of a JSON number and the power of ten that they are multiplied with.
struct DecimalText {
  private var digits: [UInt8] = []
  private var exponent = 0
  private var isNegative = false

  /// Splits the text of a number, which must be one of JSON.
  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    var isFraction = false
    for byte in parts[0].utf8 {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        digits.append(byte - UInt8(ascii: "0"))
        if isFraction { exponent -= 1 }
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    guard parts.count == 2, !digits.isEmpty else { return }
    // An exponent of that many digits is beyond any number that fits.
    let limit = 1_000_000_000
    let power = Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -limit : limit)
    exponent += min(max(power, -limit), limit)
  }

  var isZero: Bool { digits.isEmpty }

  /// The number, or `nil` where it is no integer or does not fit.
  func integer<T: FixedWidthInteger>() -> T? {
    guard !isZero else { return 0 }
    guard exponent >= 0, digits.count + exponent <= 40 else { return nil }
    var value: T = 0
    for digit in digits + Array(repeating: 0, count: exponent) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(T(digit))
        : product.addingReportingOverflow(T(digit))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }
}
