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

  @Test(arguments: [Layout.text, .row])
  func documentsThatNoDecoderTakesAreNotWritten(layout: Layout) throws {
    let document = Array("[\(String(repeating: "1,", count: 600))1]".utf8)
    let options = EncodeOptions(layout: layout, limits: Limits(decodedByteCount: 1_000))
    let error = #expect(throws: HuskError.self) {
      try Husk.encode(json: document, options: options)
    }
    #expect(error?.code == .limitExceeded)
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
