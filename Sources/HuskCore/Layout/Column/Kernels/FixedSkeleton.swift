// SPDX-License-Identifier: Apache-2.0

/// Strings of one length with the same bytes at all places but those of digits.
package struct FixedSkeleton {
  /// The longest string that is taken for one, in bytes.
  package static let byteCountLimit = 256

  private let byteCount: Int
  private var literals: [UInt64] = []
  private var literalMasks: [UInt64] = []

  /// Takes the skeleton of a string: decimal digits are places, all else is literal.
  ///
  /// - Parameters:
  ///   - string: The content of a string.
  ///   - source: Where it stands.
  package init?(_ string: ByteRange, _ source: ByteSource) {
    guard string.count <= Self.byteCountLimit else { return nil }
    byteCount = string.count
    for start in stride(from: 0, to: byteCount, by: 8) {
      var mask: UInt64 = 0
      for place in 0..<min(8, byteCount - start)
      where !ASCII.isDigit(source[string.offset + start + place]) {
        mask |= 0xFF << UInt64(8 * place)
      }
      literalMasks.append(mask)
      literals.append(source.word(at: string.offset + start) & mask)
    }
  }

  /// Whether all strings have the skeleton; `tokens` are words of strings or keys of `source`.
  ///
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first that has not.
  package func fits(_ tokens: [UInt64], _ source: ByteSource) -> Bool {
    let last = UInt64.max >> UInt64(8 * ((8 - byteCount % 8) % 8))
    return unsafe literals.withUnsafeBufferPointer { literals in
      unsafe literalMasks.withUnsafeBufferPointer { masks in
        for word in tokens {
          let token = Token(word: word)
          guard token.extent &- 2 == byteCount else { return false }
          var offset = token.offset &+ 1
          var difference: UInt64 = 0
          var index = 0
          while index < literals.count {
            let characters = source.word(at: offset)
            let mask = unsafe masks[index]
            let used = index == literals.count &- 1 ? last : .max
            let digits = characters ^ 0x3030_3030_3030_3030
            let others = ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | digits)
            difference |= unsafe (characters ^ literals[index]) & mask
            difference |= others & 0x8080_8080_8080_8080 & ~mask & used
            offset &+= 8
            index &+= 1
          }
          guard difference == 0 else { return false }
        }
        return true
      }
    }
  }
}

extension ByteSource {
  /// The values of the runs of digits at one place of strings, which has nothing but digits.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `self`.
  ///   - place: Where the run starts behind the quote.
  ///   - width: The number of digits, 1 to 18.
  /// - Returns: The values.
  /// - Complexity: O(*n*) for *n* tokens, and one allocation.
  package func parseRuns(_ tokens: [UInt64], at place: Int, width: Int) -> [Int64] {
    let count = tokens.count
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      let unused = UInt64(8 &* max(8 &- width, 0))
      var row = 0
      while row < count {
        let start = Token(word: tokens[row]).offset &+ 1 &+ place
        if width <= 8 {
          let digits = (word(at: start) ^ 0x3030_3030_3030_3030) &<< unused
          unsafe target[row] = DigitWord.join(digits)
        } else {
          unsafe target[row] = parseDigits(ByteRange(offset: start, count: width)) ?? 0
        }
        row &+= 1
      }
    }
  }

  /// The number of decimal digits from `start` on, up to `end`.
  @inline(__always) package func digitCount(_ start: Int, _ end: Int) -> Int {
    var offset = start
    while offset < end {
      let digits = word(at: offset) ^ 0x3030_3030_3030_3030
      let others =
        ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | digits)
        & 0x8080_8080_8080_8080
      if others != 0 { return min(offset &+ others.trailingZeroBitCount &>> 3, end) &- start }
      offset &+= 8
    }
    return end &- start
  }
}
