// SPDX-License-Identifier: Apache-2.0

/// The check of a document (SPEC §7 Checks).
enum Check {
  private static let p1: UInt32 = 0x9E37_79B1
  private static let p2: UInt32 = 0x85EB_CA77
  private static let p3: UInt32 = 0xC2B2_AE3D
  private static let p4: UInt32 = 0x27D4_EB2F
  private static let p5: UInt32 = 0x1656_67B1

  /// XXH32, with a seed as SPEC §9.6 End frames adds it.
  static func xxh64(_ data: [UInt8], seed: UInt32 = 0) -> UInt32 {
    var place = 0
    func word() -> UInt32 {
      defer { place += 4 }
      return UInt32(data[place]) | UInt32(data[place + 1]) << 8 | UInt32(data[place + 2]) << 16
        | UInt32(data[place + 3]) << 24
    }
    var hash = seed &+ p5
    if data.count >= 16 {
      var lanes = [seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1]
      while data.count - place >= 16 {
        for lane in 0..<4 { lanes[lane] = rotated(lanes[lane] &+ word() &* p2, 13) &* p1 }
      }
      hash =
        rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
        &+ rotated(lanes[3], 18)
    }
    hash &+= UInt32(truncatingIfNeeded: data.count)
    while data.count - place >= 4 { hash = rotated(hash &+ word() &* p3, 17) &* p4 }
    for byte in data[place...] { hash = rotated(hash &+ UInt32(byte) &* p5, 11) &* p1 }
    hash = (hash ^ hash >> 15) &* p2
    hash = (hash ^ hash >> 13) &* p3
    return hash ^ hash >> 16
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
