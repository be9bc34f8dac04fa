// SPDX-License-Identifier: Apache-2.0

/// The identity of a template: the SHA-256 of its canonical bytes (SPEC §4.5 Identity).
public struct TemplateID: Sendable, Hashable {
  private static let byteCount = 32

  /// The 32 bytes of the digest.
  public let bytes: [UInt8]

  /// Computes the identity of `template`.
  ///
  /// - Complexity: O(*n*) for *n* canonical bytes.
  public init(of template: Template) {
    self.init(hashing: TemplateEncoding.encode(template))
  }

  /// Computes the identity of what has `canonical` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(hashing canonical: [UInt8]) {
    bytes = LibCrypto.sha256(canonical)
  }

  /// Creates an identity from a digest, or nothing where it is not 32 bytes long.
  public init?(digest: [UInt8]) {
    guard digest.count == Self.byteCount else { return nil }
    bytes = digest
  }
}

extension TemplateID: CustomStringConvertible {
  /// The digest as 64 lowercase hexadecimal digits.
  public var description: String { Hexadecimal.string(bytes) }
}
