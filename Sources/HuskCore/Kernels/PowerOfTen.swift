// SPDX-License-Identifier: Apache-2.0

/// Powers of ten that fit in 64 bits with a sign.
package enum PowerOfTen {
  /// Ten to the power of 0 to 18.
  package static let values: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
  }
}
