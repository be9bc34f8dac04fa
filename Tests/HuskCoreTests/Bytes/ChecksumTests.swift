// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Checks (SPEC §7 Checks)", .seeded)
struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0, 0), ("a", 0, 0xE8B7_BE43), ("abc", 0, 0x3524_41C2), ("123456789", 0, 0xCBF4_3926),
      ("", 0x9E37_79B1, 0x9E37_79B1), ("456789", 0x8848_63D2, 0xCBF4_3926),
    ] as [(String, UInt32, UInt32)])
  func haveThePublishedValues(text: String, seed: UInt32, check: UInt32) {
    #expect(Checksum.crc32(PaddedBytes(Array(text.utf8)), seed: seed) == check)
  }

  /// The values of the definition, bit by bit, at all lengths at which a library may change its way.
  @Test(arguments: [0, 0x9E37_79B1, 0xFFFF_FFFF] as [UInt32])
  func areThoseOfTheDefinition(seed: UInt32) {
    var random = SeededGenerator()
    let bytes = (0..<2200).map { _ in UInt8(random.below(256)) }
    var value = ~seed
    for count in 0..<bytes.count {
      #expect(Checksum.crc32(bytes.span.extracting(..<count), seed: seed) == ~value)
      value ^= UInt32(bytes[count])
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  @Test func areContinuedBySeeds() {
    var random = SeededGenerator()
    let bytes = (0..<1000).map { _ in UInt8(random.below(256)) }
    let whole = Checksum.crc32(bytes.span)
    for cut in 0...bytes.count {
      let first = Checksum.crc32(bytes.span.extracting(..<cut))
      #expect(Checksum.crc32(bytes.span.extracting(cut...), seed: first) == whole)
    }
  }

  @Test func doNotDependOnWhatStandsBehind() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8($0) }
      let padded = PaddedBytes(bytes + [1, 2, 3])
      #expect(
        Checksum.crc32(PaddedBytes(bytes)) == Checksum.crc32(bytes.span)
          && Checksum.crc32(padded) != Checksum.crc32(bytes.span))
    }
  }

  @Test func changeWithEveryBit() {
    var random = SeededGenerator()
    for count in [1, 3, 4, 7, 8, 9, 31, 32, 33, 63] {
      var bytes = (0..<count).map { _ in UInt8(random.below(256)) }
      let check = Checksum.crc32(PaddedBytes(bytes))
      for index in bytes.indices {
        for bit in 0..<8 {
          bytes[index] ^= 1 << UInt8(bit)
          #expect(Checksum.crc32(PaddedBytes(bytes)) != check)
          bytes[index] ^= 1 << UInt8(bit)
        }
      }
      #expect(Checksum.crc32(PaddedBytes(bytes + [0])) != check)
    }
  }
}
