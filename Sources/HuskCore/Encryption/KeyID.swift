// SPDX-License-Identifier: Apache-2.0

/// What names a key (SPEC §14.1 Keys): eight bytes that are made from it.
public struct KeyID: Sendable, Hashable {
  /// The number of bytes.
  public static let byteCount = 8

  /// The bytes.
  public let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount)
    self.bytes = bytes
  }
}

extension KeyID: CustomStringConvertible {
  /// The bytes as 16 lowercase hexadecimal digits.
  public var description: String { Hexadecimal.string(bytes) }
}
