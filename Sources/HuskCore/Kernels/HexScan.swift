// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of strings that have hexadecimal digits at the same places.
private struct HexWord {
  /// All bits of the bytes that are digits, and of those that are not.
  var digitMask: UInt64 = 0
  var literalMask: UInt64 = 0
  /// The bytes that are not digits.
  var literal: UInt64 = 0
}

/// What was seen at the places of digits: bits of those below `a`, below `A`, and of anything else.
private struct HexDigitsSeen {
  var smalls: UInt64 = 0
  var capitals: UInt64 = 0
  var others: UInt64 = 0

  /// Takes note of eight characters.
  @inline(__always) mutating func insert(_ characters: UInt64) {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low = characters & ~high
    // The highest bit of each byte: at least `0`, above `9`, and so on.
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646) & high
    let capitals = (low &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(low &+ 0x3939_3939_3939_3939) & high
    let smalls = (low &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(low &+ 0x1919_1919_1919_1919) & high
    self.smalls |= smalls
    self.capitals |= capitals
    others |= (digits | capitals | smalls) ^ high | characters & high
  }
}

extension ByteSource {
  /// How the digits above nine are written.
  package enum HexCase {
    case lowercase, uppercase
  }

  /// Checks that strings have digits of one case and the bytes of `skeleton` where they belong.
  ///
  /// The tokens are words of strings or keys of `self`.
  ///
  /// - Returns: The case, or `nil` where a string does not fit.
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first string that does not fit.
  package func scanHex(
    _ tokens: [UInt64], _ areDigits: [Bool], _ skeleton: [UInt8]
  ) -> HexCase? {
    var words = [HexWord](repeating: HexWord(), count: (skeleton.count + 7) / 8)
    for (place, isDigit) in areDigits.enumerated() {
      let shift = UInt64(place % 8 * 8)
      if isDigit {
        words[place / 8].digitMask |= 0xFF << shift
      } else {
        words[place / 8].literalMask |= 0xFF << shift
        words[place / 8].literal |= UInt64(skeleton[place]) << shift
      }
    }
    var seen = HexDigitsSeen()
    let fit = unsafe words.withUnsafeBufferPointer { words in
      for token in tokens {
        let string = Token(word: token).content
        guard string.count == skeleton.count else { return false }
        var offset = string.offset
        for index in 0..<words.count {
          let characters = word(at: offset)
          let expected = unsafe words[index]
          seen.others |= (characters ^ expected.literal) & expected.literalMask
          seen.insert(
            characters & expected.digitMask | 0x3030_3030_3030_3030 & ~expected.digitMask)
          offset &+= 8
        }
        if seen.others != 0 || seen.smalls != 0 && seen.capitals != 0 { return false }
      }
      return true
    }
    return fit ? seen.capitals != 0 ? .uppercase : .lowercase : nil
  }

  /// The values of up to eight digits of strings that ``scanHex(_:_:_:)`` accepted, at some places.
  ///
  /// - Complexity: O(*n*) for *n* tokens, and one allocation.
  package func packHex(_ tokens: [UInt64], _ places: ArraySlice<Int>) -> [Int64] {
    let count = tokens.count
    let first = places.first ?? 0
    let isRun = places.count == 8 && places[places.startIndex + 7] - first == 7
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      for row in 0..<count {
        let start = Token(word: tokens[row]).offset &+ 1
        if isRun {
          unsafe target[row] = Self.packHex(word(at: start &+ first))
          continue
        }
        // The last digit is the uppermost byte; zeros stand for digits in front.
        var digits: UInt64 = 0
        for place in places { digits = digits &>> 8 | UInt64(self[start &+ place]) &<< 56 }
        unsafe target[row] = Self.packHex(digits)
      }
    }
  }

  /// The value of eight hexadecimal digits, the first in the lowest byte.
  @inline(__always) private static func packHex(_ characters: UInt64) -> Int64 {
    let letters = characters &>> 6 & 0x0101_0101_0101_0101
    let digits = ((characters & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9).byteSwapped
    let bytes = (digits | digits &>> 4) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (pairs | pairs &>> 16) & 0xFFFF_FFFF)
  }
}
