// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Contexts of libzstd that are used again", .seeded)
struct ZstdContextsTests {
  /// Texts of sizes for which contexts have different tables.
  private static func texts() -> [[UInt8]] {
    var generator = JSONGenerator(SeededGenerator(stream: 71))
    return [3, 4000, 30, 900, 1, 20_000, 200].map { generator.text(valueCount: $0) }
  }

  /// The same setups with levels that nothing else has, so that contexts are new at first.
  private static let setups = [
    ZstdSetup(level: 11), ZstdSetup(level: 11, isPreset: true),
    ZstdSetup(level: 18, isPreset: true),
    ZstdSetup(level: 11, windowLog: 20), ZstdSetup(level: -4),
  ]

  private func compressed(_ text: [UInt8], _ setup: ZstdSetup) -> [UInt8] {
    var result: [UInt8] = []
    unsafe text.withUnsafeBufferPointer {
      unsafe ZstdCompressor(setup).compress($0, appendingTo: &result)
    }
    return result
  }

  @Test("write what new ones write", arguments: setups)
  func outputIsTheSame(setup: ZstdSetup) {
    let texts = Self.texts()
    // All are in use at once, so none is used again.
    let compressors = texts.map { _ in ZstdCompressor(setup) }
    let expected = zip(texts, compressors).map { text, compressor in
      var result: [UInt8] = []
      unsafe text.withUnsafeBufferPointer {
        unsafe compressor.compress($0, appendingTo: &result)
      }
      return result
    }
    withExtendedLifetime(compressors) {}
    for _ in 0..<3 {
      for (text, bytes) in zip(texts, expected).reversed() {
        #expect(compressed(text, setup) == bytes)
      }
    }
  }

  @Test("make room for one another")
  func thereIsRoomForTheNewest() {
    let text = Self.texts()[3]
    let setups = [false, true].flatMap { isPreset in
      (-5...22).map { ZstdSetup(level: $0, isPreset: isPreset) }
    }
    let first = setups.map { compressed(text, $0) }
    #expect(Set(first).count > 10)
    #expect(setups.map { compressed(text, $0) } == first)
    #expect(setups.reversed().map { compressed(text, $0) } == first.reversed())
  }

  @Test("serve one user at a time")
  func usersDoNotMeet() async throws {
    let texts = Self.texts()
    let expected = try texts.map { try Husk.encode(json: $0) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<32 {
        group.addTask {
          try (0..<40).allSatisfy { round in
            let number = (task + round) % texts.count
            let encoded = try Husk.encode(json: texts[number])
            return try encoded == expected[number] && Husk.decode(encoded) == texts[number]
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test("decompress whatever they met before")
  func damageLeavesNothing() throws {
    let text = Self.texts()[3]
    let bytes = compressed(text, ZstdSetup(level: 3))
    for offset in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[offset] ^= 0x55
      var found: [UInt8] = []
      var decompressor = Decompressor()
      try? decompressor.decompress(damaged.span, .zstd, count: text.count, appendingTo: &found)
      var another = Decompressor()
      var result: [UInt8] = []
      try another.decompress(bytes.span, .zstd, count: text.count, appendingTo: &result)
      #expect(result == text)
    }
  }
}
