// SPDX-License-Identifier: Apache-2.0

/// The check of a text: XXH32 (SPEC §7 Checks).
///
/// It detects damage, not tampering. 32-bit arithmetic throughout makes it as fast in a browser
/// as it is here.
package enum Checksum {
  private static let prime1: UInt32 = 0x9E37_79B1
  private static let prime2: UInt32 = 0x85EB_CA77
  private static let prime3: UInt32 = 0xC2B2_AE3D
  private static let prime4: UInt32 = 0x27D4_EB2F
  private static let prime5: UInt32 = 0x1656_67B1

  /// Computes XXH32 of all of `bytes`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ bytes: borrowing PaddedBytes, seed: UInt32 = 0) -> UInt32 {
    xxh64(bytes.source, seed: seed)
  }

  /// Computes XXH32 of all bytes of a span.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    bytes.withSource { xxh64($0, seed: seed) }
  }

  /// Computes XXH32 of all bytes of `source`, and reads no others.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ source: ByteSource, seed: UInt32 = 0) -> UInt32 {
    var offset = 0
    var hash: UInt32
    if source.count >= 16 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      while offset &+ 16 <= source.count {
        lane1 = round(lane1, source.halfWord(at: offset))
        lane2 = round(lane2, source.halfWord(at: offset &+ 4))
        lane3 = round(lane3, source.halfWord(at: offset &+ 8))
        lane4 = round(lane4, source.halfWord(at: offset &+ 12))
        offset &+= 16
      }
      hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
    } else {
      hash = seed &+ prime5
    }
    hash = hash &+ UInt32(truncatingIfNeeded: source.count)
    while offset &+ 4 <= source.count {
      hash = rotate(hash &+ source.halfWord(at: offset) &* prime3, 17) &* prime4
      offset &+= 4
    }
    while offset < source.count {
      hash = rotate(hash &+ UInt32(source[offset]) &* prime5, 11) &* prime1
      offset &+= 1
    }
    return avalanche(hash)
  }

  @inline(__always) private static func round(_ lane: UInt32, _ input: UInt32) -> UInt32 {
    rotate(lane &+ input &* prime2, 13) &* prime1
  }

  @inline(__always) private static func rotate(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value &<< bits | value &>> (32 &- bits)
  }

  private static func avalanche(_ value: UInt32) -> UInt32 {
    var hash = value
    hash = (hash ^ hash &>> 15) &* prime2
    hash = (hash ^ hash &>> 13) &* prime3
    return hash ^ hash &>> 16
  }
}
