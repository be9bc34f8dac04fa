// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Checks (SPEC §7 Checks)", .seeded)
struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0, 0x02CC_5D05), ("a", 0, 0x550D_7456), ("abc", 0, 0x32D1_53FF),
      ("Nobody inspects the spammish repetition", 0, 0xE229_3B2F),
      ("", 0x9E37_79B1, 0x36B7_8AE7),
    ] as [(String, UInt32, UInt32)])
  func haveThePublishedValues(text: String, seed: UInt32, check: UInt32) {
    #expect(Checksum.xxh64(PaddedBytes(Array(text.utf8)), seed: seed) == check)
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
    for count in [1, 3, 4, 15, 16, 17, 31, 32, 63] {
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
