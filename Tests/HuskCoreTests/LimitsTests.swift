// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Limits (SPEC §10.1 Limits)")
struct LimitsTests {
  @Test func depthStaysBelowItsOwnLimit() {
    #expect(Limits(depth: 1_000_000).depth == Limits.maxDepth)
    var limits = Limits()
    limits.depth = 1_000_000
    #expect(limits.depth == Limits.maxDepth)
  }

  @Test func noLimitIsBelowZero() throws {
    let none = Limits(
      depth: -1, shapes: -1, templateEntries: -1, templateByteCount: -1,
      messageTemplateByteCount: -1, frameByteCount: -1, blockRowCount: -1, blockByteCount: -1,
      passphraseCost: -1, decodedByteCount: -1, decodedRatio: -1)
    var limits = Limits()
    limits.depth = -1
    limits.shapes = -1
    limits.templateEntries = -1
    limits.templateByteCount = -1
    limits.messageTemplateByteCount = -1
    limits.frameByteCount = -1
    limits.blockRowCount = -1
    limits.blockByteCount = -1
    limits.passphraseCost = -1
    limits.decodedByteCount = -1
    limits.decodedRatio = -1
    #expect(limits == none)
    #expect(none.depth == 0 && none.blockByteCount == 0 && none.decodedRatio == 0)
    for text in ["[1]", "1", ""] {
      let error = #expect(throws: HuskError.self) {
        try Husk.decode(Husk.encode(json: Array(text.utf8)), options: DecodeOptions(limits: none))
      }
      #expect(text.isEmpty ? error?.code == .emptyInput : error?.code == .limitExceeded)
    }
  }

  @Test(arguments: [Layout.auto, .text, .row])
  func withoutDepthThereAreScalarsOnly(layout: Layout) throws {
    let options = EncodeOptions(layout: layout, limits: Limits(depth: 0))
    let deep = [UInt8](repeating: ASCII.openBracket, count: 100_000)
    for text in [deep, Array("[]".utf8), Array("{}".utf8), Array("[1,2]".utf8)] {
      let error = #expect(throws: HuskError.self) { try Husk.encode(json: text, options: options) }
      #expect(error?.code == .limitExceeded)
    }
    let scalar = Array("12".utf8)
    #expect(try Husk.decode(Husk.encode(json: scalar, options: options)) == scalar)
  }

  @Test(arguments: ["[", "{\"a\":", "1 ["])
  func theLimitOfDepthIsNamedAsItIs(opening: String) {
    let text = Array(String(repeating: opening, count: opening.hasPrefix("1") ? 1 : 9).utf8)
    let deep = text + [UInt8](repeating: ASCII.openBracket, count: 9)
    let options = EncodeOptions(limits: Limits(depth: 7))
    let error = #expect(throws: HuskError.self) { try Husk.encode(json: deep, options: options) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.context.contains("depth 7") == true, "\(String(describing: error))")
  }

  @Test func rowsThatDoNotEndAreRefusedBeforeTheyDo() throws {
    var scanner = RowScanner(
      as: .auto, blockByteCount: 1_000, limits: Limits(blockByteCount: 50_000))
    scanner.append(Array("[\"".utf8))
    let more = [UInt8](repeating: ASCII.zero, count: 10_000)
    var byteCount = 0
    let error = #expect(throws: HuskError.self) {
      while byteCount < 1_000_000 {
        scanner.append(more)
        byteCount += more.count
        guard try scanner.next() == nil else { return }
      }
    }
    #expect(error?.code == .limitExceeded)
    #expect(byteCount <= 200_000)
  }

  @Test(
    arguments: [
      (0, Limits.unratedByteCount), (67_108, Limits.unratedByteCount), (67_109, 67_109_000),
      (1_000_000, 1_000_000_000), (Int.max, 1 << 32),
    ])
  func largeFilesMayDecodeToMore(input: Int, most: Int) {
    #expect(Limits().decodedByteCount(forInputOf: input) == most)
  }

  @Test func theSmallerLimitHolds() {
    let limits = Limits(decodedByteCount: 1_000)
    #expect(limits.decodedByteCount(forInputOf: 10_000_000) == 1_000)
  }

  #if !DEBUG
    @Test func encodersStayWithinTheRatio() throws {
      let row = Array("0,".utf8)
      let rows = repeatElement(row, count: Limits.unratedByteCount / 2).joined()
      let document = [ASCII.openBracket] + rows + [ASCII.zero, ASCII.closeBracket]
      #expect(try Husk.decode(Husk.encode(json: document)) == document)
      let encoded = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
      #expect(encoded.count > document.count / 1_001 && encoded.count < document.count / 990)
      #expect(try Husk.decode(encoded) == document)
    }
  #endif

  @Test func whatIsWrittenIsReadUnderTheSameLimits() throws {
    let rows = Array(String(repeating: "[1,\"some row\"]\n", count: 500).utf8)
    let limits = Limits(blockByteCount: 1_000)
    let encoded = try Husk.encode(json: rows, options: EncodeOptions(limits: limits))
    #expect(try Husk.decode(encoded, options: DecodeOptions(limits: limits)) == rows)
  }

  @Test(arguments: [Layout.auto, .column, .text, .row])
  func documentsThatNoDecoderTakesAreNotWritten(layout: Layout) throws {
    let document = Array("[\(String(repeating: "1,", count: 600))1]".utf8)
    let options = EncodeOptions(layout: layout, limits: Limits(decodedByteCount: 1_000))
    let error = #expect(throws: HuskError.self) {
      try Husk.encode(json: document, options: options)
    }
    #expect(error?.code == .limitExceeded)
    // What whitespace takes does not count where it is dropped.
    let spaced = document + [UInt8](repeating: ASCII.space, count: 900)
    let minified = EncodeOptions(
      layout: layout, whitespace: .minified, limits: Limits(decodedByteCount: document.count))
    #expect(try Husk.decode(Husk.encode(json: spaced, options: minified)) == document)
  }

  @Test(
    arguments: [
      Limits(blockByteCount: 1_000), Limits(blockRowCount: 200), Limits(frameByteCount: 400),
    ])
  func blocksThatNoDecoderTakesAreNotWritten(limits: Limits) throws {
    var random = SeededGenerator(seed: 1)
    let numbers = (0..<300).map { _ in String(random.below(1 << 32)) }
    let options = EncodeOptions(layout: .column, limits: limits)
    let document = Array("[\(numbers.joined(separator: ","))]".utf8)
    let text = limits.blockRowCount < 300 ? document : Array("{\"a\":".utf8) + document + [0x7D]
    let error = #expect(throws: HuskError.self) { try Husk.encode(json: text, options: options) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func templatesThatAreTooLargeAreNotWritten() throws {
    let document = Array(#"[{"a":1,"b":2},{"a":3,"b":4}]"#.utf8)
    let limits = Limits(templateEntries: 2)
    let encoded = try Husk.encode(
      json: document, options: EncodeOptions(layout: .text, limits: limits))
    #expect(try Husk.inspect(encoded).template == Template(shapes: [], root: .any))
    #expect(try Husk.decode(encoded, options: DecodeOptions(limits: limits)) == document)
  }

  @Test func objectsBeyondTheLimitOfShapesAreCarriedAsTheyAre() throws {
    let document = Array(#"[{"a":1,"b":2},{"c":[3]},{"d":{"c":4}},{"a":5,"b":6}]"#.utf8)
    for count in 0...4 {
      let limits = Limits(shapes: count)
      let encoded = try Husk.encode(
        json: document, options: EncodeOptions(layout: .text, limits: limits))
      #expect(try Husk.inspect(encoded).template.shapes.count <= count)
      #expect(try Husk.decode(encoded, options: DecodeOptions(limits: limits)) == document)
    }
  }
}
