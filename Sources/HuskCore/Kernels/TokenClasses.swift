// SPDX-License-Identifier: Apache-2.0

/// The tokens of a column by class: numbers, strings and keys, and everything else.
package struct TokenClasses {
  /// The number of the class of each token: 0, 1 or 2.
  package private(set) var numbers: [Int64] = []
  /// The tokens of each class.
  package private(set) var groups: [[UInt64]] = [[], [], []]

  /// Sorts words of tokens.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  package init(_ words: [UInt64]) {
    self.init(words) { token in
      switch token.kind {
      case .number: 0
      case .string, .key: 1
      default: 2
      }
    }
  }

  /// Sorts words of tokens; numbers that cannot be typed go with everything else.
  package init(_ words: [UInt64], parsing source: ByteSource) {
    self.init(words) { token in
      switch token.kind {
      case .number: source.parseDecimal(token.range) == nil ? 2 : 0
      case .string, .key: 1
      default: 2
      }
    }
  }

  @inline(__always) private init(_ words: [UInt64], _ classify: (Token) -> Int) {
    let count = words.count
    // Each group has room for all tokens: what is not used is never touched.
    let room = UnsafeMutablePointer<UInt64>.allocate(capacity: 3 * count + 1)
    defer { unsafe room.deallocate() }
    var counts = (0, 0, 0)
    numbers = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      for row in 0..<count {
        let number = classify(Token(word: words[row]))
        unsafe target[row] = Int64(number)
        switch number {
        case 0:
          unsafe room[counts.0] = words[row]
          counts.0 &+= 1
        case 1:
          unsafe room[count &+ counts.1] = words[row]
          counts.1 &+= 1
        default:
          unsafe room[2 &* count &+ counts.2] = words[row]
          counts.2 &+= 1
        }
      }
    }
    for (group, used) in [counts.0, counts.1, counts.2].enumerated() {
      groups[group] = unsafe Array(UnsafeBufferPointer(start: room + group * count, count: used))
    }
  }
}
