// SPDX-License-Identifier: Apache-2.0

/// Binary logarithms in whole numbers, the same on every machine.
package enum BinaryLogarithm {
  /// The logarithms of small integers, which counts mostly are.
  private static let small = table(below: 256)

  /// The logarithm of a positive integer below 2^33, in 4096ths.
  package static func of(_ value: Int) -> Int {
    value < small.count ? Int(small[value]) : computed(value)
  }

  private static func computed(_ value: Int) -> Int {
    let whole = Int.bitWidth - 1 - value.leadingZeroBitCount
    // Squaring a number between one and two doubles its logarithm; 30 bits behind the point.
    var mantissa = (value << 30) >> whole
    var result = whole
    for _ in 0..<12 {
      mantissa = (mantissa &* mantissa) &>> 30
      let isTwice = mantissa &>> 31
      mantissa &>>= isTwice
      result = result &<< 1 &+ isTwice
    }
    return result
  }

  /// The logarithms of all integers below a limit; that of 0 counts as 0.
  package static func table(below limit: Int) -> [Int32] {
    (0..<limit).map { $0 == 0 ? 0 : Int32(computed($0)) }
  }
}
