// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns of numbers are planned", .seeded, .timeLimit(.minutes(60)))
struct NumberPlanningTests {
  /// What a column of numbers is planned as at an effort.
  private func plan(_ lexemes: [String], level: Int) -> ScalarPlan {
    let text = ColumnText(lexemes)
    let planner = ScalarPlanner(text.source, ColumnWorkspace(Effort(level: level)))
    return planner.plan(text.tokens)
  }

  /// Angles that a device told as integers, in degrees.
  private func angles(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    var angle = 500_000_000
    return (0..<count).map { _ in
      angle += random.within(-200...200)
      return "\(Double(angle) * 180 / 0x1p31)"
    }
  }

  /// Prices with the noise of sums.
  private func prices(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    (0..<count).map { _ in
      let price = Double(random.below(100_000)) / 100 + 1
      return "\(random.chance(1, in: 2) ? price : price.nextUp)"
    }
  }

  @Test("as the doubles that they are, be they few or many", arguments: [200, 5000], [1, 3, 9])
  func doubles(count: Int, level: Int) throws {
    var random = SeededGenerator(stream: count + level)
    guard case .floating(.double, _, _) = plan(angles(count, &random), level: level) else {
      Issue.record("angles are floating-point numbers")
      return
    }
    let near = plan(prices(count, &random), level: level)
    guard case .nearDecimals(scale: 2, _, _, distances: _) = near else {
      Issue.record("prices are next to decimals")
      return
    }
  }

  @Test("in the style of most, and a few others", arguments: [1, 3, 9])
  func styles(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let amounts = (0..<3000).map { row in
      let whole = "\(random.below(5000) + 1)"
      return row % 20 == 3 ? whole : whole + ".\(random.below(10))\(random.below(10))"
    }
    guard case .mixed(_, let columns) = plan(amounts, level: level), columns.count == 2,
      case .decimals(scale: 2, .fixed, _) = columns[0]
    else {
      Issue.record("most amounts have two digits behind the point")
      return
    }
    let trimmed = (0..<3000).map { row in
      row % 100 == 7 ? "1.50" : "\(Double(random.below(100_000)) / 100)"
    }
    guard case .mixed(_, let columns) = plan(trimmed, level: level), columns.count == 2,
      case .decimals(scale: 2, .trimmedToOne, _) = columns[0]
    else {
      Issue.record("numbers without zeros behind them are mixed with one that has some")
      return
    }
  }

  @Test("each at its own scale where one overflows at that of all") func overflow() {
    let lexemes = (0..<400).map {
      $0 % 2 == 0 ? "\(100_000_000_000_000_001 + $0)" : "0.1234567891\($0)"
    }
    let text = ColumnText(lexemes)
    let column = text.source.parseDecimals(text.tokens)
    #expect(column.style == nil && column.mantissas[0] == 100_000_000_000_000_001)
    #expect(column.scales[..<2] == [0, 11])
  }
}
