// SPDX-License-Identifier: Apache-2.0

/// Bytes in Base64 (SPEC §8.6.8 Base64).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// The digits of some bytes in a variant of the table.
  static func digits(_ bytes: [UInt8], variant: UInt8) -> [UInt8] {
    let alphabet = digits + Array((variant % 2 == 0 ? "+/" : "-_").utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
      for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
      if variant < 2 { text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count) }
    }
    return text
  }
}

extension Base64 {
  /// The bytes of digits of either alphabet, with padding or without, or `nil` if they are none.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    let paddingCount = text.count - digits.count
    let isPadded = paddingCount > 0
    guard text.suffix(paddingCount).allSatisfy({ $0 == UInt8(ascii: "=") }),
      !isPadded || (paddingCount <= 2 && text.count % 4 == 0), digits.count % 4 != 1
    else { return nil }
    let alphabets = ["+/", "-_"].map { Self.digits + Array($0.utf8) }
    var bytes: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for digit in digits {
      guard let value = alphabets.lazy.compactMap({ $0.firstIndex(of: digit) }).first else {
        return nil
      }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    // Bits that are left are zero.
    return bits & (1 << bitCount - 1) == 0 ? bytes : nil
  }
}
