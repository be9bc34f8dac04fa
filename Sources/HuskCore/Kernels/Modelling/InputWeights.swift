// SPDX-License-Identifier: Apache-2.0

/// What the inputs of a mixer count, eight at a time (SPEC §16.4 Mixing).
enum InputWeights {
  /// How many inputs there are, with zeros at the end.
  static let count = 32

  private typealias Eight = SIMD8<Int16>

  /// The sum of all inputs, each as often as its weight says; it fits into 32 bits.
  ///
  /// - Precondition: There are ``count`` weights and inputs.
  @inline(__always) static func sum(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>
  ) -> Int32 {
    var sum = SIMD4<Int32>()
    var index = 0
    while index < count {
      let weight = unsafe load(weights + index)
      let input = unsafe load(inputs + index)
      let products =
        SIMD8<Int32>(truncatingIfNeeded: weight) &* SIMD8<Int32>(truncatingIfNeeded: input)
      // In this order it is one instruction.
      sum &+= products.evenHalf &+ products.oddHalf
      index &+= 8
    }
    return sum.wrappedSum()
  }

  /// Moves weights by how much their inputs had to do with an error.
  ///
  /// - Precondition: There are ``count`` weights and inputs.
  @inline(__always) static func train(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>, _ step: Int16
  ) {
    let steps = SIMD8<Int32>(truncatingIfNeeded: Eight(repeating: step))
    var index = 0
    while index < count {
      let input = unsafe load(inputs + index)
      let product = Eight(
        truncatingIfNeeded: (SIMD8<Int32>(truncatingIfNeeded: input) &* steps) &>> 16)
      let moved = unsafe load(weights + index) &+ ((product &+ 1) &>> 1)
      let weight = moved.clamped(
        lowerBound: Eight(repeating: -16_383), upperBound: Eight(repeating: 16_383))
      unsafe UnsafeMutableRawPointer(weights + index).storeBytes(of: weight, as: Eight.self)
      index &+= 8
    }
  }

  @inline(__always) private static func load(_ pointer: UnsafeMutablePointer<Int16>) -> Eight {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Eight.self)
  }
}
