// SPDX-License-Identifier: Apache-2.0

/// Puts distinct integers in order.
package enum IntegerRanking {
  /// Sorts integers, and says which place each takes.
  ///
  /// - Parameter values: Integers, none of them twice.
  /// - Returns: The integers in ascending order, and the place of each there.
  /// - Complexity: O(*n* *w*) for *n* integers that need *w* bytes.
  package static func rank(_ values: [Int64]) -> (sorted: [Int64], ranks: [Int64]) {
    let count = values.count
    var order = Buffer<UInt32>(capacity: count)
    for index in 0..<count { order.append(UInt32(truncatingIfNeeded: index)) }
    let (low, high) = IntegerScan.extrema(values)
    unsafe values.withUnsafeBufferPointer { values in
      var other = Buffer<UInt32>(repeating: 0, count: count)
      var shift: UInt64 = 0
      let range = UInt64(bitPattern: high &- low)
      while shift < 64, range &>> shift > 0 {
        unsafe distribute(order, values, low, shift, into: &other)
        swap(&order, &other)
        shift += 8
      }
    }
    var ranks = [Int64](repeating: 0, count: count)
    var sorted: [Int64] = []
    sorted.reserveCapacity(count)
    for rank in 0..<count {
      let index = Int(order[rank])
      ranks[index] = Int64(rank)
      sorted.append(values[index])
    }
    return (sorted, ranks)
  }

  /// Sorts the distinct ones of integers of which the greatest is `range` more than the least, and says
  /// which place each takes.
  ///
  /// - Returns: The distinct integers in ascending order, and the place of each integer there; `nil` where
  ///   more than `limit` are distinct.
  /// - Complexity: O(*n* + *r*) for *n* integers and a range of *r*.
  package static func rankDistinct(
    _ values: [Int64], from low: Int64, _ range: Int, most limit: Int
  ) -> (sorted: [Int64], ranks: [Int64])? {
    var places = Buffer<UInt32>(repeating: 0, count: range + 1)
    var distinct = 0
    unsafe values.withUnsafeBufferPointer { values in
      var index = 0
      while index < values.count {
        let place = unsafe Int(values[index] &- low)
        distinct &+= places[place] == 0 ? 1 : 0
        places[place] = 1
        index &+= 1
      }
    }
    guard distinct <= limit else { return nil }
    var sorted: [Int64] = []
    sorted.reserveCapacity(distinct)
    for place in 0...range where places[place] != 0 {
      places[place] = UInt32(truncatingIfNeeded: sorted.count)
      sorted.append(low &+ Int64(place))
    }
    let ranks = unsafe [Int64](unsafeUninitializedCapacity: values.count) { target, count in
      count = values.count
      unsafe values.withUnsafeBufferPointer { values in
        var index = 0
        while index < count {
          unsafe target[index] = Int64(places[Int(values[index] &- low)])
          index &+= 1
        }
      }
    }
    return (sorted, ranks)
  }

  /// Replaces numbers of integers by the places of those.
  ///
  /// - Complexity: O(*n*) for *n* numbers, each of which must have a place.
  static func replace(_ numbers: inout [Int64], by ranks: [Int64]) {
    unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      unsafe ranks.withUnsafeBufferPointer { ranks in
        for row in 0..<numbers.count { unsafe numbers[row] = ranks[Int(numbers[row])] }
      }
    }
  }

  /// Brings indices into the order of one byte of their values, and leaves those with the same byte
  /// as they are.
  @unsafe private static func distribute(
    _ order: borrowing Buffer<UInt32>, _ values: UnsafeBufferPointer<Int64>, _ low: Int64,
    _ shift: UInt64, into target: inout Buffer<UInt32>
  ) {
    var places = InlineArray<256, UInt32>(repeating: 0)
    for index in 0..<values.count {
      places[unsafe byte(values[index], low, shift)] &+= 1
    }
    var start: UInt32 = 0
    for byte in 0..<256 {
      let count = places[byte]
      places[byte] = start
      start &+= count
    }
    for position in 0..<order.count {
      let index = order[position]
      let byte = unsafe byte(values[Int(index)], low, shift)
      target[Int(places[byte])] = index
      places[byte] &+= 1
    }
  }

  @inline(__always) private static func byte(
    _ value: Int64, _ low: Int64, _ shift: UInt64
  ) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: value &- low) &>> shift & 0xFF)
  }
}
