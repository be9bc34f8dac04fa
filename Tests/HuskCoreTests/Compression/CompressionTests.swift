// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Compression (SPEC §9.8 Compression)", .seeded)
struct CompressionTests {
  private func decompressed(
    _ bytes: [UInt8], _ codec: Codec, count: Int
  ) throws(HuskError) -> [UInt8] {
    var decompressor = Decompressor()
    var target: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &target)
    return target
  }

  private func levels(_ codec: Codec) -> [Int] {
    let levels = codec.levels
    return [levels.lowerBound, min(3, levels.upperBound), levels.upperBound]
  }

  @Test(arguments: Codec.ofLibraries, SampleBytes.allCases)
  func everySmallRunComesBack(codec: Codec, sample: SampleBytes) throws {
    var generator = SeededGenerator()
    var decompressor = Decompressor()
    for level in levels(codec) {
      var compressor = Compressor(codec, level: level)
      var compressed: [UInt8] = []
      var plain: [UInt8] = []
      var back: [UInt8] = []
      for count in 0...64 {
        let bytes = sample.bytes(count, &generator)
        let start = compressed.count
        compressor.compress(bytes, appendingTo: &compressed)
        plain += bytes
        let part = compressed.span.extracting(start..<compressed.count)
        try decompressor.decompress(part, codec, count: count, appendingTo: &back)
      }
      #expect(back == plain)
    }
  }

  @Test(arguments: Codec.ofLibraries, [4095, 65_536, 131_071, 131_072, 131_073, 400_000])
  func largeRunsComeBack(codec: Codec, count: Int) throws {
    var generator = SeededGenerator()
    var compressor = Compressor(codec, level: 5)
    for sample in SampleBytes.allCases {
      let bytes = sample.bytes(count, &generator)
      var compressed: [UInt8] = []
      compressor.compress(bytes, appendingTo: &compressed)
      #expect(try decompressed(compressed, codec, count: count) == bytes)
    }
  }

  @Test func oneDecompressorTakesEveryCodecInTurn() throws {
    var generator = SeededGenerator()
    var decompressor = Decompressor()
    var back: [UInt8] = []
    var plain: [UInt8] = []
    for round in 0..<3 {
      for codec in Codec.ofLibraries {
        let bytes = SampleBytes.words.bytes(1000 + round, &generator)
        var compressor = Compressor(codec, level: 5)
        var compressed: [UInt8] = []
        compressor.compress(bytes, appendingTo: &compressed)
        try decompressor.decompress(
          compressed.span, codec, count: bytes.count, appendingTo: &back)
        plain += bytes
      }
    }
    #expect(back == plain)
  }

  @Test(arguments: [
    (Codec.none, "61 61 61 61 61 61 61 61 61 61"),
    (Codec.deflate, "4B 4C 84 01 00"),
    (Codec.gzip, "1F 8B 08 00 00 00 00 00 02 03 4B 4C 84 01 00 F0 CD 11 4C 0A 00 00 00"),
    (Codec.zstd, "53 00 00 61"),
    (Codec.brotli, "90 00 10 61 61 61 61 61 61 61 61 61 61 03"),
  ])
  func decompressesWhatIsWrittenByHand(codec: Codec, hexadecimal: String) throws {
    let bytes = hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 10)
    #expect(try decompressed(bytes, codec, count: 10) == letters)
  }

  @Test func compressesOnlyWhereItHelps() throws {
    var generator = SeededGenerator()
    for codec in Codec.ofLibraries {
      var compressor = Compressor(codec, level: 5)
      for sample in SampleBytes.allCases {
        for count in [0, 1, 5, 30, 1000] {
          let bytes = sample.bytes(count, &generator)
          var target: [UInt8] = [7]
          let used = compressor.compressIfSmaller(bytes, appendingTo: &target)
          let rest = Array(target.dropFirst())
          #expect(used == .none ? rest == bytes : rest.count < bytes.count)
          #expect(used == .none || used == codec)
          #expect(try decompressed(rest, used, count: count) == bytes)
        }
      }
      let noise = SampleBytes.noise.bytes(500, &generator)
      var target: [UInt8] = []
      #expect(compressor.compressIfSmaller(noise, appendingTo: &target) == .none)
      let words = SampleBytes.words.bytes(500, &generator)
      #expect(compressor.compressIfSmaller(words, appendingTo: &target) == codec)
    }
  }

  @Test func aLongWindowFindsWhatIsFarAway() {
    var generator = SeededGenerator()
    let noise = SampleBytes.noise.bytes(1_500_000, &generator)
    var near = Compressor(.zstd, level: 1)
    var far = Compressor(.zstd, level: 1, windowLog: 27)
    var target: [UInt8] = []
    near.compress(noise + noise, appendingTo: &target)
    let nearCount = target.count
    far.compress(noise + noise, appendingTo: &target)
    #expect(nearCount > 2_900_000)
    #expect(target.count - nearCount < 1_600_000)
  }
}
