// SPDX-License-Identifier: Apache-2.0

/// The tokens of a column by class.
package struct TokenClasses {
  /// The number of the class of each token.
  private var numbers: [UInt8] = []
  /// How many tokens each class has.
  package private(set) var counts = [0, 0, 0]
  private let words: [UInt64]

  /// The most classes.
  package static let limit = 8

  /// Takes words of tokens, and the number of the class of each, below `count`.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  package init(_ words: [UInt64], numbers: [UInt8], count: Int) {
    precondition(words.count == numbers.count && count <= Self.limit)
    self.words = words
    self.numbers = numbers
    counts = Array(repeating: 0, count: count)
    for number in numbers { counts[Int(number)] += 1 }
  }

  /// Sorts words of tokens: numbers are class 0, strings and keys 1, and everything else is 2.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - exceptions: Which numbers, counted from zero, go with everything else; in order.
  /// - Complexity: O(*n*) for *n* tokens.
  package init(_ words: [UInt64], exceptions: [Int] = []) {
    self.words = words
    var counts = InlineArray<3, Int>(repeating: 0)
    numbers = unsafe [UInt8](unsafeUninitializedCapacity: words.count) { target, initialized in
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
    for number in 0..<3 { self.counts[number] = counts[number] }
  }

  @inline(__always) private static func number(_ word: UInt64) -> UInt8 {
    // A digit for each kind, that of the first kind last: keys and strings are 1, numbers 0.
    UInt8(truncatingIfNeeded: 0x2011_2222 &>> ((word & 7) &* 4) & 3)
  }

  /// The number of each class that has tokens, in ascending order.
  package var used: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// The first token of a class, or `nil` where it has none.
  package func first(of number: Int) -> UInt64? {
    numbers.firstIndex(of: UInt8(number)).map { words[$0] }
  }

  /// For each token, which of ``used`` its class is.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  package var places: [Int64] {
    var places = InlineArray<8, Int64>(repeating: 0)
    for (place, number) in used.enumerated() { places[number] = Int64(place) }
    return unsafe [Int64](unsafeUninitializedCapacity: numbers.count) { target, initialized in
      initialized = numbers.count
      for row in 0..<numbers.count { unsafe target[row] = places[Int(numbers[row])] }
    }
  }

  /// Makes the tokens of a class some of another one.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  package mutating func merge(_ number: Int, into other: Int) {
    counts[other] += counts[number]
    counts[number] = 0
    for row in numbers.indices where numbers[row] == UInt8(number) { numbers[row] = UInt8(other) }
  }

  /// The tokens of a class.
  ///
  /// - Complexity: O(*n*) for *n* tokens, unless all are of the class.
  package func group(_ number: Int) -> [UInt64] {
    let count = counts[number]
    if count == words.count { return words }
    let number = UInt8(number)
    // One more for the store that is taken back.
    return unsafe [UInt64](unsafeUninitializedCapacity: count + 1) { target, initialized in
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
