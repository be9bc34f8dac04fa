// SPDX-License-Identifier: Apache-2.0

/// Powers of ten that fit in 64 bits with a sign.
package enum PowerOfTen {
  /// How many digits a number has at most whatever they are, if it is to fit.
  package static let mostDigits = 18

  /// Ten to the power of 0 to ``mostDigits``.
  package static let values: [Int64] = (0...mostDigits).map { exponent in
    (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
  }
}
