// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Checks (SPEC §7 Checks)", .seeded)
struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0, 0x51D8_E999), ("a", 0, 0xA98C_6E5B), ("abc", 0, 0xAD77_0999),
      ("Nobody inspects the spammish repetition", 0, 0x8A37_8BF1),
      ("", 0x9E37_79B1, 0x929B_17EF), ("abc", 0xFFFF_FFFF, 0x0EE7_3869),
    ] as [(String, UInt32, UInt32)])
  func haveThePublishedValues(text: String, seed: UInt32, check: UInt32) {
    #expect(Checksum.xxh64(PaddedBytes(Array(text.utf8)), seed: seed) == check)
  }

  /// The values of the library that XXH64 comes from, around each size at which it changes its way.
  @Test(
    arguments: [
      (1, 0xDB05_2768, 0x43A9_B4C3), (3, 0x33BC_65DD, 0x39ED_5541),
      (4, 0x4453_CC1E, 0x93FA_14E6), (5, 0x6E26_030C, 0xB8AF_D861),
      (7, 0x630C_72D2, 0x8E5F_8252), (8, 0x14B8_1B8D, 0x044D_CF44),
      (9, 0xA7C7_8C5B, 0xD382_5091), (12, 0x1F08_DCA5, 0x5866_8EBC),
      (13, 0x7797_23A8, 0xED8B_0DB5), (31, 0x9B4D_8EE1, 0xA30A_986A),
      (32, 0x16FF_32B4, 0x74E0_D600), (33, 0xCAFB_8EAD, 0xA039_0E6D),
      (63, 0xA95F_8E4F, 0x5C7B_ADFB), (64, 0xDB67_13F0, 0xB828_CF8B),
      (65, 0x2AE4_465B, 0x6BD9_EF0F), (256, 0x06CD_904B, 0x5908_996C),
    ] as [(Int, UInt32, UInt32)])
  func areThoseOfTheLibrary(count: Int, check: UInt32, withSeed: UInt32) {
    let bytes = PaddedBytes((0..<count).map { UInt8($0) })
    #expect(Checksum.xxh64(bytes) == check)
    #expect(Checksum.xxh64(bytes, seed: 0x9E37_79B1) == withSeed)
  }

  @Test func doNotDependOnWhatStandsBehind() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8($0) }
      let padded = PaddedBytes(bytes)
      #expect(Checksum.xxh64(padded) == Checksum.xxh64(padded.source))
    }
  }

  @Test func changeWithEveryBit() {
    var random = SeededGenerator()
    for count in [1, 3, 4, 7, 8, 9, 31, 32, 33, 63] {
      var bytes = (0..<count).map { _ in UInt8(random.below(256)) }
      let check = Checksum.xxh64(PaddedBytes(bytes))
      for index in bytes.indices {
        for bit in 0..<8 {
          bytes[index] ^= 1 << UInt8(bit)
          #expect(Checksum.xxh64(PaddedBytes(bytes)) != check)
          bytes[index] ^= 1 << UInt8(bit)
        }
      }
      #expect(Checksum.xxh64(PaddedBytes(bytes + [0])) != check)
    }
  }
}
