// SPDX-License-Identifier: Apache-2.0

/// What the segments of one file are sealed with (SPEC §14.3 Segments).
package struct SegmentKey: Sendable {
  /// What keys are derived for; those of files and of messages have nothing in common.
  package enum Purpose: String, Sendable {
    /// The frames of a file.
    case file = "husk 1 file"
    /// A message, or a document in the text layout, as one segment.
    case message = "husk 1 message"
    /// The fields of the blocks of a file.
    case fields = "husk 1 fields"
  }

  /// The number of bytes that every nonce begins with.
  private static let prefixByteCount = 7

  /// The key of the cipher.
  let cipherKey: SecretBytes
  private let prefix: [UInt8]
  /// What is authenticated with every segment.
  let head: [UInt8]

  /// Derives the key of a file or a message.
  ///
  /// - Parameters:
  ///   - key: The key that the header names.
  ///   - header: The header.
  ///   - purpose: What the key is for.
  ///   - head: What is authenticated with every segment: all bytes up to the end of the header.
  package init(
    _ key: EncryptionKey, _ header: EncryptionHeader, _ purpose: Purpose, head: [UInt8]
  ) {
    precondition(key.id == header.keyID)
    let secret = SecretBytes(
      derived: SegmentCipher.keyByteCount + Self.prefixByteCount, from: key.secret,
      salt: header.salt, info: purpose.rawValue)
    var prefix: [UInt8] = []
    secret.append(SegmentCipher.keyByteCount..<secret.count, to: &prefix)
    self.prefix = prefix
    self.head = head
    cipherKey = secret
  }

  /// The nonce of a segment: the prefix, its number, and whether it is the last.
  func nonce(_ ordinal: UInt32, isLast: Bool) -> [UInt8] {
    prefix + (0..<4).map { UInt8(truncatingIfNeeded: ordinal >> (24 - 8 * $0)) }
      + [isLast ? 1 : 0]
  }

  /// Opens one segment, of which the number is known.
  ///
  /// - Throws: ``HuskError/Code/authenticationFailed``.
  /// - Complexity: O(*n*) for *n* bytes.
  package func open(
    _ sealed: Span<UInt8>, ordinal: UInt32, isLast: Bool = false, frame: [UInt8] = []
  ) throws(HuskError) -> [UInt8] {
    var cipher = SegmentCipher(cipherKey, .opening)
    return try open(sealed, ordinal: ordinal, isLast: isLast, frame: frame, &cipher)
  }

  func open(
    _ sealed: Span<UInt8>, ordinal: UInt32, isLast: Bool, frame: [UInt8],
    _ cipher: inout SegmentCipher
  ) throws(HuskError) -> [UInt8] {
    let opened = cipher.open(
      sealed, nonce: nonce(ordinal, isLast: isLast), associated: [head, frame])
    guard let opened else {
      throw HuskError(
        .authenticationFailed, at: 0, "what is sealed here has been changed, moved or cut")
    }
    return opened
  }
}
