// SPDX-License-Identifier: Apache-2.0

/// Where in a JSON text its next byte stands, as far as that shows from the bytes so far (SPEC §16.11 Modelled bytes).
///
/// It cuts a text into **pieces**: keys with their colons, values with their commas, and brackets. What is no JSON is cut
/// in some way, too.
@safe struct TextNesting: BitwiseCopyable {
  /// What is deeper than this takes the places of what is outermost.
  private static let depthLimit = 64
  /// A piece has no more bytes than this.
  private static let pieceLimit = 4096

  /// Behind what a piece starts.
  private enum Start: UInt32, BitwiseCopyable {
    case nothing
    case colon
    case comma
    case brace
    case element
    case line
  }

  /// Of each level a hash of the key that its values stand behind, and whether it is an object.
  private var keys = InlineArray<64, UInt32>(repeating: 0)
  private var objects: UInt64 = 0
  private var depth = 0
  private(set) var isInString = false
  private var isEscaped = false
  private var start = Start.nothing
  /// A hash of the bytes of the piece so far, and their number.
  private var hash: UInt32 = 0
  private var count = 0

  private var level: Int { depth % Self.depthLimit }

  /// Tells the place of the piece from others.
  var place: UInt32 { ModelHash.mix(keys[level], start.rawValue) }

  /// Tells the place of what encloses the piece.
  var parent: UInt32 { depth > 0 ? keys[(depth &- 1) % Self.depthLimit] : 0 }

  /// Goes on behind a byte, and returns whether the piece ends with it.
  @inline(__always) mutating func move(_ byte: UInt8) -> Bool {
    hash = ModelHash.mix(hash, UInt32(byte) &+ 1)
    count &+= 1
    guard let next = behind(byte) ?? (count == Self.pieceLimit ? .nothing : nil) else {
      return false
    }
    (start, hash, count) = (next, 0, 0)
    return true
  }

  /// What starts behind a byte, or `nil` where its piece goes on.
  @inline(__always) private mutating func behind(_ byte: UInt8) -> Start? {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      return nil
    case UInt8(ascii: "{"):
      open(isObject: true)
      return .brace
    case UInt8(ascii: "["):
      open(isObject: false)
      return .element
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth > 0 { depth &-= 1 }
      return nil
    case UInt8(ascii: ":"):
      keys[level] = hash
      return .colon
    case UInt8(ascii: ","): return objects &>> UInt64(level) & 1 == 1 ? .comma : .element
    case UInt8(ascii: "\n"): return .line
    default: return nil
    }
  }

  /// Enters an object or array, which has the key of what it stands in until it has one of its own.
  private mutating func open(isObject: Bool) {
    let key = keys[level]
    depth &+= 1
    keys[level] = key
    let bit = 1 as UInt64 &<< UInt64(level)
    objects = isObject ? objects | bit : objects & ~bit
  }
}
