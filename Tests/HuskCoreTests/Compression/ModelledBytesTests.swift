// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Modelled bytes (SPEC §16.11 Modelled bytes)", .seeded, .timeLimit(.minutes(60)))
struct ModelledBytesTests {
  private static let codecs = [Codec.modelled, .presetModelled]

  private func compressed(_ bytes: [UInt8], _ codec: Codec) -> [UInt8] {
    var compressor = Compressor(codec, level: 0)
    var target: [UInt8] = []
    compressor.compress(bytes, appendingTo: &target)
    return target
  }

  private func decompressed(
    _ bytes: [UInt8], _ codec: Codec, count: Int
  ) throws(HuskError) -> [UInt8] {
    var decompressor = Decompressor()
    var target: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &target)
    return target
  }

  @Test(arguments: SampleBytes.allCases, codecs)
  func runsComeBack(sample: SampleBytes, codec: Codec) throws {
    var generator = SeededGenerator()
    for count in [0, 1, 2, 3, 64, 1000, codec == .modelled ? 4095 : 1001] {
      let bytes = sample.bytes(count, &generator)
      #expect(try decompressed(compressed(bytes, codec), codec, count: count) == bytes)
    }
  }

  @Test func wordsBecomeFewerBytes() {
    var generator = SeededGenerator()
    let bytes = SampleBytes.words.bytes(3000, &generator)
    #expect(compressed(bytes, .modelled).count * 2 < bytes.count)
  }

  @Test func aPreambleMakesOfShortTextsLess() {
    let text = Array(
      #"{"type":"object","description":"The values of each","required":["id"]}"#.utf8)
    #expect(
      compressed(text, .presetModelled).count * 2 < compressed(text, .modelled).count)
  }

  @Test func oneCodecIsNotTheOther() {
    let text = Array(#"{"name":"a","value":[1,2,3]}"#.utf8)
    for (codec, other) in zip(Self.codecs, Self.codecs.reversed()) {
      #expect(throws: HuskError(.invalidCompression, "")) {
        try decompressed(compressed(text, codec), other, count: text.count)
      }
    }
  }

  @Test(arguments: SampleBytes.allCases, codecs)
  func anotherCountIsRefused(sample: SampleBytes, codec: Codec) {
    var generator = SeededGenerator()
    let bytes = compressed(sample.bytes(40, &generator), codec)
    for wrong in [1, 39, 41, 80, Int(Int32.max), Int.max] {
      #expect(throws: HuskError(.invalidCompression, "")) {
        try decompressed(bytes, codec, count: wrong)
      }
    }
  }

  @Test(arguments: SampleBytes.allCases, codecs)
  func damageIsRefused(sample: SampleBytes, codec: Codec) {
    var generator = SeededGenerator()
    let bytes = compressed(sample.bytes(30, &generator), codec)
    var damaged = bytes.indices.map { Array(bytes[..<$0]) }
    damaged += [bytes + [0], bytes + [0xFF], bytes + bytes]
    for index in bytes.indices {
      var copy = bytes
      copy[index] ^= UInt8(1 << generator.below(8))
      damaged.append(copy)
    }
    for copy in damaged {
      #expect(throws: HuskError(.invalidCompression, "")) {
        try decompressed(copy, codec, count: 30)
      }
    }
  }

  @Test(arguments: codecs) func moreThanAModelCountsIsRefused(codec: Codec) {
    // So much could come out of so many bytes.
    let bytes = [UInt8](repeating: 16, count: 1025)
    #expect(throws: HuskError(.limitExceeded, "")) {
      try decompressed(bytes, codec, count: 1 << 28 + 1)
    }
    #expect(throws: HuskError(.invalidCompression, "")) {
      try decompressed(bytes, codec, count: 1025 << 19 + 1)
    }
  }
}
