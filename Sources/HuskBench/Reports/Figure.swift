// SPDX-License-Identifier: Apache-2.0

/// Numbers as reports print them.
package enum Figure {
  /// A whole number with a comma between each three digits.
  package static func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { digits.append(",") }
      digits.append(digit)
    }
    return (number < 0 ? "-" : "") + String(digits.reversed())
  }

  /// A number with some decimals.
  package static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value * scale).rounded())
    guard places > 0 else { return "\(whole)" }
    let digits = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
    return "\(whole < 0 ? "-" : "")\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  /// A number with three digits or so: `0.042`, `1.73`, `418`.
  package static func rounded(_ value: Double) -> String {
    switch value.magnitude {
    case ..<0.1: decimal(value, 3)
    case ..<10: decimal(value, 2)
    case ..<100: decimal(value, 1)
    default: grouped(Int(value.rounded()))
    }
  }

  /// A share in per cent.
  package static func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }
}
