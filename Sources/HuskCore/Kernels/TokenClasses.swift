// SPDX-License-Identifier: Apache-2.0

/// The tokens of a column by class: numbers, strings and keys, and everything else.
package struct TokenClasses {
  /// The number of the class of each token: 0, 1 or 2.
  package private(set) var numbers: [Int64] = []
  /// The tokens of each class.
  package private(set) var groups: [[UInt64]] = [[], [], []]

  /// Sorts words of tokens.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - exceptions: Which numbers, counted from zero, go with everything else; in order.
  /// - Complexity: O(*n*) for *n* tokens.
  package init(_ words: [UInt64], exceptions: [Int] = []) {
    var counts = InlineArray<3, Int>(repeating: 0)
    numbers = unsafe [Int64](unsafeUninitializedCapacity: words.count) { target, initialized in
      initialized = words.count
      var numberCount = 0
      var next = 0
      var exception = exceptions.first ?? -1
      for row in 0..<words.count {
        var number = Self.number(words[row])
        if number == 0 {
          if _slowPath(exception == numberCount) {
            next &+= 1
            exception = next < exceptions.count ? exceptions[next] : -1
            number = 2
          }
          numberCount &+= 1
        }
        unsafe target[row] = number
        counts[Int(number)] &+= 1
      }
    }
    for number in groups.indices where counts[number] > 0 {
      groups[number] =
        counts[number] == words.count ? words : group(Int64(number), counts[number], words)
    }
  }

  @inline(__always) private static func number(_ word: UInt64) -> Int64 {
    // A digit for each kind, that of the first kind last: keys and strings are 1, numbers 0.
    Int64(truncatingIfNeeded: 0x2011_2222 &>> ((word & 7) &* 4) & 3)
  }

  /// The tokens of one class, of which there are `count`.
  private func group(_ number: Int64, _ count: Int, _ words: [UInt64]) -> [UInt64] {
    // One more for the store that is taken back.
    unsafe [UInt64](unsafeUninitializedCapacity: count + 1) { target, initialized in
      initialized = count
      unsafe words.withUnsafeBufferPointer { words in
        unsafe numbers.withUnsafeBufferPointer { numbers in
          var next = 0
          var row = 0
          while row < words.count {
            unsafe target[next] = words[row]
            next &+= unsafe numbers[row] == number ? 1 : 0
            row &+= 1
          }
        }
      }
    }
  }
}
