// SPDX-License-Identifier: Apache-2.0

/// Seals the segments of a file one after the other (SPEC §14.3 Segments).
package struct SegmentSealer: ~Copyable {
  /// The number of bytes that a segment is longer for being sealed.
  package static let tagByteCount = SegmentCipher.tagByteCount

  private let key: SegmentKey
  private var cipher: SegmentCipher
  private var ordinal: UInt32 = 0
  private var isComplete = false

  /// Creates a sealer at the start of a file.
  package init(_ key: SegmentKey) {
    self.key = key
    cipher = SegmentCipher(key.cipherKey, .sealing)
  }

  /// Seals the next segment.
  ///
  /// - Parameters:
  ///   - parts: The bytes of the segment, one array behind the other.
  ///   - frame: What is authenticated with it.
  ///   - isLast: Whether none follows.
  /// - Returns: The sealed bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func seal(
    _ parts: [[UInt8]], frame: [UInt8] = [], isLast: Bool = false
  ) -> [UInt8] {
    precondition(!isComplete && ordinal < .max, "no nonce may be used twice")
    defer { ordinal += 1 }
    isComplete = isLast
    return cipher.seal(
      parts, nonce: key.nonce(ordinal, isLast: isLast), associated: [key.head, frame])
  }
}
