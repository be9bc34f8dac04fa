// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Bits that are packed", .seeded, .timeLimit(.minutes(60)))
struct PackedBitsTests {
  @Test("stand where the format has them", arguments: [1, 2, 4])
  func bitsStandInOrder(bits: Int) {
    var random = SeededGenerator(stream: bits)
    for count in 0...70 {
      let values = (0..<count).map { _ in Int64(random.below(1 << bits)) }
      for (plane, base) in [(0, 0), (0, -9), (1, 300), (7, .min)] as [(Int, Int64)] {
        let shifted = values.map { base &+ ($0 &<< Int64(8 * plane)) }
        var bytes: [UInt8] = [0xAA]
        PackedBits.append(plane, of: shifted, base: base, bits: bits, to: &bytes)
        #expect(bytes.count == 1 + PackedBits.byteCount(count, bits: bits))
        #expect(bytes.count == 1 + (count * bits + 7) / 8)
        let packed = Array(bytes.dropFirst())
        #expect(values.indices.map { PackedBits.integer(at: $0, of: packed, bits: bits) } == values)
        // What is left over is zero.
        let unused = packed.count * 8 - count * bits
        #expect(packed.last.map { $0.leadingZeroBitCount >= unused } ?? true)
        #expect(bytes[0] == 0xAA)
      }
    }
  }

  @Test(
    "are as few as the widest integer needs",
    arguments: [
      (0, 0, nil), (1, 0, 1), (2, 0, 2), (3, 0, 2), (4, 0, 4), (15, 0, 4), (16, 1, nil),
      (255, 1, nil), (256, 1, 1), (511, 1, 1), (512, 1, 2), (1023, 1, 2), (1024, 1, 4),
      (4095, 1, 4), (4096, 2, nil), (.max >> 1, 8, nil), (1 << 56, 7, 1), (1 << 60 - 1, 7, 4),
      (1 << 60, 8, nil), (.max, 8, nil),
    ] as [(UInt64, Int, Int?)])
  func widthsFit(range: UInt64, whole: Int, bits: Int?) {
    let width = PlaneWidth(upTo: range)
    #expect(width.whole == whole && width.bits == bits)
    #expect(width.planeCount == whole + (bits == nil ? 0 : 1))
  }
}
