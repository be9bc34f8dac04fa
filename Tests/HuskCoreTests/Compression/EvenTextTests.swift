// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Text of all sizes alike", .seeded)
struct EvenTextTests {
  /// Words of which some come more often than others.
  private func words(_ byteCount: Int) -> [UInt8] {
    var random = SeededGenerator(stream: 1)
    let letters = Array("etaoinshrdlucmf")
    let known = (0..<3000).map { _ in
      String((0..<2 + random.below(8)).map { _ in letters[random.below(letters.count)] })
    }
    var text = ""
    while text.utf8.count < byteCount {
      text += known[random.below(1 + random.below(known.count))] + " "
    }
    return Array(text.utf8.prefix(byteCount))
  }

  private func byteCount(_ text: [UInt8], isEven: Bool) throws -> Int {
    var compressor = Compressor(.zstd, level: 3, isEven: isEven)
    var bytes: [UInt8] = []
    for _ in 0..<2 {
      bytes.removeAll()
      compressor.compress(text, appendingTo: &bytes)
      // What another size was set up for does not stay.
      var other: [UInt8] = []
      compressor.compress(Array(text.prefix(1000)), appendingTo: &other)
    }
    var decompressor = Decompressor()
    var result: [UInt8] = []
    try decompressor.decompress(bytes.span, .zstd, count: text.count, appendingTo: &result)
    #expect(result == text)
    return bytes.count
  }

  @Test("takes less where the library does not look as far")
  func oddSizes() throws {
    let text = words(200_000)
    #expect(try byteCount(text, isEven: true) * 100 < byteCount(text, isEven: false) * 99)
  }

  @Test("is the same for other sizes", arguments: [1000, 131_072, 262_145])
  func otherSizes(count: Int) throws {
    let text = words(count)
    #expect(try byteCount(text, isEven: true) == byteCount(text, isEven: false))
  }
}
