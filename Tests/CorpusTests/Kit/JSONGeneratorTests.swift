// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("Generated texts")
struct JSONGeneratorTests {
  @Test(.seeded, arguments: 0..<200)
  func areValid(round: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: round), depthLimit: 40)
    let text = generator.text()
    let node = try ReferenceParser.parse(text, depthLimit: 40)
    #expect(node.minified == text)
    let texts = generator.texts()
    for text in texts { #expect(try ReferenceParser.parse(text).minified == text) }
  }

  @Test(.seeded) func dependOnTheSeedAlone() {
    func texts(_ stream: Int) -> [[UInt8]] {
      var generator = JSONGenerator(SeededGenerator(stream: stream))
      return (0..<20).map { _ in generator.text() }
    }
    #expect(texts(1) == texts(1))
    #expect(texts(1) != texts(2))
  }

  @Test func areTheSameEverywhere() {
    var generator = JSONGenerator(SeededGenerator(seed: 1))
    let texts = (0..<50).flatMap { _ in generator.text() }
    #expect(texts.count == 100_577)
    #expect(Digest.fnv1a(texts) == 0x0CDB_C5AE_31DF_B794)
  }

  @Test(
    arguments: [
      #""__proto__":"#, #""":"#, #"\u00e9"#, #"\u00E9"#, #"\uD83D\uDE00"#, #"\ud83d\ude00"#,
      #"\/"#, #"\uD800"#, "1.0", "1e5", "-0", "1E+400", "東京都", "𠮷", "[]", "{}", "null",
      "\"husk\"", "\u{2028}", "\u{7F}",
    ])
  func holdWhatTripsNaiveCode(piece: String) {
    #expect(Self.sample.contains(piece))
  }

  @Test func holdHugeIntegersAndDuplicateKeys() throws {
    var run = 0
    var longest = 0
    for byte in Self.sample.utf8 {
      run = (0x30...0x39).contains(byte) ? run + 1 : 0
      longest = max(longest, run)
    }
    #expect(longest == 400)
    var generator = JSONGenerator(SeededGenerator(seed: 3))
    let nodes = try (0..<300).map { _ in try ReferenceParser.parse(generator.text()) }
    #expect(nodes.contains(where: hasDuplicateKey))
    #expect(nodes.map(\.depth).max() ?? 0 > 100)
    #expect(nodes.contains { $0.depth == 0 })
  }

  private static let sample: String = {
    var generator = JSONGenerator(SeededGenerator(seed: 2))
    let texts = (0..<400).map { _ in generator.text() }
    return String(decoding: texts.concatenated(), as: UTF8.self)
  }()

  private func hasDuplicateKey(_ node: JSONNode) -> Bool {
    switch node {
    case .scalar: false
    case .array(let elements): elements.contains(where: hasDuplicateKey)
    case .object(let members):
      Set(members.map(\.key)).count < members.count
        || members.contains { hasDuplicateKey($0.value) }
    }
  }
}
