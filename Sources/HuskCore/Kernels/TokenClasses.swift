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
    var numberCount = 0
    numbers = unsafe [Int64](unsafeUninitializedCapacity: words.count) { target, initialized in
      initialized = words.count
      var next = 0
      for row in 0..<words.count {
        var number = Self.number(words[row])
        if number == 0 {
          if next < exceptions.count, exceptions[next] == numberCount {
            next &+= 1
            number = 2
          }
          numberCount &+= 1
        }
        unsafe target[row] = number
      }
    }
    for number in groups.indices { groups[number] = group(Int64(number), words) }
  }

  @inline(__always) private static func number(_ word: UInt64) -> Int64 {
    switch Token(word: word).kind {
    case .number: 0
    case .string, .key: 1
    default: 2
    }
  }

  /// The tokens of one class.
  private func group(_ number: Int64, _ words: [UInt64]) -> [UInt64] {
    let count = numbers.count { $0 == number }
    // One more for the store that is taken back.
    return unsafe [UInt64](unsafeUninitializedCapacity: count + 1) { target, initialized in
      initialized = count
      var next = 0
      for row in 0..<words.count {
        unsafe target[next] = words[row]
        next &+= numbers[row] == number ? 1 : 0
      }
    }
  }
}
