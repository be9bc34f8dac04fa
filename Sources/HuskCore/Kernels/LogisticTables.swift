// SPDX-License-Identifier: Apache-2.0

/// The logistic function and its inverse in whole numbers (SPEC §13.8 Text model).
///
/// Whoever codes bits asks for the tables once: to ask a global for each would take longer than to look it up.
@safe package struct LogisticTables: BitwiseCopyable {
  /// 4096 / (1 + e^(-x / 256)) for x = -2048, -1920, ..., 2048.
  private static let points = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
  ]

  private static let squashed: [Int16] = (-2047...2047).map { value in
    let shifted = value + 2048
    let (index, part) = (shifted / 128, shifted % 128)
    return Int16((points[index] * (128 - part) + points[index + 1] * part + 64) / 128)
  }

  private static let inverse: [Int16] = {
    var table = [Int16](repeating: 2047, count: 4096)
    var probability = 0
    for value in -2047...2047 {
      let next = Int(squashed[value + 2047])
      while probability <= next {
        table[probability] = Int16(value)
        probability += 1
      }
    }
    return table
  }()

  /// The tables; they are never freed.
  nonisolated(unsafe) private static let shared = unsafe LogisticTables(
    zero: UnsafeMutablePointer.allocateCopy(squashed) + 2047,
    inverse: UnsafeMutablePointer.allocateCopy(inverse))

  /// The place of the probability of 0.
  private let zero: UnsafeMutablePointer<Int16>
  private let inverse: UnsafeMutablePointer<Int16>

  private init(zero: UnsafeMutablePointer<Int16>, inverse: UnsafeMutablePointer<Int16>) {
    unsafe self.zero = unsafe zero
    unsafe self.inverse = unsafe inverse
  }

  package init() { self = unsafe Self.shared }

  /// The probability in 4096, 1 to 4095, of a value in the logistic domain.
  @inline(__always) package func squash(_ value: Int) -> Int {
    unsafe Int(zero[max(-2047, min(2047, value))])
  }

  /// The least value in the logistic domain whose probability, 0 to 4095, is that or more.
  @inline(__always) package func stretch(_ probability: Int) -> Int {
    assert(0..<4096 ~= probability)
    return unsafe Int(inverse[probability])
  }
}
