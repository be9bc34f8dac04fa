// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Damaged compressed data (SPEC §9.8 Compression)", .seeded)
struct DamagedCompressionTests {
  private static let codecs = Codec.ofLibraries.filter { $0 != .none }

  private func compressed(_ bytes: [UInt8], _ codec: Codec) -> [UInt8] {
    var compressor = Compressor(codec, level: 5)
    var target: [UInt8] = []
    compressor.compress(bytes, appendingTo: &target)
    return target
  }

  private func expectRefusal(
    _ bytes: [UInt8], _ codec: Codec, count: Int, _ comment: Comment,
    location: SourceLocation = #_sourceLocation
  ) {
    var decompressor = Decompressor()
    var target: [UInt8] = [1, 2]
    #expect(throws: HuskError(.invalidCompression, ""), comment, sourceLocation: location) {
      try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &target)
    }
    #expect(target == [1, 2], comment, sourceLocation: location)
  }

  @Test(arguments: Codec.ofLibraries, [1, 2, 10, 300, 70_000])
  func refusesAnyOtherCount(codec: Codec, count: Int) {
    var generator = SeededGenerator()
    for sample in SampleBytes.allCases {
      let bytes = compressed(sample.bytes(count, &generator), codec)
      for wrong in [0, count - 1, count + 1, count * 2, Int(Int32.max), Int.max]
      where wrong != count {
        expectRefusal(bytes, codec, count: wrong, "\(sample) as \(wrong)")
      }
    }
  }

  @Test(arguments: Codec.ofLibraries)
  func refusesEveryTruncation(codec: Codec) {
    var generator = SeededGenerator()
    for sample in SampleBytes.allCases {
      let bytes = compressed(sample.bytes(300, &generator), codec)
      for end in 0..<bytes.count {
        expectRefusal(Array(bytes[..<end]), codec, count: 300, "\(sample) cut at \(end)")
      }
    }
  }

  @Test(arguments: Codec.ofLibraries)
  func refusesWhatFollowsTheEnd(codec: Codec) {
    var generator = SeededGenerator()
    for sample in SampleBytes.allCases {
      let bytes = compressed(sample.bytes(300, &generator), codec)
      let empty: [UInt8] = [0x01, 0, 0]
      let emptyFrame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x00, 0x01, 0, 0]
      for tail in [[0], [0xFF], empty, emptyFrame, bytes] {
        expectRefusal(bytes + tail, codec, count: 300, "\(sample) before \(tail.count) bytes")
      }
    }
    expectRefusal([0], codec, count: 0, "one byte that becomes none")
  }

  @Test(arguments: codecs)
  func aFlippedBitIsRefusedOrKeepsTheCount(codec: Codec) {
    var generator = SeededGenerator()
    var decompressor = Decompressor()
    for sample in SampleBytes.allCases {
      let bytes = compressed(sample.bytes(300, &generator), codec)
      for bit in 0..<bytes.count * 8 {
        var damaged = bytes
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        var target: [UInt8] = []
        do throws(HuskError) {
          try decompressor.decompress(damaged.span, codec, count: 300, appendingTo: &target)
          #expect(target.count == 300)
        } catch {
          #expect(error.code == .invalidCompression)
          #expect(target.isEmpty)
        }
      }
    }
  }

  @Test(arguments: codecs)
  func noiseIsRefusedOrKeepsTheCount(codec: Codec) {
    var generator = SeededGenerator()
    var decompressor = Decompressor()
    for _ in 0..<2000 {
      let noise = SampleBytes.noise.bytes(generator.within(1...40), &generator)
      let count = generator.within(1...600)
      var target: [UInt8] = []
      do throws(HuskError) {
        try decompressor.decompress(noise.span, codec, count: count, appendingTo: &target)
        #expect(target.count == count)
      } catch {
        #expect(error.code == .invalidCompression)
      }
    }
  }

  @Test(.timeLimit(.minutes(60)), arguments: codecs)
  func aBombStopsAtTheCount(codec: Codec) {
    let bomb: [UInt8]
    if codec == .zstd {
      // 8192 blocks of 128 KB that repeat one byte: 1 GB.
      let block: [UInt8] = [0x02, 0x00, 0x10, 0x00]
      bomb = repeatElement(block, count: 8191).joined() + [0x03, 0x00, 0x10, 0x00]
    } else {
      bomb = compressed([UInt8](repeating: 0, count: 1 << 26), codec)
    }
    for count in [1, 1000, 1 << 20] { expectRefusal(bomb, codec, count: count, "\(count)") }
  }

  @Test func refusesWindowsThatBrotliDoesNotName() {
    // What libbrotli writes for windows over 16 MB begins with 11 and the window, here 25.
    let bytes = compressed([UInt8](repeating: 0, count: 100), .brotli)
    expectRefusal([0x11, 0x19] + bytes.dropFirst(), .brotli, count: 100, "a large window")
  }

  @Test(arguments: [8, 9, 127, 255] as [UInt8])
  func refusesCodecsThatAreNotKnown(identifier: UInt8) {
    #expect(throws: HuskError(.unsupportedCodec, at: 3, "")) {
      try Codec(identifier: identifier, at: 3)
    }
    let bytes = [0, identifier]
    #expect(throws: HuskError(.unsupportedCodec, at: 1, "")) {
      var reader = ByteReader(bytes.span)
      for _ in 0..<2 { _ = try Codec(from: &reader) }
    }
  }

  @Test func refusesToReadACodecThatIsNotThere() {
    let nothing: [UInt8] = []
    #expect(throws: HuskError(.truncated, at: 0, "")) {
      var reader = ByteReader(nothing.span)
      _ = try Codec(from: &reader)
    }
  }
}
