// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("Rows that have a line each (SPEC §5.2 Prediction)")
struct LinedRowsTests {
  private let whole = BlockFrame(hasElements: true, continues: false, closes: true)
  private let plan = TemplatePlan(
    Template(
      shapes: [Shape(fields: [Field(key: Lexeme(Array("a".utf8)), slot: .any)])], root: .object(0)))

  private func rows(
    _ surprises: [(index: Int, gap: Int)], mostGaps: Int
  ) -> LinedRows? {
    LinedRows(surprises, GapStyle(), whole, plan, mostGaps: mostGaps)
  }

  @Test func aLineEndBehindTheFirstRowSeparatesThem() throws {
    let lined = try #require(rows([(7, GapModel.lineFeed)], mostGaps: 8))
    #expect(lined.separator == Array(",\n".utf8) && lined.lead == [] && lined.closing == [])
  }

  /// Otherwise each array without whitespace but a line end behind it would be decoded twice.
  @Test func theLastLineEndDoesNot() {
    #expect(rows([(7000, GapModel.lineFeed)], mostGaps: 8) == nil)
    #expect(rows([(9, GapModel.lineFeed)], mostGaps: 8) != nil)
    #expect(rows([(10, GapModel.lineFeed)], mostGaps: 8) == nil)
  }

  @Test func nothingSeparatesWhereNoneIsASurprise() {
    #expect(rows([], mostGaps: 8) == nil)
    #expect(rows([(7, GapModel.empty)], mostGaps: 8) == nil)
  }
}
