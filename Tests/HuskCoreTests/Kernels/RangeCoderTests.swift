// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Range coder (SPEC §13.3 Range coder)", .seeded)
struct RangeCoderTests {
  /// Something that can be written.
  private enum Choice {
    case outcome(Int, [Int])
    case bit(Int, Int)
    case bits(UInt64, Int)
  }

  private func choices(_ random: inout SeededGenerator) -> [Choice] {
    (0..<random.below(60)).map { _ in
      switch random.below(3) {
      case 0:
        let frequencies = (0...random.within(1...5)).map { _ in random.pick([1, 1, 7, 300, 9000]) }
        return .outcome(random.below(frequencies.count), frequencies)
      case 1: return .bit(random.below(2), random.pick([1, 64, 2048, 4000, 4095]))
      default:
        let count = random.within(0...64)
        return .bits(count == 0 ? 0 : random.next() >> UInt64(64 - count), count)
      }
    }
  }

  private func encode(_ choices: [Choice]) -> [UInt8] {
    var encoder = RangeEncoder()
    for choice in choices {
      switch choice {
      case .outcome(let number, let frequencies):
        encoder.encode(
          start: frequencies[..<number].reduce(0, +), frequency: frequencies[number],
          of: frequencies.reduce(0, +))
      case .bit(let bit, let probability): encoder.encode(bit: bit, probability: probability)
      case .bits(let value, let count): encoder.encode(bits: value, count: count)
      }
    }
    return encoder.finish()
  }

  @Test func whatIsWrittenIsReadAndNoMore() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let choices = choices(&random)
      let bytes = PaddedBytes(encode(choices))
      var decoder = RangeDecoder(bytes.source, ByteRange(offset: 0, count: bytes.count))
      for choice in choices {
        switch choice {
        case .outcome(let number, let frequencies):
          let target = decoder.target(of: frequencies.reduce(0, +))
          let start = frequencies[..<number].reduce(0, +)
          #expect(start..<start + frequencies[number] ~= target)
          decoder.take(start: start, frequency: frequencies[number])
        case .bit(let bit, let probability): #expect(decoder.bit(probability: probability) == bit)
        case .bits(let value, let count): #expect(decoder.bits(count) == value)
        }
      }
      #expect(!decoder.isExhausted && !decoder.hasMore)
    }
  }

  @Test func bytesAreThoseOfTheReference() {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<300 {
      let choices = choices(&random)
      var reference = ReferenceRangeEncoder()
      for choice in choices {
        switch choice {
        case .outcome(let number, let frequencies): reference.choose(number, frequencies)
        case .bit(let bit, let probability): reference.bit(bit, probability)
        case .bits(let value, let count): reference.bits(value, count)
        }
      }
      #expect(encode(choices) == reference.bytes)
    }
  }

  @Test func anEncoderStartsAnew() {
    var encoder = RangeEncoder()
    encoder.encode(bits: 0xFFFF, count: 16)
    encoder.removeAll()
    encoder.encode(bits: 0x12, count: 8)
    #expect(encoder.finish() == [0x12])
  }

  @Test func zerosBehindTheEndAreFourAtMost() {
    let bytes = PaddedBytes([])
    var decoder = RangeDecoder(bytes.source, ByteRange(offset: 0, count: 0))
    #expect(!decoder.isExhausted)
    #expect(decoder.bits(16) == 0)
    #expect(decoder.isExhausted)
  }

  @Test func unlikelyBitsTakeMoreBytesThanLikelyOnes() {
    #expect(encode((0..<80).map { _ in .bit(1, 4095) }).count <= 1)
    #expect(encode((0..<80).map { _ in .bit(0, 4095) }).count >= 119)
  }
}
