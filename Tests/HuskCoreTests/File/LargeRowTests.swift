// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("A document that is one large row", .timeLimit(.minutes(60)))
struct LargeRowTests {
  /// Numbers, strings that recur and a few that do not, and one string that makes it large.
  private static func document(_ byteCount: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    let names = ["red", "green", "blue", "a longer name"]
    let rows = (0..<270_000).map { "[\($0 % 911),\"\(names[random.below(4)])\"]" }
    let some = (0..<9).map { #"{"only":"\#($0)","here":[\#($0),null]}"# }
    let text = String(repeating: "0123456789abcdef", count: byteCount / 16)
    return Array(
      #"{"some":[\#(some.joined(separator: ","))],"rows":[\#(rows.joined(separator: ","))],"#.utf8)
      + Array(#""text":"\#(text)","more":{"only":"x","here":[true]}}"#.utf8)
  }

  @Test(
    "comes back, whether its streams are kept or written anew",
    arguments: [
      (8 << 20, Effort.default), (8 << 20, Effort(level: 4)), (21 << 20, Effort(level: 4)),
    ])
  func documentComesBack(byteCount: Int, effort: Effort) throws {
    try expectRoundTrip(Self.document(byteCount), effort)
  }

  @Test(
    "comes back where integers took the place of their tokens",
    arguments: [Effort.default, Effort(level: 4)])
  func denseIntegersComeBack(effort: Effort) throws {
    var random = SeededGenerator(seed: 5)
    let digits = (0..<4_200_000).map { _ in UInt8(ascii: "0") + UInt8(random.below(10)) }
    let array = digits.flatMap { [$0, UInt8(ascii: ",")] }.dropLast()
    let json =
      Array(#"{"some":[1,2.5,3],"digits":["#.utf8) + array + Array(#"],"more":[4,5]}"#.utf8)
    try expectRoundTrip(json, effort)
    let bytes = PaddedBytes(json)
    var values = SlotValues()
    let (planner, slots) = try plan(bytes, effort, &values)
    for slot in slots {
      let (column, kept) = planner.planValues(taking: slot, from: &values)
      let expected = digits.map { Int64($0 - UInt8(ascii: "0")) }
      guard case .decimals(scale: 0, .fixed, .derivable(expected, _, _)) = column else {
        Issue.record("the column is not one of integers")
        continue
      }
      #expect(kept.isEmpty && planner.takenCounts == [slot: digits.count])
      guard
        case .decimals(scale: 0, .fixed, .planes(_, let width, expected)) = column.withoutEntries,
        width.whole == 0, width.bits == 4
      else {
        Issue.record("the column has a dictionary")
        continue
      }
    }
    #expect(planner.takenCounts.count == 1)
  }

  /// Short values of several kinds, some of them numbers of so many.
  private static func mixed(_ numberCount: Int, count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 7)
    let values = (0..<count).map { index in
      index % 9 < 4 ? "\(random.below(numberCount))" : random.pick(["null", "\"a\"", "true"])
    }
    return Array(#"{"some":[1,"x"],"mixed":[\#(values.joined(separator: ","))],"more":{}}"#.utf8)
  }

  @Test(
    "has numbers in place of short values where these are few",
    arguments: [(7, true), (7000, false)])
  func denseValuesAreNumbered(distinct: (count: Int, areFew: Bool)) throws {
    let json = Self.mixed(distinct.count, count: 1_060_000)
    let bytes = PaddedBytes(json)
    var values = SlotValues()
    let (planner, slots) = try plan(bytes, .default, &values)
    #expect(slots.count == 1)
    for slot in slots {
      let count = values.values[slot].count
      let (column, kept) = planner.planValues(taking: slot, from: &values)
      #expect(planner.takenCounts == (distinct.areFew ? [slot: count] : [:]))
      #expect(kept.count == (distinct.areFew ? 0 : count))
      guard distinct.areFew else { continue }
      guard case .dictionary(_, count: distinct.count + 3, _) = column else {
        Issue.record("the column is no dictionary")
        continue
      }
    }
  }

  @Test(
    "gives up the numbers that were gathered of it once they are planned, and the tokens of integers",
    arguments: [1, 0])
  func gatheredNumbersAreTaken(scale: Int) throws {
    let count = 1_100_000
    let numbers = (0..<count).map { Int64($0 % 31 * 17) }
    let lexemes = numbers.map { scale == 0 ? "\($0)" : "\($0 / 10).\($0 % 10)" }
    let bytes = PaddedBytes(Array("[\(lexemes.joined(separator: ","))]".utf8))
    var values = SlotValues()
    let (planner, slots) = try plan(bytes, .default, &values)
    values.gather(bytes.source)
    values.finishGathering(bytes.source)
    #expect(slots.count == 1)
    for slot in slots {
      guard case .numbers(numbers, [], _) = values.gathered(of: slot) else {
        Issue.record("the numbers were not gathered")
        continue
      }
      let (column, kept) = planner.planValues(taking: slot, from: &values)
      guard case .decimals(scale: scale, .fixed, _) = column.withoutEntries else {
        Issue.record("the column is not one of decimals")
        continue
      }
      #expect(kept.isEmpty && planner.takenCounts == (scale == 0 ? [slot: count] : [:]))
      let (isGathered, left) = (values.isGathered(slot), values.values[slot].count)
      #expect(!isGathered && left == (scale == 0 ? 0 : count))
    }
  }

  @Test("comes back where numbers took the place of short values that recur")
  func denseValuesComeBack() throws {
    try expectRoundTrip(Self.mixed(7, count: 2_500_000), .default)
  }

  @Test(
    "is waited for to its end where that is known",
    arguments: [
      (nil, 2000, 4000), (9000, 2000, 9000), (17_000, 2000, 4000), (17_000, 3000, 17_000),
    ]
      as [(Int?, Int, Int)])
  func theEndIsWaitedFor(expected: Int?, count: Int, wanted: Int) throws {
    var scanner = RowScanner(
      as: .json, blockByteCount: count, expecting: expected, limits: Limits())
    scanner.append(Array(#"{"a":["#.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 5))
    scanner.append(Array(#"""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: count - 12))
    let isThere = try scanner.next() != nil
    #expect(!isThere)
    #expect(scanner.missingByteCount == wanted - count + count / 256)
  }

  @Test("is not waited for where rows are short")
  func shortRowsAreNotWaitedFor() throws {
    let row = Array(#"{"a":[1,2,3]}"#.utf8) + [UInt8(ascii: "\n")]
    var scanner = RowScanner(
      as: .ndjson, blockByteCount: 1000, expecting: 5000, limits: Limits())
    for _ in 0..<71 { scanner.append(row) }
    scanner.append(Array(#"{"a":["#.utf8))
    let isThere = try scanner.next() != nil
    #expect(!isThere)
    #expect(scanner.missingByteCount < 1000)
  }

  /// Splits a text, and returns what plans its columns, and the slots with more than a million values.
  private func plan(
    _ bytes: borrowing PaddedBytes, _ effort: Effort, _ values: inout SlotValues
  ) throws -> (SlotPlanner, [Int]) {
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(bytes, as: .json)
    let plan = TemplateExtractor.split(
      tokenizer.tape, bytes.source, limits: Limits(), into: &values)
    let slots = plan.nodes.indices.filter { values.values[$0].count > 1 << 20 }
    return (SlotPlanner(bytes.source, plan, values, ColumnWorkspace(effort)), slots)
  }

  private func expectRoundTrip(_ json: [UInt8], _ effort: Effort) throws {
    var scanner = RowScanner(as: .json, blockByteCount: 1 << 20, limits: Limits())
    scanner.append(json)
    scanner.finish()
    guard var block = try scanner.next() else {
      Issue.record("the scanner has no block")
      return
    }
    let isLarge = block.rows.isLargeRow
    #expect(isLarge)
    let options = EncodeOptions(layout: .column, effort: effort)
    var encoder = BlockEncoder(options)
    let encoded = try encoder.encode(&block)
    let tokenCount = block.rows.tape.count
    #expect(tokenCount == 0)
    var file = FileEncoder([UInt8](), options, TemplateCompressor(effort), nil)
    file.write(encoded)
    #expect(try Husk.decode(file.finish()) == json)
  }
}
