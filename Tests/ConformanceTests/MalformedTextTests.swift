// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// Damage gives an error or the exact document, never other bytes and never a crash.
@Suite("Malformed text files", .timeLimit(.minutes(60)))
struct MalformedTextTests {
  #if DEBUG
    /// Debug builds try small files only.
    private static let byteLimit = 260
    /// And frames on the stack are several times larger.
    private static let depth = Limits().depth
  #else
    private static let byteLimit = 2_000
    private static let depth = Limits.maxDepth
  #endif

  private static let vectors = Vector.all(in: "text", "gaps", succeed: true)
    .filter { $0.content["text"]?.count ?? 0 <= byteLimit }

  /// Small limits, so that what grows without bounds is stopped soon.
  private static let options = DecodeOptions(limits: Limits(decodedByteCount: 1 << 20))

  private func expectErrorOrDocument(_ text: [UInt8], _ document: [UInt8]) {
    guard let decoded = try? Husk.decode(text, options: Self.options) else { return }
    #expect(decoded == document, "\(String(decoding: text, as: UTF8.self))")
  }

  @Test func areTaken() {
    #expect(Self.vectors.count > 40)
  }

  @Test(arguments: vectors)
  func cutAnywhere(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    let document = try Husk.decode(text)
    for count in text.indices { expectErrorOrDocument(Array(text.prefix(count)), document) }
    let object = text.lastIndex(of: ASCII.closeBrace) ?? 0
    for count in 0...object {
      #expect(throws: HuskError.self) { try Husk.decode(Array(text.prefix(count))) }
    }
  }

  @Test(arguments: vectors)
  func withAnyBitFlipped(vector: Vector) throws {
    var text = try #require(vector.content["text"])
    let document = try Husk.decode(text)
    for index in text.indices {
      for bit in 0..<8 {
        text[index] ^= 1 << UInt8(bit)
        expectErrorOrDocument(text, document)
        text[index] ^= 1 << UInt8(bit)
      }
    }
  }

  @Test(arguments: vectors)
  func withAnyByteLeftOutOrDoubled(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    let document = try Husk.decode(text)
    for index in text.indices {
      expectErrorOrDocument(Array(text[..<index] + text[(index + 1)...]), document)
      expectErrorOrDocument(Array(text[...index] + text[index...]), document)
    }
  }

  @Test(arguments: vectors)
  func withAnyNumberThatLies(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    let document = try Husk.decode(text)
    let string = String(decoding: text, as: UTF8.self)
    for number in string.matches(of: /-?\d+/) {
      for lie in ["-1", "0", "1", "2", "31", "65536", "268435455", "9007199254740991", "1e9"] {
        let changed = string[..<number.range.lowerBound] + lie + string[number.range.upperBound...]
        expectErrorOrDocument(Array(changed.utf8), document)
      }
    }
  }

  @Test(
    arguments: [
      #"{"husk":1,"template":{"shapes":[[]],"root":[0]},"check":"00000000","values":[268435455]}"#,
      #"{"husk":1,"template":{"root":[{"tuple":[]}]},"check":"00000000","values":[268435455]}"#,
      #"{"husk":1,"template":{"root":[{"const":1}]},"check":"00000000","values":[268435455]}"#,
      #"{"husk":1,"template":{"root":{"const":1}},"texts":9007199254740991,"check":"00000000","values":[]}"#,
      #"{"husk":1,"template":{"root":{"tuple":[]}},"texts":9007199254740991,"check":"00000000","gaps":{"at":[0,1]},"values":[]}"#,
    ])
  func bombsStopAtTheLimit(text: String) {
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Husk.decode(Array(text.utf8), options: Self.options)
    }
    #if !DEBUG
      #expect(throws: HuskError(.limitExceeded, "")) { try Husk.decode(Array(text.utf8)) }
    #endif
  }

  @Test func shapesThatDoubleStopAtTheLimit() {
    let shapes = (1...200).map { #"["a",\#($0),"b",\#($0)]"# } + ["[]"]
    let text = """
      {"husk":1,"template":{"shapes":[\(shapes.joined(separator: ","))],"root":0},\
      "check":"00000000","values":[]}
      """
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Husk.decode(Array(text.utf8), options: Self.options)
    }
  }

  @Test func longGapsStopAtTheLimit() {
    let blanks = String(repeating: " ", count: 10_000)
    let gaps = (0..<2_000).map { _ in "0,3" }.joined(separator: ",")
    let text = """
      {"husk":1,"template":{"root":[{"const":1}]},"check":"00000000",\
      "gaps":{"list":["\(blanks)"],"at":[\(gaps)]},"values":[1000]}
      """
    #expect(throws: HuskError(.limitExceeded, "")) {
      try Husk.decode(Array(text.utf8), options: Self.options)
    }
  }

  @Test(arguments: ["[", #"{"a":"#, #"{"husk":1,"values":["#, #"{"husk":1,"template":{"root":["#])
  func deepNestingIsRefused(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: HuskError.self) { try Husk.decode(Array(text.utf8)) }
    let one = opening + String(repeating: "[", count: 100_000)
    #expect(throws: HuskError.self) { try Husk.decode(Array(one.utf8)) }
  }

  @Test func deepestNestingComesBack() throws {
    let limits = Limits(depth: Self.depth)
    let documents = [
      String(repeating: "[", count: limits.depth) + String(repeating: "]", count: limits.depth),
      String(repeating: "[1,", count: limits.depth - 1) + "{}"
        + String(repeating: "]", count: limits.depth - 1),
      String(repeating: #"{"a":"#, count: limits.depth) + "1"
        + String(repeating: "}", count: limits.depth),
      String(repeating: "[\n", count: limits.depth) + String(repeating: "]", count: limits.depth),
    ]
    for document in documents.map({ Array($0.utf8) }) {
      let encoded = try Husk.encode(
        json: document, options: EncodeOptions(layout: .text, limits: limits))
      #expect(try Husk.decode(encoded, options: DecodeOptions(limits: limits)) == document)
    }
  }
}
