// SPDX-License-Identifier: Apache-2.0

/// What a string looks like apart from its digits, by a hash.
///
/// Either runs of decimal digits, however long, stand between the same other bytes, or hexadecimal digits
/// at the same places of as many bytes.
package struct StringForm: Equatable, Sendable {
  /// A hash, of which the lowest bit says which of both.
  fileprivate let word: UInt64
  /// How many bytes the strings have, or 0 where they may have any number of them.
  fileprivate let byteCount: Int

  /// Longer strings are of no form.
  private static let byteCountLimit = 128
  /// Fewer hexadecimal digits are not taken for a number.
  private static let leastDigitCount = 8
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The form of a string with runs of decimal digits, or `nil` where it has none.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  fileprivate static func decimal(of string: ByteRange, _ source: ByteSource) -> StringForm? {
    guard string.count <= byteCountLimit else { return nil }
    var hash = factor
    var offset = string.offset
    var runCount = 0
    while offset < string.end {
      let word = source.word(at: offset)
      let others = DigitWord.others(word)
      if others & 0x80 == 0 {
        runCount &+= 1
        guard runCount <= StringPattern.runLimit else { return nil }
        offset &+= source.digitCount(offset, string.end)
        hash = mix(hash, 1)
        continue
      }
      // Up to the next digit, or the end of the word or string.
      let digits = ~others & 0x8080_8080_8080_8080
      let count = min(digits.trailingZeroBitCount &>> 3, 8, string.end &- offset)
      hash = mix(hash, prefix(of: word, count)) &+ UInt64(truncatingIfNeeded: count)
      offset &+= count
    }
    return runCount > 0 ? StringForm(word: hash & ~1, byteCount: 0) : nil
  }

  /// The form of a string with hexadecimal digits, or `nil` where it has few.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  fileprivate static func hexadecimal(of string: ByteRange, _ source: ByteSource) -> StringForm? {
    guard leastDigitCount...byteCountLimit ~= string.count else { return nil }
    var digitCount = 0
    let hash = hash(string, source) { word in
      let digits = hexadecimalDigits(word)
      digitCount &+= digits.nonzeroBitCount
      return digits
    }
    guard digitCount >= leastDigitCount else { return nil }
    return StringForm(word: hash | 1, byteCount: string.count)
  }

  /// A hash of the size of a string and of its bytes, of which some, as bits 7 of bytes say, all count as the
  /// same.
  @inline(__always) fileprivate static func hash(
    _ string: ByteRange, _ source: ByteSource, without digits: (UInt64) -> UInt64
  ) -> UInt64 {
    var hash = mix(factor, UInt64(truncatingIfNeeded: string.count))
    var offset = string.offset
    while offset < string.end {
      let word = prefix(of: source.word(at: offset), min(8, string.end &- offset))
      // All bits of the bytes that are digits.
      let mask = (digits(word) &>> 7) &* 0xFF
      hash = mix(hash, word & ~mask | zeros & mask)
      offset &+= 8
    }
    return hash
  }

  /// The first bytes of a word, with zeros behind them.
  @inline(__always) private static func prefix(of word: UInt64, _ count: Int) -> UInt64 {
    word & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  @inline(__always) private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* factor
    return product ^ product &>> 29
  }

  /// Bits 7 of the bytes of a word that are hexadecimal digits.
  @inline(__always) private static func hexadecimalDigits(_ word: UInt64) -> UInt64 {
    let letters = (word | 0x2020_2020_2020_2020) ^ 0x6060_6060_6060_6060
    let low = letters & 0x7F7F_7F7F_7F7F_7F7F
    let areLetters = (low &+ 0x7F7F_7F7F_7F7F_7F7F) & ~(low &+ 0x7979_7979_7979_7979)
    return (areLetters & ~letters & ~word | ~DigitWord.others(word)) & 0x8080_8080_8080_8080
  }
}

extension StringForm {
  /// Finds the forms that some strings have in common.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `source`.
  ///   - source: Where they stand.
  ///   - least: The fewest strings of a form.
  ///   - most: The most forms.
  /// - Returns: The forms, those of most strings first; none where most of the strings have another one each.
  /// - Complexity: O(*n* + *m*²) for *n* bytes and *m* strings.
  package static func common(
    _ tokens: [UInt64], _ source: ByteSource, least: Int, most: Int
  ) -> [StringForm] {
    var seen: [(form: StringForm, count: Int)] = []
    for word in tokens {
      let content = Token(word: word).content
      for form in [decimal(of: content, source), hexadecimal(of: content, source)] {
        guard let form else { continue }
        if let index = seen.firstIndex(where: { $0.form == form }) {
          seen[index].count += 1
        } else {
          seen.append((form, 1))
        }
      }
    }
    // The sort of the standard library keeps the order of those that are alike.
    let common = seen.filter { $0.count >= least }.sorted { $0.count > $1.count }.prefix(most)
    return common.reduce(0) { $0 + $1.count } * 2 >= tokens.count ? common.map(\.form) : []
  }

  /// The number of the first of some forms that each string has, or the number of forms.
  ///
  /// - Complexity: O(*n* + *m* *f*) for *n* bytes, *m* strings and *f* forms.
  package static func classes(
    of tokens: [UInt64], _ source: ByteSource, by forms: [StringForm]
  ) -> TokenClasses {
    var known = KnownHashes()
    let haveRuns = forms.contains { $0.byteCount == 0 }
    let numbers = unsafe [UInt8](unsafeUninitializedCapacity: tokens.count) { target, count in
      count = tokens.count
      for row in 0..<tokens.count {
        let string = Token(word: tokens[row]).content
        unsafe target[row] = known.number(of: string, source) {
          if haveRuns, let decimal = decimal(of: string, source),
            let number = forms.firstIndex(of: decimal)
          {
            return number
          }
          guard forms.contains(where: { $0.byteCount == string.count }) else { return forms.count }
          return hexadecimal(of: string, source).flatMap(forms.firstIndex) ?? forms.count
        }
      }
    }
    return TokenClasses(tokens, numbers: numbers, count: forms.count + 1)
  }

  /// The numbers of strings that were seen, by a hash that is the same where only decimal digits differ.
  private struct KnownHashes {
    private var hashes = InlineArray<64, UInt64>(repeating: 0)
    private var numbers = InlineArray<64, UInt8>(repeating: 0)

    /// The number of a string, which `find` finds where no such string was seen.
    @inline(__always) mutating func number(
      of string: ByteRange, _ source: ByteSource, _ find: () -> Int
    ) -> UInt8 {
      let hash = StringForm.hash(string, source) { ~DigitWord.others($0) & 0x8080_8080_8080_8080 }
      let slot = Int(truncatingIfNeeded: hash & 63)
      if _fastPath(hashes[slot] == hash) { return numbers[slot] }
      hashes[slot] = hash
      numbers[slot] = UInt8(truncatingIfNeeded: find())
      return numbers[slot]
    }
  }
}
