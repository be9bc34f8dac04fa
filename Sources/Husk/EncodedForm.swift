// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Tells by its first bytes what encoded input is.
struct EncodedForm {
  /// What it is.
  enum Kind {
    /// Too few bytes have come.
    case unknown
    /// A file of blocks, which can be decoded as it arrives.
    case blocks
    /// Something in the text layout, or a message, which must be there whole.
    case whole
  }

  /// Decodes what is there whole.
  static func decode(
    _ bytes: [UInt8], _ options: DecodeOptions, _ messages: MessageDecoder?
  ) throws(HuskError) -> [UInt8] {
    let bytes = try Husk.unwrap(bytes, options)
    guard let messages, MessageParts.isMessage(bytes) else {
      return try Husk.decodeUnwrapped(bytes, options)
    }
    return try messages.decodeUnwrapped(bytes)
  }

  private(set) var kind = Kind.unknown
  private var start: [UInt8] = []

  /// Takes bytes, and returns those that can be handed on now.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    guard kind == .unknown else { return bytes }
    start += bytes
    guard let first = start.first else { return [] }
    if first != FileMagic.bytes[0] {
      kind = .whole
    } else if start.count >= 2 {
      kind = start[1] == FileMagic.bytes[1] ? .blocks : .whole
    } else {
      return []
    }
    defer { start = [] }
    return start
  }

  /// Returns what is left where no more bytes arrive.
  mutating func finish() -> [UInt8] {
    guard kind == .unknown else { return [] }
    // Nothing at all is no file of blocks; the text layout has the words for it.
    kind = start.isEmpty ? .whole : .blocks
    return start
  }
}
