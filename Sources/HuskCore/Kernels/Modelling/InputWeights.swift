// SPDX-License-Identifier: Apache-2.0

/// What the inputs of a mixer count, eight at a time (SPEC §16.4 Mixing).
package enum InputWeights {
  /// How many inputs there are, with zeros at the end.
  package static let count = 32

  private typealias Eight = SIMD8<Int16>

  /// Without optimisation eight at a time take a hundred times as long as one by one.
  private static var goesOneByOne: Bool { _isDebugAssertConfiguration() }

  /// The sum of all inputs, each as often as its weight says, as far as 32 bits hold it.
  ///
  /// - Precondition: There are ``count`` weights and inputs.
  @inline(__always) static func sum(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>
  ) -> Int32 {
    unsafe goesOneByOne ? plainSum(weights, inputs) : vectorSum(weights, inputs)
  }

  /// Moves weights by how much their inputs had to do with an error.
  ///
  /// - Precondition: There are ``count`` weights and inputs.
  @inline(__always) static func train(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>, _ step: Int16
  ) {
    if goesOneByOne {
      unsafe trainPlainly(weights, inputs, step)
    } else {
      unsafe trainVectors(weights, inputs, step)
    }
  }

  // MARK: - Inputs

  /// Four inputs in a row, as one number.
  @inline(__always) package static func row(_ a: Int16, _ b: Int16, _ c: Int16, _ d: Int16)
    -> UInt64
  {
    #if _endian(little)
      let (first, second, third, fourth) = (a, b, c, d)
    #else
      let (first, second, third, fourth) = (d, c, b, a)
    #endif
    let low = UInt64(UInt16(bitPattern: first)) | UInt64(UInt16(bitPattern: second)) &<< 16
    let high = UInt64(UInt16(bitPattern: third)) | UInt64(UInt16(bitPattern: fourth)) &<< 16
    return low | high &<< 32
  }

  /// Puts eight inputs in their places.
  ///
  /// They are written at once since they are read at once soon after: a processor hands on what was
  /// just written only where it was written as one, and waits otherwise.
  @inline(__always) package static func put(
    _ first: UInt64, _ second: UInt64, to inputs: UnsafeMutablePointer<Int16>
  ) {
    unsafe UnsafeMutableRawPointer(inputs).storeBytes(
      of: SIMD2(first, second), as: SIMD2<UInt64>.self)
  }

  // MARK: - One by one

  /// ``sum(_:_:)``, one by one.
  package static func plainSum(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>
  ) -> Int32 {
    var sum: Int32 = 0
    var index = 0
    while index < count {
      unsafe sum &+= Int32(weights[index]) &* Int32(inputs[index])
      index &+= 1
    }
    return sum
  }

  /// ``train(_:_:_:)``, one by one.
  package static func trainPlainly(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>, _ step: Int16
  ) {
    var index = 0
    while index < count {
      let product = unsafe Int16(truncatingIfNeeded: (Int32(inputs[index]) &* Int32(step)) &>> 16)
      let moved = unsafe weights[index] &+ ((product &+ 1) &>> 1)
      unsafe weights[index] = max(-16_383, min(16_383, moved))
      index &+= 1
    }
  }

  // MARK: - Eight at a time

  /// ``sum(_:_:)``, eight at a time.
  @inline(__always) package static func vectorSum(
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

  /// ``train(_:_:_:)``, eight at a time.
  @inline(__always) package static func trainVectors(
    _ weights: UnsafeMutablePointer<Int16>, _ inputs: UnsafeMutablePointer<Int16>, _ step: Int16
  ) {
    // Seen to have 16 bits each, or products would be of 32 bits and take four times as long.
    let steps = SIMD8<Int32>(repeating: Int32(step))
    let least = Eight(repeating: -16_383)
    let most = Eight(repeating: 16_383)
    var index = 0
    while index < count {
      let input = unsafe load(inputs + index)
      let product = highHalves(SIMD8<Int32>(truncatingIfNeeded: input) &* steps)
      let moved = unsafe load(weights + index) &+ ((product &+ 1) &>> 1)
      // `clamped` stays a call, as the conversion from 32 bits does; these are an instruction each.
      let weight = moved.replacing(with: most, where: moved .> most)
        .replacing(with: least, where: moved .< least)
      unsafe UnsafeMutableRawPointer(weights + index).storeBytes(of: weight, as: Eight.self)
      index &+= 8
    }
  }

  /// The higher 16 bits of each number.
  @inline(__always) private static func highHalves(_ numbers: SIMD8<Int32>) -> Eight {
    let halves = unsafe unsafeBitCast(numbers, to: SIMD16<Int16>.self)
    #if _endian(little)
      return halves.oddHalf
    #else
      return halves.evenHalf
    #endif
  }

  @inline(__always) private static func load(_ pointer: UnsafeMutablePointer<Int16>) -> Eight {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Eight.self)
  }
}
