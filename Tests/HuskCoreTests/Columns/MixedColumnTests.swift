// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Columns of few values and of several kinds (SPEC §8.6 Scalar columns)")
struct MixedColumnTests {
  private static let rows = 300

  /// Integers over a scale of one digit, as the rest of a block.
  private func decimals(_ block: inout BlockBuilder, _ mantissas: BlockBuilder.Integers) {
    block.byte(4)
    block.count(1)
    block.integers(mantissas)
  }

  private func text(_ mantissa: Int64) -> String {
    "\(mantissa < 0 ? "-" : "")\(mantissa.magnitude / 10).\(mantissa.magnitude % 10)"
  }

  @Test func numbersOfADictionaryAreThoseOfItsEntries() throws {
    let entries: [Int64] = [-7, 0, 1_234_567_890_123, 42]
    for isMade in [false, true] {
      let indices = (0..<Int64(Self.rows)).map { isMade ? $0 / 75 : $0 * 7 % 4 }
      let payload = BlockBuilder.rows(Self.rows) { block in
        decimals(
          &block,
          .dictionary(
            count: 4, .packed(width: 8, base: 0, entries),
            isMade
              ? .runs(count: 4, .planes(width: 1, base: 0, [0, 1, 2, 3]), .constant(74))
              : .planes(width: 1, base: 0, indices)))
      }
      let expected = indices.map { text(entries[Int($0)]) }
      #expect(try BlockBuilder.decode(payload, rows: Self.rows) == expected)
    }
  }

  @Test func indicesBehindTheEntriesAreRefused() {
    let payload = BlockBuilder.rows(Self.rows) { block in
      decimals(
        &block,
        .dictionary(
          count: 2, .packed(width: 8, base: 0, [1, 2]),
          .planes(width: 1, base: 0, (0..<Int64(Self.rows)).map { $0 % 3 })))
    }
    #expect(throws: HuskError.self) { try BlockBuilder.decode(payload, rows: Self.rows) }
  }

  /// A dictionary of strings, each of whose indices up to one takes its turn.
  private func strings(_ count: Int, entryCount: Int, highest: Int64) -> [UInt8] {
    BlockBuilder.rows(count) { block in
      block.byte(3)
      block.count(entryCount)
      block.textColumn(
        (0..<entryCount).flatMap { [ASCII.zero + UInt8($0), TextTerminator.string] })
      block.integers(
        .planes(width: 1, base: 0, (0..<Int64(count)).map { $0 % (highest + 1) }))
    }
  }

  @Test(arguments: [7, 300]) func entriesAreCountedAndChecked(count: Int) throws {
    let payload = strings(count, entryCount: 3, highest: 2)
    let expected = (0..<count).map { "\"\($0 % 3)\"" }
    #expect(try BlockBuilder.decode(payload, rows: count) == expected)
    for rows in [count - 1, count + 1] {
      #expect(throws: HuskError.self) { try BlockBuilder.decode(payload, rows: rows) }
    }
    for limit in [0, 3, 4 * count - 2] {
      #expect(throws: HuskError.self) {
        try BlockBuilder.decode(payload, rows: count, byteLimit: limit)
      }
    }
    for highest: Int64 in [3, 6] {
      let payload = strings(count, entryCount: 3, highest: highest)
      #expect(throws: HuskError.self) { try BlockBuilder.decode(payload, rows: count) }
    }
  }

  /// A mixed column all of whose values are of class 1, where another one stands with the classes
  /// of the first one but for `addend`.
  private func nested(_ runs: BlockBuilder.Integers, addend: Int64) -> [UInt8] {
    BlockBuilder.rows(Self.rows) { block in
      block.byte(8)
      block.count(2)
      block.integers(runs)
      decimals(&block, .constant(0))
      block.byte(8)
      block.count(1)
      // Between them stand the integers of class 0, of which there are none.
      block.byte(6)
      block.count(2)
      Varint.append(ZigZag.encode(addend), to: &block.descriptors)
      decimals(&block, .packed(width: 2, base: 0, (0..<Int64(Self.rows)).map { $0 }))
    }
  }

  @Test(arguments: [1, 2, 20]) func classesMayBeDerived(runCount: Int) throws {
    let length = Int64(Self.rows / runCount) - 1
    let payload = nested(
      .runs(count: runCount, .constant(1), .constant(length)), addend: -1)
    let expected = (0..<Int64(Self.rows)).map(text)
    #expect(try BlockBuilder.decode(payload, rows: Self.rows) == expected)
    let sums = nested(.delta(first: 1, .constant(0)), addend: -1)
    #expect(try BlockBuilder.decode(sums, rows: Self.rows) == expected)
  }

  @Test func classesThatAreNotWhatTheySayAreRefused() {
    for (runs, addend) in [
      (BlockBuilder.Integers.runs(count: 2, .constant(1), .constant(149)), Int64(0)),
      (.runs(count: 2, .constant(1), .constant(150)), -1),
      (.runs(count: 3, .constant(1), .constant(149)), -1),
      (.runs(count: 1, .constant(1), .constant(149)), -1),
      (.runs(count: 2, .constant(1), .constant(-1)), -1),
    ] {
      let payload = nested(runs, addend: addend)
      #expect(throws: HuskError.self) { try BlockBuilder.decode(payload, rows: Self.rows) }
    }
  }
}
