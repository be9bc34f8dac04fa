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
  /// - Complexity: O(*n*) for *n* bytes, sixteen at a time as long as nothing else is among them.
  @inline(never) package func passNumbers(
    from start: Int, upTo limit: Int, passesArrays: Bool
  ) -> (end: Int, gapCount: Int) {
    // Behind the last element of which it is known that it goes no further.
    var last =
      passesArrays
      ? passVectors(from: start, upTo: limit, NumberArrays())
      : passVectors(from: start, upTo: limit, NumberList())
    var (offset, gapCount) = last
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

  /// The most gaps that sixteen bytes can have.
  private static var mostVectorGaps: Int { 32 }

  /// Passes elements as ``passNumbers(from:upTo:passesArrays:)`` does, as long as sixteen bytes at a time have nothing
  /// else, and goes back to the comma or bracket behind the last element.
  @inline(__always) private func passVectors<Form: NumberForm>(
    from start: Int, upTo limit: Int, _ form: Form
  ) -> (end: Int, gapCount: Int) {
    // The way back ends at the first byte, whatever a text holds that somebody forged. Nobody has looked at what stands
    // before a bracket behind it.
    guard self[start] == ASCII.comma || self[start] == ASCII.closeBracket,
      self[start &+ 1] != ASCII.openBracket
    else { return (start, 0) }
    var (offset, gapCount) = (start, 0)
    while gapCount &+ Self.mostVectorGaps <= limit, let marks = form.marks(self, at: offset) {
      gapCount &+= 2 &* Bytes.count(marks)
      offset &+= 16
    }
    guard offset > start else { return (start, 0) }
    repeat { offset &-= 1 } while self[offset] != ASCII.comma && self[offset] != ASCII.closeBracket
    let behindArray =
      offset > start && self[offset] == ASCII.comma && self[offset &- 1] == ASCII.closeBracket
    return (offset &- (behindArray ? 1 : 0), gapCount &- (behindArray ? 4 : 2))
  }
}

/// What elements of sixteen bytes are all numbers, as far as their bytes tell.
private protocol NumberForm {
  /// Marks each comma and each bracket that closes by its high bit; half of the bytes have their marks in each word.
  /// `nil` where there is anything else than numbers and these.
  func marks(_ source: ByteSource, at offset: Int) -> SIMD2<UInt64>?
}

/// Elements of one array.
private struct NumberList: NumberForm {
  @inline(__always) func marks(_ source: ByteSource, at offset: Int) -> SIMD2<UInt64>? {
    let bytes = source.vector(at: offset)
    guard Bytes.words(.!Bytes.arePartsOfNumbers(bytes)) == .zero else { return nil }
    return Bytes.words(bytes .== SIMD16(repeating: ASCII.comma)) & SIMD2(repeating: Bytes.highBits)
  }
}

/// Elements of an array, and of others that follow it, none of which is empty.
private struct NumberArrays: NumberForm {
  @inline(__always) func marks(_ source: ByteSource, at offset: Int) -> SIMD2<UInt64>? {
    let bytes = source.vector(at: offset)
    let (next, later) = (source.vector(at: offset &+ 1), source.vector(at: offset &+ 2))
    let comma = SIMD16<UInt8>(repeating: ASCII.comma)
    let (open, close) = (
      SIMD16<UInt8>(repeating: ASCII.openBracket), SIMD16<UInt8>(repeating: ASCII.closeBracket)
    )
    let closes = bytes .== close
    let opens = bytes .== open
    // Two bytes behind each bracket that closes, and nowhere else, one opens, and none that closes follows.
    let isOther =
      .!(Bytes.arePartsOfNumbers(bytes) .| closes .| opens) .| (closes .^ (later .== open))
      .| (closes .& .!(next .== comma)) .| (opens .& (next .== close))
    guard Bytes.words(isOther) == .zero else { return nil }
    return Bytes.words(closes .| (bytes .== comma)) & SIMD2(repeating: Bytes.highBits)
  }
}

/// Eight bytes in a word.
private enum Bytes {
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks each byte that is zero by its high bit, and no other.
  @inline(__always) static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & ~highBits &+ ~highBits) | word) & highBits
  }

  /// Whether bytes may be parts of numbers, or commas: digits, signs, points and `E`, among others that stand nowhere
  /// between numbers.
  @inline(__always) static func arePartsOfNumbers(
    _ bytes: SIMD16<UInt8>
  ) -> SIMDMask<SIMD16<Int8>> {
    (bytes &- SIMD16(repeating: 0x2B)) .< SIMD16(repeating: 0x30)
  }

  /// The words of a mask, in which each byte is all ones or zero.
  @inline(__always) static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// How many bytes of two words are marked.
  @inline(__always) static func count(_ marks: SIMD2<UInt64>) -> Int {
    Int(truncatingIfNeeded: ((marks.x &>> 7 &+ marks.y &>> 7) &* ones) &>> 56)
  }

  /// How many bytes are marked.
  @inline(__always) static func count(_ marks: UInt64) -> Int {
    Int(truncatingIfNeeded: (marks &>> 7 &* ones) &>> 56)
  }
}
