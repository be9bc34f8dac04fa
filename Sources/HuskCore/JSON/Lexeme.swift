// SPDX-License-Identifier: Apache-2.0

/// The bytes of a JSON token exactly as they stand in a text.
public struct Lexeme: Sendable, Hashable {
  /// The bytes, in UTF-8.
  public var bytes: [UInt8]

  /// Creates a lexeme from bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension Lexeme: CustomStringConvertible {
  /// The bytes as a string.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
