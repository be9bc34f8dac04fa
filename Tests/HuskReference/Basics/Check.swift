// SPDX-License-Identifier: Apache-2.0

/// The check of a document (SPEC §7 Checks).
enum Check {
  private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The low 32 bits of XXH64, with a seed as some checks have one.
  static func xxh64(_ data: [UInt8], seed: UInt32 = 0) -> UInt32 {
    var place = 0
    func integer(_ size: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in 0..<size { value |= UInt64(data[place + index]) &<< UInt64(8 * index) }
      place += size
      return value
    }
    let seed = UInt64(seed)
    var hash = seed &+ p5
    if data.count >= 32 {
      var lanes = [seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1]
      while data.count - place >= 32 {
        for lane in 0..<4 { lanes[lane] = mixed(lanes[lane], integer(8)) }
      }
      hash =
        rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
        &+ rotated(lanes[3], 18)
      for lane in lanes { hash = (hash ^ mixed(0, lane)) &* p1 &+ p4 }
    }
    hash &+= UInt64(data.count)
    while data.count - place >= 8 { hash = rotated(hash ^ mixed(0, integer(8)), 27) &* p1 &+ p4 }
    if data.count - place >= 4 { hash = rotated(hash ^ integer(4) &* p1, 23) &* p2 &+ p3 }
    while place < data.count { hash = rotated(hash ^ integer(1) &* p5, 11) &* p1 }
    hash = (hash ^ hash >> 33) &* p2
    hash = (hash ^ hash >> 29) &* p3
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* p2, 31) &* p1
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}
