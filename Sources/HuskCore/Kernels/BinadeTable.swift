// SPDX-License-Identifier: Apache-2.0

/// What floating-point numbers between two powers of two have in common, in plain memory (``PowerTable``).
///
/// The step from a number to the next is a power of two. Times the power of ten of the row it is at least
/// one and less than ten: then an integer is read as the number, and at most one multiple of ten.
@safe struct BinadeTable: BitwiseCopyable {
  /// The power of ten of some numbers.
  struct Row: BitwiseCopyable {
    /// Five to the power of ``scale``; of binary64 moved so that its first bit is set.
    let power: UInt64
    private let word: UInt64

    /// The power of ten.
    @inline(__always) var scale: Int { Int(truncatingIfNeeded: word &>> 8) }
    /// How many bits stand behind the point: of binary64 in the high word of the product with a
    /// significand whose first bit is set, of binary32 in the product with four times the significand.
    @inline(__always) var shift: UInt64 { word & 0xFF }

    fileprivate init(step: Int, isPowerOfTwo: Bool, isSingle: Bool) {
      // The number before a power of two is half a step away, and is read as itself.
      let quarters: UInt128 = isPowerOfTwo ? 3 : 4
      var (scale, five) = (0, 1 as UInt64)
      while quarters * UInt128(five) < UInt128(1) << UInt128(2 - step - scale) {
        scale += 1
        five *= 5
      }
      let zeroCount = isSingle ? 0 : five.leadingZeroBitCount
      power = five << UInt64(zeroCount)
      let shift = isSingle ? 2 - scale - step : zeroCount - scale - step - 53
      word = UInt64(scale) << 8 | UInt64(shift)
    }
  }

  /// The binary exponents of the steps of binary64: with the least, powers of five still fit into a word.
  private static let steps = -89...0
  /// Those of binary32, with which products fit into a word.
  private static let singleSteps = -52...0
  /// How many words it has: two rows for each step, the second of powers of two.
  static let count = (steps.count + singleSteps.count) * 2 * MemoryLayout<Row>.size / 8

  private let base: UnsafePointer<Row>

  /// A table that is at an address.
  init(_ base: UnsafePointer<Row>) { unsafe self.base = unsafe base }

  /// Puts a table down.
  static func fill(_ rows: UnsafeMutablePointer<Row>) {
    var next = unsafe rows
    for isSingle in [false, true] {
      for step in isSingle ? singleSteps : steps {
        for isPowerOfTwo in [false, true] {
          unsafe next.initialize(
            to: Row(step: step, isPowerOfTwo: isPowerOfTwo, isSingle: isSingle))
          unsafe next += 1
        }
      }
    }
  }

  /// The row of a positive number, or `nil` where it is very large, very small or zero.
  @inline(__always) func row(of bits: UInt64, isSingle: Bool) -> UnsafePointer<Row>? {
    let steps = isSingle ? Self.singleSteps : Self.steps
    let fractionBitCount: UInt64 = isSingle ? 23 : 52
    let bias = isSingle ? 127 : 1023
    let first = bias &+ Int(fractionBitCount) &+ steps.lowerBound
    let index = bits &>> fractionBitCount &- UInt64(first)
    guard index < UInt64(steps.count) else { return nil }
    let fraction = bits & (1 &<< fractionBitCount &- 1)
    let rows = unsafe isSingle ? base + 2 * Self.steps.count : base
    return unsafe rows + Int(truncatingIfNeeded: index &* 2 &+ (fraction == 0 ? 1 : 0))
  }
}
