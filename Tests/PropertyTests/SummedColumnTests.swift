// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns that two others add up to", .seeded, .timeLimit(.minutes(60)))
struct SummedColumnTests {
  /// What three numbers of a row have to do with each other.
  enum Course: CaseIterable {
    case totalLast, totalFirst, totalBetween, duration, money, text, mostly, tooLarge, grouped
    case product

    /// Whether one of them is told by the others.
    var isFound: Bool { self != .product }

    func row(_ row: Int, _ time: inout Int, _ random: inout SeededGenerator) -> [String] {
      let (first, second) = (20 + random.below(1 << 14), 1 + random.below(1 << 13))
      let sum = first + second
      time += random.below(1 << 12)
      switch self {
      case .totalLast: return ["\(first)", "\(second)", "\(sum)"]
      case .totalFirst: return ["\(sum)", "\(second)", "\(first)"]
      case .totalBetween: return ["\(second)", "\(sum)", "\(first)"]
      case .duration: return ["\(time)", "\(time + first * 9)", "\(first * 9)"]
      case .money:
        return [first, second, sum].map { "\($0 + 1000).5" }.enumerated().map {
          // Halves add up to a whole.
          $0 == 2 ? "\(sum + 2001).0" : $1
        }
      case .text: return [first, second, sum].map { "\"\($0)\"" }
      case .mostly: return ["\(first)", "\(second)", "\(sum + (row % 40 == 7 ? row % 5 : 0))"]
      case .tooLarge:
        let huge = Int.max - first
        return ["\(huge)", "\(second)", "\(huge - second)"]
      case .grouped:
        let group = row % 3 * 1_000_000_000 + time
        return ["\(group)", "\(second)", "\(group - second + 77)"]
      case .product: return ["\(first)", "\(second)", "\(first * second)"]
      }
    }
  }

  private func text(_ course: Course, _ count: Int) -> [UInt8] {
    var random = SeededGenerator(stream: count)
    var time = 1_700_000_000_000
    let rows = (0..<count).map { row in
      let numbers = course.row(row, &time, &random)
      return #"{"a":\#(numbers[0]),"b":\#(numbers[1]),"c":\#(numbers[2])}"#
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test("come back", arguments: Course.allCases)
  func summedColumnsComeBack(course: Course) throws {
    for (level, count) in [(1, 40), (1, 700), (3, 700), (3, 5000), (5, 700), (9, 3000)] {
      let text = text(course, count)
      let block = try ColumnBlock(text, Effort(level: level))
      #expect(try block.decodeTwice() == text)
      guard count >= 700 else { continue }
      let names = try block.encodings()
      let isFound = names.contains { $0.contains(" back + ") || $0.contains(" back - ") }
      #expect(isFound == course.isFound, "\(course) at \(level): \(names)")
    }
  }

  @Test("take nothing", arguments: [1, 3, 9])
  func sumsTakeNothing(level: Int) throws {
    let block = try ColumnBlock(text(.totalLast, 3000), Effort(level: level))
    // Fourteen and thirteen bits for each row, and no more for the sum.
    #expect(block.payload.count < 3000 * 27 / 8 + 500)
  }

  @Test("are told where only they are read") func sourcesAreRead() throws {
    for course in [Course.totalLast, .duration, .grouped] {
      let text = text(course, 700)
      let others = String(decoding: text, as: UTF8.self).replacing(/"a":[0-9]+/, with: "\"a\":0")
      #expect(try ColumnBlock(text, .default).decodeWithoutFirst() == Array(others.utf8))
    }
  }

  @Test("may be damaged") func damagedColumns() throws {
    var random = SeededGenerator(stream: 5)
    let block = try ColumnBlock(text(.totalLast, 300), .default)
    #expect(try block.encodings().contains { $0.contains(" back + ") })
    try block.damage(2000, &random)
  }
}
