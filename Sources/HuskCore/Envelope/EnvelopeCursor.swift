// SPDX-License-Identifier: Apache-2.0

/// A place in the text of an envelope.
struct EnvelopeCursor {
  private let text: [UInt8]
  private var offset = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  /// Whether nothing but whitespace is left.
  var isAtEnd: Bool { text[offset...].allSatisfy(ASCII.isWhitespace) }

  /// An error about the place.
  func error(_ reason: String) -> HuskError {
    HuskError(.invalidEnvelope, at: offset, reason)
  }

  /// Goes behind whitespace and a word, if that is what stands here.
  mutating func take(_ word: StaticString) -> Bool {
    while offset < text.count, ASCII.isWhitespace(text[offset]) { offset += 1 }
    guard text[offset...].starts(with: "\(word)".utf8) else { return false }
    offset += word.utf8CodeUnitCount
    return true
  }

  /// Goes behind whitespace and a word, which has to stand here.
  mutating func require(_ word: StaticString) throws(HuskError) {
    guard take(word) else { throw error("'\(word)' is missing from the envelope") }
  }

  /// Goes behind the end of a string, and decodes what it holds.
  mutating func takeBase64() throws(HuskError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((text.count - offset) / 4 * 3)
    let values = Base64Digits.values
    var group: UInt32 = 0
    var digitCount = 0
    var paddingCount = 0
    while true {
      guard offset < text.count else { throw error("the envelope is cut off") }
      let start = offset
      var byte = text[offset]
      offset += 1
      if byte == ASCII.quote { break }
      if byte == ASCII.backslash { byte = try takeEscape() }
      let value = values[Int(byte)]
      if value < 64, paddingCount == 0 {
        group = group << 6 | UInt32(value)
        digitCount += 1
        guard digitCount % 4 == 0 else { continue }
        for shift in [16, 8, 0] as [UInt32] {
          bytes.append(UInt8(truncatingIfNeeded: group >> shift))
        }
      } else if byte == Base64Digits.padding {
        paddingCount += 1
      } else if !ASCII.isWhitespace(byte) {
        offset = start
        throw error("the data of the envelope is not Base64")
      }
    }
    try finish(group, digitCount, paddingCount, &bytes)
    return bytes
  }

  /// Takes the bytes of the last, incomplete group.
  private func finish(
    _ group: UInt32, _ digitCount: Int, _ paddingCount: Int, _ bytes: inout [UInt8]
  ) throws(HuskError) {
    let rest = digitCount % 4
    // Bits that are left over could carry what nobody sees.
    let leftBits: UInt32 = rest == 2 ? 4 : rest == 3 ? 2 : 0
    guard rest != 1, paddingCount == 0 || (rest > 1 && paddingCount == 4 - rest),
      group & (1 << leftBits - 1) == 0 || rest == 0
    else { throw error("the data of the envelope does not end as Base64 does") }
    if rest >= 2 { bytes.append(UInt8(truncatingIfNeeded: group >> (rest == 2 ? 4 : 10))) }
    if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
  }

  /// Goes behind an escape, and says which ASCII character it stands for.
  private mutating func takeEscape() throws(HuskError) -> UInt8 {
    guard offset < text.count else { throw error("the envelope is cut off") }
    let letter = text[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "/"): return letter
    case UInt8(ascii: "n"): return ASCII.lineFeed
    case UInt8(ascii: "r"): return ASCII.carriageReturn
    case UInt8(ascii: "t"): return ASCII.tab
    case ASCII.lowerU:
      var value = 0
      for _ in 0..<4 { value = value << 4 | (try takeDigit()) }
      if value < 128 { return UInt8(value) }
    default: break
    }
    throw error("the data of the envelope is not Base64")
  }

  /// Goes behind a hexadecimal digit of either case, and says what it is worth.
  private mutating func takeDigit() throws(HuskError) -> Int {
    guard offset < text.count else { throw error("the envelope is cut off") }
    let byte = text[offset]
    // The bit that makes a letter small is set in digits too.
    guard byte > 0x20, let digit = Hexadecimal.value(byte | 0x20) else {
      throw error("an escape of the envelope has no four digits")
    }
    offset += 1
    return Int(digit)
  }
}
