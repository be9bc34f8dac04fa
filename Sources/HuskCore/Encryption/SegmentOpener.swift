// SPDX-License-Identifier: Apache-2.0

/// Opens the segments of a file one after the other (SPEC §14.3 Segments).
package struct SegmentOpener: ~Copyable {
  private let key: SegmentKey
  private var cipher: SegmentCipher
  private var ordinal: UInt32 = 0

  /// Creates an opener at the start of a file.
  package init(_ key: SegmentKey) {
    self.key = key
    cipher = SegmentCipher(key.cipherKey, .opening)
  }

  /// Opens the next segment.
  ///
  /// - Parameters:
  ///   - sealed: The sealed bytes.
  ///   - frame: What was authenticated with them.
  ///   - isLast: Whether none may follow.
  /// - Returns: The bytes that were sealed.
  /// - Throws: ``HuskError/Code/authenticationFailed``.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func open(
    _ sealed: Span<UInt8>, frame: [UInt8], isLast: Bool
  ) throws(HuskError) -> [UInt8] {
    guard ordinal < .max else {
      throw HuskError(.limitExceeded, at: 0, "more than \(UInt32.max) sealed frames in a file")
    }
    let opened = try key.open(
      sealed, ordinal: ordinal, isLast: isLast, frame: frame, &cipher)
    ordinal += 1
    return opened
  }
}
