// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Hexadecimal")
struct HexadecimalTests {
  @Test func writesTwoLowerCaseDigitsForEachByte() {
    #expect(Hexadecimal.string([UInt8]()) == "")
    #expect(Hexadecimal.string([0x00, 0x9A, 0xFF] as [UInt8]) == "009aff")
  }

  @Test func writesTheHighestDigitsFirst() {
    #expect(Hexadecimal.string(UInt32(0x0102_ABCD)) == "0102abcd")
  }
}
