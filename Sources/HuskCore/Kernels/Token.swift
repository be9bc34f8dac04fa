// SPDX-License-Identifier: Apache-2.0

/// One token of a JSON text in eight bytes: its kind, where it starts, and one count.
///
/// | Bits  | Meaning                                                                     |
/// |-------|-----------------------------------------------------------------------------|
/// | 0-3   | ``kind``                                                                    |
/// | 4-31  | ``extent``: bytes of a scalar or key; tokens to the end of an opened        |
/// |       | container; elements of a closed one                                         |
/// | 32-63 | ``offset`` in the text                                                      |
///
/// Commas and colons are not tokens: they stand where the grammar puts them.
package struct Token: Equatable, Sendable {
  /// What a token is.
  package enum Kind: UInt8, Sendable {
    case openObject, closeObject, openArray, closeArray
    case key, string, number, literal

    /// Whether the token is a run of bytes rather than a bracket.
    @inline(__always) package var isWhole: Bool { rawValue >= Kind.key.rawValue }

    /// Whether the token is a string, number or literal.
    @inline(__always) package var isScalar: Bool { rawValue >= Kind.string.rawValue }

    /// Whether the token opens an array or object.
    @inline(__always) package var opens: Bool { self == .openObject || self == .openArray }

    /// Whether the token closes an array or object.
    @inline(__always) package var closes: Bool { self == .closeObject || self == .closeArray }
  }

  /// The most that ``extent`` holds.
  package static let maxExtent = 1 << 28 - 1
  /// The most bytes a text may have so that ``offset`` holds.
  package static let maxOffset = 1 << 32 - 1

  package let word: UInt64

  /// Creates a token from its parts, each of which must be in range.
  @inline(__always) package init(_ kind: Kind, offset: Int, extent: Int) {
    word =
      UInt64(truncatingIfNeeded: offset) &<< 32
      | UInt64(truncatingIfNeeded: extent) &<< 4
      | UInt64(kind.rawValue)
  }

  /// Creates a token that spans all bytes of a value, or `nil` where those are more than ``maxExtent``.
  package init?(_ kind: Kind, spanning range: ByteRange) {
    guard range.count <= Self.maxExtent else { return nil }
    self.init(kind, offset: range.offset, extent: range.count)
  }

  /// Creates a token from its word.
  @inline(__always) package init(word: UInt64) {
    self.word = word
  }

  /// What the token is.
  @inline(__always) package var kind: Kind {
    // Words are made by the other initializer only, so the raw value is in range.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: word & 0xF), to: Kind.self)
  }

  /// The offset of its first byte, in bytes from the start of the text.
  @inline(__always) package var offset: Int { Int(truncatingIfNeeded: word &>> 32) }

  /// Its count; what is counted depends on the kind.
  @inline(__always) package var extent: Int {
    Int(truncatingIfNeeded: (word &>> 4) & 0xFFF_FFFF)
  }

  /// The bytes of a scalar or key, quotes included.
  @inline(__always) package var range: ByteRange { ByteRange(offset: offset, count: extent) }

  /// Whether the token is a string, number or literal.
  @inline(__always) package var isScalar: Bool { kind.isScalar }
}
