// SPDX-License-Identifier: Apache-2.0

/// Digits without a sign, divided by ten to the power of ``scale``, which may be negative.
struct ScaledDigits: Equatable {
  var digits: UInt64
  var scale: Int

  /// The digits of zero.
  static let zero = ScaledDigits(digits: 0, scale: 0)

  /// The number of digits; of zero, one.
  @inline(__always) func count(_ powers: PowerTable) -> Int {
    // 1233 / 4096 is a little less than the logarithm of two.
    let least = ((64 &- (digits | 1).leadingZeroBitCount) &* 1233) &>> 12
    return least &+ (digits | 1 >= powers.ten(least) ? 1 : 0)
  }

  /// Leaves zeros at the end out.
  mutating func trim() {
    while digits > 0, digits % 10 == 0 {
      digits /= 10
      scale &-= 1
    }
  }
}
