// SPDX-License-Identifier: Apache-2.0

private import HuskCore

/// AES-256-GCM with a nonce of 12 and a tag of 16 bytes beside the text.
///
/// Only sizes and the fact that nobody can compress the result matter here: the key is that of a test,
/// and the nonce counts.
package final class SealStage: Stage {
  private let key = SecretBytes(count: SegmentCipher.keyByteCount) { UInt8($0) &* 7 }
  private var count: UInt64 = 0

  /// Creates a stage.
  package init() {}

  package func encode(_ text: [UInt8]) -> [UInt8] {
    count += 1
    var nonce = [UInt8](repeating: 0, count: SegmentCipher.nonceByteCount - 8)
    nonce.appendBigEndian(count, byteCount: 8)
    var cipher = SegmentCipher(key, .sealing)
    return nonce + cipher.seal([text], nonce: nonce, associated: [])
  }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    guard bytes.count >= SegmentCipher.nonceByteCount else {
      throw BenchError("the sealed bytes are too few")
    }
    let nonce = Array(bytes[..<SegmentCipher.nonceByteCount])
    let sealed = Array(bytes[SegmentCipher.nonceByteCount...])
    var cipher = SegmentCipher(key, .opening)
    guard let text = cipher.open(sealed.span, nonce: nonce, associated: []) else {
      throw BenchError("the sealed bytes are not what they were")
    }
    return text
  }
}

/// The JSON envelope of the original: `{"data":"<base64>"}`.
package final class EnvelopeStage: Stage {
  private static let start = Array(#"{"data":""#.utf8)
  private static let end = Array(#""}"#.utf8)
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Creates a stage.
  package init() {}

  package func encode(_ text: [UInt8]) -> [UInt8] {
    var bytes = Self.start
    for start in stride(from: 0, to: text.count, by: 3) {
      let part = text[start..<min(start + 3, text.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        bytes.append(
          place > part.count
            ? UInt8(ascii: "=") : Self.alphabet[bits >> (18 - 6 * place) & 63])
      }
    }
    return bytes + Self.end
  }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    let content = bytes.dropFirst(Self.start.count).dropLast(Self.end.count)
    var text: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for digit in content where digit != UInt8(ascii: "=") {
      guard let value = Self.alphabet.firstIndex(of: digit) else {
        throw BenchError("the envelope holds something else than Base64")
      }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        text.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    return text
  }
}
