// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Values that stood in the text before", .seeded)
struct RepeatedValuesTests {
  /// Fewer tokens are scanned without a look at what stood before.
  private static let leastTokenCount = 512

  @Test("have the tokens that they have alone", arguments: ["", " ", "\n    "])
  func tokensAreTheSame(gap: String) throws {
    var random = SeededGenerator()
    for _ in 0..<20 {
      let kinds = (0..<8).map { _ in Self.value(depth: 3, gap, &random) }
      let values = (0..<400).map { _ in kinds[Int.random(in: 0..<kinds.count, using: &random)] }
      let text = "[" + values.joined(separator: ",") + "]"
      let tape = try Self.tape(text)
      var index = 1
      var offset = 1
      for value in values {
        let alone = try Self.tape(value)
        try #require(alone.count < Self.leastTokenCount)
        for token in 0..<alone.count {
          let expected = alone[token]
          #expect(
            tape[index + token]
              == Token(expected.kind, offset: expected.offset + offset, extent: expected.extent))
        }
        index += alone.count
        offset += value.utf8.count + 1
      }
      #expect(index == tape.count - 1)
    }
  }

  @Test("count as they do alone", arguments: ["", " ", "\n    "])
  func countsAreTheSame(gap: String) throws {
    var random = SeededGenerator()
    let kinds = (0..<8).map { _ in Self.value(depth: 3, gap, &random) }
    let values = (0..<400).map { _ in kinds[Int.random(in: 0..<kinds.count, using: &random)] }
    let tape = try Self.tape("[" + values.joined(separator: ",") + "]")
    var gapByteCount = 0
    var punctuationCount = values.count - 1
    for value in values {
      let alone = try Self.tape(value)
      gapByteCount += alone.gapByteCount
      punctuationCount += alone.punctuationCount
    }
    #expect(tape.gapByteCount == gapByteCount)
    #expect(tape.punctuationCount == punctuationCount)
  }

  @Test("are refused where they nest too deeply there")
  func depthIsLimited() throws {
    var limits = Limits()
    limits.depth = 6
    let value = #"[["0123456789012345678901234567890123456789",[1]]]"#
    let others = repeatElement("1", count: 600).joined(separator: ",")
    func text(_ depth: Int) -> PaddedBytes {
      let open = String(repeating: "[", count: depth)
      let close = String(repeating: "]", count: depth)
      return PaddedBytes(Array("[\(others),\(value),\(open)\(value)\(close),\(value)]".utf8))
    }
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(text(2), as: .json)
    #expect(throws: HuskError.self) { try Self.tokenize(text(3), limits) }
  }

  @Test("are scanned again where they differ in a byte")
  func faultsAreFound() throws {
    let value = #"{"name":"0123456789012345678901234567890123456789","more":[1,2,3,true]}"#
    let bytes = Array(value.utf8)
    let others = repeatElement("1", count: 600).joined(separator: ",")
    for position in bytes.indices {
      var changed = bytes
      changed[position] = 0x01
      let text = Array("[\(others),\(value),".utf8) + changed + Array("]".utf8)
      let fault = #expect(throws: HuskError.self) { try Self.tokenize(PaddedBytes(text), Limits()) }
      #expect(fault?.offset == text.count - 1 - bytes.count + position)
    }
    // What is cut off is not taken from where it is whole.
    for count in 1..<bytes.count {
      let text = Array("[\(others),\(value),".utf8) + bytes.prefix(count)
      #expect(throws: HuskError.self) { try Self.tokenize(PaddedBytes(text), Limits()) }
    }
  }

  @Test("are forgotten with the text that they stood in")
  func textsAreApart() throws {
    var random = SeededGenerator()
    var tokenizer = Tokenizer(limits: Limits())
    for gap in ["", " ", "", "\n  "] {
      let kinds = (0..<4).map { _ in Self.value(depth: 3, gap, &random) }
      let values = (0..<200).map { _ in kinds[Int.random(in: 0..<kinds.count, using: &random)] }
      let text = "[" + values.joined(separator: ",") + "]"
      try tokenizer.tokenize(PaddedBytes(Array(text.utf8)), as: .json)
      let gapByteCount = try values.reduce(0) { try $0 + Self.tape($1).gapByteCount }
      #expect(tokenizer.tape.gapByteCount == gapByteCount)
    }
  }

  private static func tokenize(_ text: consuming PaddedBytes, _ limits: Limits) throws {
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(text, as: .json)
  }

  private static func tape(_ text: String) throws -> TokenTape {
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(PaddedBytes(Array(text.utf8)), as: .json)
    return tokenizer.takeTape()
  }

  /// An object or array with few different values, so that parts of different ones are the same.
  private static func value(
    depth: Int, _ gap: String, _ random: inout SeededGenerator
  ) -> String {
    let scalars = ["1", "true", #""a string of some length""#, "-2.5e3", #""\u00e9\"""#]
    let items = (0..<Int.random(in: 0...5, using: &random)).map { index in
      let item =
        depth == 0 || Bool.random(using: &random)
        ? scalars[Int.random(in: 0..<scalars.count, using: &random)]
        : value(depth: depth - 1, gap, &random)
      return (index, item)
    }
    if Bool.random(using: &random) {
      return "[" + gap + items.map(\.1).joined(separator: "," + gap) + gap + "]"
    }
    let members = items.map { #""key number \#($0)":\#(gap)\#($1)"# }
    return "{" + gap + members.joined(separator: "," + gap) + gap + "}"
  }
}
