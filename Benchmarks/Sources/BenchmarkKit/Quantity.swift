// SPDX-License-Identifier: Apache-2.0

/// Numbers as reports print them.
package enum Quantity {
  /// A whole number with a comma between each three digits.
  package static func grouped(_ number: Int) -> String {
    var groups = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { groups.append(",") }
      groups.append(digit)
    }
    return (number < 0 ? "-" : "") + String(groups.reversed())
  }

  /// A number with two decimals.
  package static func ratio(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = String(hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    return "\(sign)\(hundredths.magnitude / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
  }

  /// Megabytes (of a million bytes) per second, as a whole number.
  package static func speed(byteCount: Int, nanoseconds: Double) -> String {
    grouped(Int((Double(byteCount) * 1000 / nanoseconds).rounded()))
  }
}
