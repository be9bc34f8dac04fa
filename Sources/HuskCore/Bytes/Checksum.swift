// SPDX-License-Identifier: Apache-2.0

/// The check of a text: the low 32 bits of XXH64 (SPEC §7 Checks).
///
/// It detects damage, not tampering. Its four lanes do not wait for each other, so it takes little
/// beside what makes the bytes.
package enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Computes the low 32 bits of XXH64 of all of `bytes`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ bytes: borrowing PaddedBytes, seed: UInt32 = 0) -> UInt32 {
    xxh64(bytes.source, seed: seed)
  }

  /// Computes the low 32 bits of XXH64 of all bytes of a span.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
    bytes.withSource { xxh64($0, seed: seed) }
  }

  /// Computes the low 32 bits of XXH64 of all bytes of `source`, and reads no others.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func xxh64(_ source: ByteSource, seed: UInt32 = 0) -> UInt32 {
    let seed = UInt64(seed)
    let count = source.count
    var offset = 0
    var hash = seed &+ prime5
    if count >= 32 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      let last = count &- 32
      while offset <= last {
        lane1 = round(lane1, source.word(at: offset))
        lane2 = round(lane2, source.word(at: offset &+ 8))
        lane3 = round(lane3, source.word(at: offset &+ 16))
        lane4 = round(lane4, source.word(at: offset &+ 24))
        offset &+= 32
      }
      hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
      hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4)
    }
    hash = tail(of: source, from: offset, hash &+ UInt64(truncatingIfNeeded: count))
    return UInt32(truncatingIfNeeded: avalanche(hash))
  }

  /// Mixes in the bytes from `start` on, fewer than 32.
  @inline(__always) private static func tail(
    of source: ByteSource, from start: Int, _ value: UInt64
  ) -> UInt64 {
    var hash = value
    var offset = start
    while offset &+ 8 <= source.count {
      hash = rotate(hash ^ round(0, source.word(at: offset)), 27) &* prime1 &+ prime4
      offset &+= 8
    }
    if offset &+ 4 <= source.count {
      hash = rotate(hash ^ UInt64(source.halfWord(at: offset)) &* prime1, 23) &* prime2 &+ prime3
      offset &+= 4
    }
    while offset < source.count {
      hash = rotate(hash ^ UInt64(source[offset]) &* prime5, 11) &* prime1
      offset &+= 1
    }
    return hash
  }

  @inline(__always) private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always) private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always) private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value &<< bits | value &>> (64 &- bits)
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ hash &>> 33) &* prime2
    hash = (hash ^ hash &>> 29) &* prime3
    return hash ^ hash &>> 32
  }
}
