// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Modelled bytes (SPEC §16.11 Modelled bytes)", .seeded, .timeLimit(.minutes(15)))
struct ModelledBytesTests {
  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var compressor = Compressor(.modelled, level: 0)
    var target: [UInt8] = []
    compressor.compress(bytes, appendingTo: &target)
    return target
  }

  private func decompressed(_ bytes: [UInt8], count: Int) throws(HuskError) -> [UInt8] {
    var decompressor = Decompressor()
    var target: [UInt8] = []
    try decompressor.decompress(bytes.span, .modelled, count: count, appendingTo: &target)
    return target
  }

  @Test(arguments: SampleBytes.allCases) func runsComeBack(sample: SampleBytes) throws {
    var generator = SeededGenerator()
    for count in [0, 1, 2, 3, 64, 1000, 4095] {
      let bytes = sample.bytes(count, &generator)
      #expect(try decompressed(compressed(bytes), count: count) == bytes)
    }
  }

  @Test func wordsBecomeFewerBytes() {
    var generator = SeededGenerator()
    let bytes = SampleBytes.words.bytes(3000, &generator)
    #expect(compressed(bytes).count * 2 < bytes.count)
  }

  @Test(arguments: SampleBytes.allCases) func anotherCountIsRefused(sample: SampleBytes) {
    var generator = SeededGenerator()
    let bytes = compressed(sample.bytes(40, &generator))
    for wrong in [1, 39, 41, 80, Int(Int32.max), Int.max] {
      #expect(throws: HuskError(.invalidCompression, "")) {
        try decompressed(bytes, count: wrong)
      }
    }
  }

  @Test(arguments: SampleBytes.allCases) func damageIsRefused(sample: SampleBytes) {
    var generator = SeededGenerator()
    let bytes = compressed(sample.bytes(30, &generator))
    var damaged = bytes.indices.map { Array(bytes[..<$0]) }
    damaged += [bytes + [0], bytes + [0xFF], bytes + bytes]
    for index in bytes.indices {
      var copy = bytes
      copy[index] ^= UInt8(1 << generator.below(8))
      damaged.append(copy)
    }
    for copy in damaged {
      #expect(throws: HuskError(.invalidCompression, "")) { try decompressed(copy, count: 30) }
    }
  }

  @Test func moreThanAModelCountsIsRefused() {
    // So much could come out of so many bytes.
    let bytes = [UInt8](repeating: 16, count: 1025)
    #expect(throws: HuskError(.limitExceeded, "")) { try decompressed(bytes, count: 1 << 28 + 1) }
    #expect(throws: HuskError(.invalidCompression, "")) {
      try decompressed(bytes, count: 1025 << 19 + 1)
    }
  }
}
