// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Compressing texts (SPEC §9.8.1 The preset dictionary)")
struct TextCompressorTests {
  private static let schema = Array(
    #"{"type":"object","properties":{"name":{"type":"string","description":"The name"}}}"#.utf8)

  private func compressed(
    _ text: [UInt8], _ method: CompressionMethod = .auto, _ effort: Effort = .default
  ) throws -> (codec: Codec, bytes: [UInt8]) {
    var compressor = method.textCompressor(effort, zstdLevel: 3)
    let (codec, bytes) = { ($0.codec, $0.bytes) }(compressor.compress(text.span))
    var decompressor = Decompressor()
    var back: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: text.count, appendingTo: &back)
    #expect(back == text)
    return (codec, bytes)
  }

  @Test func shortTextsHaveTheDictionary() throws {
    let (codec, bytes) = try compressed(Self.schema)
    #expect(codec == .presetZstd)
    var plain: [UInt8] = []
    var zstd = Compressor(.zstd, level: 19)
    zstd.compress(Self.schema, appendingTo: &plain)
    #expect(bytes.count * 3 < plain.count * 2)
  }

  @Test func longTextsHaveNone() throws {
    var random = SeededGenerator(seed: 3)
    let most = TextCompressor.mostShortByteCount
    let text = (0..<most + 1).map { _ in UInt8(97 + random.below(8)) }
    #expect(try compressed(text).codec == .zstd)
    #expect(try compressed(Array(text.dropLast())).codec == .presetZstd)
  }

  @Test func longTextsThatRepeatHaveItWhereThatIsSmaller() throws {
    let text = repeatElement(Self.schema, count: 2000).concatenated()
    #expect(text.count > TextCompressor.mostShortByteCount)
    #expect(try compressed(text).codec == .presetZstd)
    let long = repeatElement(Self.schema, count: 20_000).concatenated()
    #expect(try compressed(long).codec == .zstd)
  }

  @Test func theDictionaryIsNotTriedWhereItCannotBeSmallEnough() throws {
    let rows = (0..<800).map { #"{"id":\#($0 * 7919 % 1000),"name":"a name","description":""}"# }
    let long = Array(rows.joined(separator: "\n").utf8)
    #expect(long.count > TextCompressor.mostShortByteCount)
    var compressor = CompressionMethod.auto.textCompressor(.default, zstdLevel: 3)
    let best = compressor.compress(long.span)
    #expect(best.codec == .presetZstd)
    let wanted = compressor.compress(long.span, below: best.bytes.count + 1)
    #expect(wanted.codec == .presetZstd && wanted.bytes == best.bytes)
    #expect(compressor.compress(long.span, below: best.bytes.count / 2).codec == .zstd)
  }

  @Test(arguments: [CompressionMethod.zstd, .deflate, .gzip, .brotli, .none])
  func aMethodThatIsAskedForIsTheOneThatIsUsed(method: CompressionMethod) throws {
    let text = repeatElement(Self.schema, count: 9).concatenated()
    #expect("\(try compressed(text, method).codec)" == "\(method)")
  }

  @Test(arguments: [7, 9])
  func highLevelsTakeTheSmallerOfBoth(level: Int) throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let text = (0..<300).map { _ in UInt8(32 + random.below(64)) } + Self.schema
      var plain: [UInt8] = []
      var zstd = Compressor(.zstd, level: 3)
      zstd.compress(text, appendingTo: &plain)
      #expect(try compressed(text, .auto, Effort(level: level)).bytes.count <= plain.count)
    }
  }

  /// The bytes around a text in a file are half a hundredth of 4.6 KB: up to there the model has to make up for them.
  @Test(arguments: [(records: 480, isModelled: true), (records: 640, isModelled: false)])
  func mostEffortPredictsTextsThatComeToFewKilobytes(records: Int, isModelled: Bool) throws {
    var random = SeededGenerator(seed: 5)
    let text = (0..<records).flatMap { _ in
      Array(#"{"name":"\#(random.below(1 << 30))","type":"\#(random.below(1 << 30))"},"#.utf8)
    }
    var usual = CompressionMethod.auto.textCompressor(.max, zstdLevel: 22)
    let usualCount = usual.compress(text.span).bytes.count
    #expect((4 << 10..<6 << 10).contains(usualCount))
    var most = CompressionMethod.auto.textCompressor(
      .max, zstdLevel: 22, modelUse: Effort.max.modelUse)
    let codec = most.compress(text.span).codec
    #expect((codec == .presetModelled) == isModelled)
  }

  @Test func whatNothingMakesSmallerStaysAsItIs() throws {
    #expect(try compressed(Array("[1]".utf8)).codec == .none)
    #expect(try compressed([]).bytes.isEmpty)
  }
}
