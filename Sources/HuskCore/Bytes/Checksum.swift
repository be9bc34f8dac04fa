// SPDX-License-Identifier: Apache-2.0

/// The check of a text: its CRC-32, as gzip has it (SPEC §7 Checks).
///
/// It detects damage, not tampering.
package enum Checksum {
  /// The bytes that a check takes where it is written.
  package static let byteCount = MemoryLayout<UInt32>.size

  /// Computes the CRC-32 of all of `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - seed: The check of what stands before them; that of nothing is 0.
  /// - Returns: The check of all of them.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func crc32(_ bytes: borrowing PaddedBytes, seed: UInt32 = 0) -> UInt32 {
    bytes.source.crc32(after: seed)
  }

  /// Computes the CRC-32 of all bytes of a span.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func crc32(_ bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    bytes.withSource { $0.crc32(after: seed) }
  }

  /// Computes the CRC-32 of all bytes of an array.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func crc32(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
    crc32(bytes.span, seed: seed)
  }

  /// Computes the CRC-32 of all bytes of `source`, and reads no others.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func crc32(_ source: ByteSource, seed: UInt32 = 0) -> UInt32 {
    source.crc32(after: seed)
  }
}
