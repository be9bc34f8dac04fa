// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Where a number or literal ends of a text without whitespace: at a comma, a bracket that closes, a control
  /// character, or the end.
  ///
  /// - Complexity: O(*n*) for *n* bytes, eight at a time.
  @inline(__always) func scalarEnd(from start: Int) -> Int {
    var offset = start
    while true {
      let word = word(at: offset)
      let commas = word ^ Bytes.ones &* UInt64(ASCII.comma)
      // Both brackets are the same but for one bit.
      let brackets = (word | Bytes.ones &* 0x20) ^ Bytes.ones &* UInt64(ASCII.closeBrace)
      let found =
        ((commas &- Bytes.ones) & ~commas | (brackets &- Bytes.ones) & ~brackets
          | (word &- Bytes.ones &* UInt64(ASCII.space)) & ~word) & Bytes.highBits
      // The lowest mark is right whatever a subtraction borrows.
      if _fastPath(found != 0) { return offset &+ found.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
  }

  /// Passes elements of an array that are numbers, each with a comma before it.
  ///
  /// - Parameters:
  ///   - start: Behind an element.
  ///   - limit: How many gaps may be passed: an element has two.
  ///   - passesArrays: Whether to go on where the array ends and another begins with a number: from one
  ///     element to the other there are four gaps.
  /// - Returns: The offset behind the last element that was passed, and how many gaps were.
  /// - Complexity: O(*n*) for *n* bytes, eight at a time.
  @inline(never) func passNumbers(
    from start: Int, upTo limit: Int, passesArrays: Bool
  ) -> (end: Int, gapCount: Int) {
    var (offset, gapCount) = (start, 0)
    // Behind the last element of which it is known that it goes no further.
    var last = (end: start, gapCount: 0)
    while gapCount &+ 20 <= limit {
      let word = word(at: offset)
      let commas = Bytes.zeros(word ^ Bytes.ones &* UInt64(ASCII.comma))
      // Numbers have digits, signs, points and `E` in them, and nothing from `[` on or before `+`.
      let stops =
        ((word &+ Bytes.ones &* 0x25) | word | (word &- Bytes.ones &* 0x2B) & ~word)
        & Bytes.highBits
      let passed = stops == 0 ? commas : commas & (stops & (0 &- stops) &- 1)
      if passed != 0 {
        gapCount &+= 2 &* Bytes.count(passed)
        last = (offset &+ (63 &- passed.leadingZeroBitCount) &>> 3, gapCount &- 2)
      }
      guard stops != 0 else {
        offset &+= 8
        continue
      }
      offset &+= stops.trailingZeroBitCount &>> 3
      guard self[offset] == ASCII.closeBracket else { break }
      last = (offset, gapCount)
      guard passesArrays, halfWord(at: offset) & 0xFF_FFFF == Self.nextArray,
        self[offset &+ 3] &- ASCII.plus <= ASCII.nine &- ASCII.plus,
        self[offset &+ 3] != ASCII.comma
      else { break }
      gapCount &+= 4
      offset &+= 3
    }
    return last
  }

  /// The end of an array, a comma and the start of another.
  private static let nextArray =
    UInt32(ASCII.closeBracket) | UInt32(ASCII.comma) << 8 | UInt32(ASCII.openBracket) << 16
}

/// Eight bytes in a word.
private enum Bytes {
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks each byte that is zero by its high bit, and no other.
  @inline(__always) static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & ~highBits &+ ~highBits) | word) & highBits
  }

  /// How many bytes are marked.
  @inline(__always) static func count(_ marks: UInt64) -> Int {
    Int(truncatingIfNeeded: (marks &>> 7 &* ones) &>> 56)
  }
}
