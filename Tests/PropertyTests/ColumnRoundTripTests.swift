// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Blocks of columns come back", .seeded, .timeLimit(.minutes(60)))
struct ColumnRoundTripTests {
  /// Encodes a document as one block and decodes it again.
  private func roundTrip(_ json: [UInt8], _ effort: Effort) throws -> [UInt8] {
    let block = try ColumnBlock(json, effort)
    return try block.decodeTwice()
  }

  @Test("in the whitespace of every printer", arguments: JSONStyle.allCases)
  func aTextComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.hashStream))
    for round in 0..<60 {
      let text = style.reprint(generator.text())
      #expect(try roundTrip(text, Effort(level: round % 4 == 0 ? 5 : 3)) == text)
    }
  }

  @Test("as sequences of texts", arguments: SequenceStyle.allCases)
  func aSequenceComesBack(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.hashStream))
    for _ in 0..<60 {
      let sequence = style.join(generator.texts(count: 60))
      guard sequence.contains(where: { !ASCII.isWhitespace($0) && $0 < 0x80 }) else { continue }
      #expect(try roundTrip(sequence, .default) == sequence)
    }
  }

  @Test("from a decoder that is used again") func decoderIsReused() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 1))
    let blocks = try (0..<40).map { _ in
      try ColumnBlock(generator.text(valueCount: 600), .default)
    }
    for block in blocks {
      var decoder = ColumnBlockDecoder(block.plan, DecodeOptions())
      var text: [UInt8] = [1, 2, 3]
      for _ in 0..<3 {
        try decoder.decode(
          block.payload.span, BlockFrame(), rowCount: block.rowCount, byteLimit: block.json.count,
          appendingTo: &text)
      }
      #expect(text == [1, 2, 3] + block.json + block.json + block.json)
    }
  }

  @Test("and never as more bytes than announced") func byteLimitHolds() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 2))
    for style in JSONStyle.allCases {
      let json = style.reprint(generator.text())
      let block = try ColumnBlock(json, .default)
      #expect(try block.decode(byteLimit: json.count + 100) == json)
      for missing in [1, 2, 10, json.count / 2, json.count] where missing <= json.count {
        #expect(throws: HuskError.self) {
          try block.decode(byteLimit: json.count - missing)
        }
      }
    }
  }

  @Test("and where they nest as deep as the limit, no deeper") func depthLimitHolds() throws {
    for text in [#"[[[[1]]]]"#, #"{"a":{"a":{"a":{"a":{}}}}}"#, #"[{"b":[{"b":[]}]}]"#] {
      let block = try ColumnBlock(Array(text.utf8), .default)
      let depth = text.prefix { $0 != "1" && $0 != "]" && $0 != "}" }
        .count { $0 == "[" || $0 == "{" }
      var limits = Limits(depth: depth)
      #expect(try block.decode(byteLimit: 100, limits) == block.json)
      limits.depth = depth - 1
      #expect(throws: HuskError.self) { try block.decode(byteLimit: 100, limits) }
    }
  }

  @Test("or as an error where their bytes are changed") func damageIsNoticedOrHarmless() throws {
    var random = SeededGenerator(stream: 3)
    var generator = JSONGenerator(SeededGenerator(stream: 4))
    for round in 0..<150 {
      let style = JSONStyle.allCases[round % JSONStyle.allCases.count]
      let json = style.reprint(generator.text(valueCount: 400))
      var block = try ColumnBlock(json, Effort(level: round % 3 == 0 ? 5 : 3))
      block.payload = try block.payload(of: block.sections())
      let payload = block.payload
      #expect(try block.decode(byteLimit: json.count) == json)
      for _ in 0..<60 {
        block.payload = payload
        for _ in 0..<random.within(1...3) {
          let place = random.below(min(payload.count, random.pick([20, 200, 1 << 20])))
          block.payload[place] = random.pick([
            UInt8(truncatingIfNeeded: random.next()), 0, 1, 0xFF, payload[place] &+ 1,
            payload[place] ^ 0x80,
          ])
        }
        // Whatever comes back is in bounds; the check of the block is not this layer's.
        let text = try? block.decode(byteLimit: json.count)
        #expect((text?.count ?? 0) <= json.count)
        // A decoder need not see that a text is none, so one may refuse what the other does not.
        if round % 10 == 0, let text, text.count == json.count {
          let other = try? BothDecoders.reference(
            block.payload, block.canonical, rowCount: block.rowCount, text)
          #expect(other == nil || other == text)
        }
      }
    }
  }

  @Test("or in part, as an error where their bytes are changed")
  func damageIsNoticedOrHarmlessInPart() throws {
    var random = SeededGenerator(stream: 6)
    var generator = JSONGenerator(SeededGenerator(stream: 7))
    for round in 0..<80 {
      let json = generator.text(valueCount: 400)
      let block = try ColumnBlock(json, Effort(level: round % 3 == 0 ? 5 : 3))
      let sections = try block.sections()
      var paths = try PathGenerator(json, SeededGenerator(stream: 100 + round))
      for _ in 0..<20 {
        var decoder = ColumnBlockDecoder(
          block.plan, DecodeOptions(), selecting: paths.selection())
        var damaged = sections
        for _ in 0..<random.below(4) {
          let section = random.pick([0, 0, 0, random.below(sections.count)])
          guard !sections[section].isEmpty else { continue }
          let place = random.below(sections[section].count)
          damaged[section][place] = random.pick([
            UInt8(truncatingIfNeeded: random.next()), 0, 1, 0xFF, sections[section][place] &+ 1,
          ])
        }
        // The checks are right, so that whatever is wrong has to be noticed otherwise, or not at all.
        var text: [UInt8] = []
        try? decoder.decode(
          block.payload(of: damaged).span, BlockFrame(), rowCount: block.rowCount,
          byteLimit: json.count, appendingTo: &text)
        #expect(text.count <= json.count + block.rowCount)
        if damaged == sections { #expect(!text.isEmpty) }
      }
    }
  }

  @Test("or in part, from a decoder that failed in what it passes over")
  func failuresLeaveNothingBehind() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 8))
    for round in 0..<40 {
      let json = generator.text(valueCount: 200)
      let block = try ColumnBlock(json, .default)
      let sections = try block.sections()
      var paths = try PathGenerator(json, SeededGenerator(stream: 200 + round))
      var decoder = ColumnBlockDecoder(block.plan, DecodeOptions(), selecting: paths.selection())
      var expected: [UInt8] = []
      try decoder.decode(
        block.payload.span, BlockFrame(), rowCount: block.rowCount, byteLimit: json.count,
        appendingTo: &expected)
      for count in 0..<min(sections[0].count, 60) {
        var damaged = sections
        damaged[0].removeSubrange(count...)
        var text: [UInt8] = []
        try? decoder.decode(
          block.payload(of: damaged).span, BlockFrame(), rowCount: block.rowCount,
          byteLimit: json.count, appendingTo: &text)
        #expect(text.isEmpty)
        try decoder.decode(
          block.payload.span, BlockFrame(), rowCount: block.rowCount, byteLimit: json.count,
          appendingTo: &text)
        #expect(text == expected)
      }
    }
  }

  @Test("or as an error where they are cut short") func truncationIsNoticed() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 5))
    let json = generator.text(valueCount: 100)
    var block = try ColumnBlock(json, .default)
    let payload = block.payload
    for count in 0..<payload.count {
      block.payload = Array(payload[..<count])
      #expect(throws: HuskError.self) { try block.decode(byteLimit: json.count) }
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The number of the case, to give each its own stream of numbers.
  fileprivate var hashStream: Int {
    100 + Self.allCases.prefix { $0 != self }.count
  }
}
