// SPDX-License-Identifier: Apache-2.0

/// Where the hexadecimal digits of a pattern stand, in groups of up to eight.
package struct HexPlaces {
  /// The places of the digits of each group.
  package private(set) var groups: [[Int]] = []
  /// The places of all other bytes.
  package private(set) var literals: [Int] = []

  /// Groups the places where `areDigits` is true.
  package init(_ areDigits: [Bool]) {
    for (place, isDigit) in areDigits.enumerated() {
      if !isDigit {
        literals.append(place)
      } else if let last = groups.last, last.count < 8 {
        groups[groups.count - 1].append(place)
      } else {
        groups.append([place])
      }
    }
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
    _ tokens: [UInt64], _ places: HexPlaces, _ skeleton: [UInt8]
  ) -> HexCase? {
    // The bits say what was seen: letters below, letters above, anything else.
    var seen: UInt8 = 0
    let groups = places.groups
    for word in tokens {
      let string = Token(word: word).content
      guard string.count == skeleton.count else { return nil }
      for group in groups {
        if group.count == 8, group[7] - group[0] == 7 {
          seen |= Self.hexCase(self.word(at: string.offset &+ group[0]))
        } else {
          for place in group {
            seen |= Self.hexCase(UInt64(self[string.offset &+ place]) | 0x3030_3030_3030_3000)
          }
        }
      }
      for place in places.literals where self[string.offset &+ place] != skeleton[place] {
        return nil
      }
      if seen > 2 { return nil }
    }
    return seen == 2 ? .uppercase : .lowercase
  }

  /// 1 for small letters, 2 for capitals, 4 for anything that is no digit, together.
  @inline(__always) private static func hexCase(_ characters: UInt64) -> UInt8 {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low = characters & ~high
    // The highest bit of each byte: at least `0`, above `9`, and so on.
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646) & high
    let capitals = (low &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(low &+ 0x3939_3939_3939_3939) & high
    let smalls = (low &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(low &+ 0x1919_1919_1919_1919) & high
    let isOther = (digits | capitals | smalls) != high || characters & high != 0
    return (smalls != 0 ? 1 : 0) | (capitals != 0 ? 2 : 0) | (isOther ? 4 : 0)
  }

  /// The values of one group of digits of strings that ``scanHex(_:_:_:)`` accepted.
  ///
  /// - Complexity: O(*n*) for *n* tokens, and one allocation.
  package func packHex(_ tokens: [UInt64], _ group: [Int]) -> [Int64] {
    let count = tokens.count
    let isRun = group.count == 8 && group[7] - group[0] == 7
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      for row in 0..<count {
        let start = Token(word: tokens[row]).offset &+ 1
        if isRun {
          unsafe target[row] = Self.packHex(word(at: start &+ group[0]))
          continue
        }
        var value: Int64 = 0
        for place in group {
          let byte = self[start &+ place]
          value = value << 4 | Int64(byte < 0x40 ? byte - ASCII.zero : (byte | 0x20) - 0x57)
        }
        unsafe target[row] = value
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
