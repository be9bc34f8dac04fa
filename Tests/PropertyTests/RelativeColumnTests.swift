// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns near to others", .seeded, .timeLimit(.minutes(60)))
struct RelativeColumnTests {
  /// What the field `b` is beside the field `a`, and whether it is found near to it.
  enum Course: CaseIterable {
    case timeOfUpdate, dateOfEnd, digitsInText, endOfRange, priceOfDay, totalOfGroups, negative
    case noise

    var isFound: Bool { self != .noise }
  }

  private func date(_ seconds: Int) -> String {
    let (hour, minute) = (10 + seconds / 3600 % 10, 10 + seconds / 60 % 50)
    return "\"2024-03-01T\(hour):\(minute):\(10 + seconds % 50)Z\""
  }

  private func rows(_ course: Course, _ count: Int) -> [(String, String)] {
    var random = SeededGenerator(stream: count)
    var time = 1_700_000_000_000
    var totals = (0..<5).map { _ in random.below(1 << 30) }
    return (0..<count).map { row in
      time += random.below(1 << 22)
      let far = random.below(1 << 40)
      let near = random.below(60)
      switch course {
      case .timeOfUpdate: return ("\(time)", "\(time + near)")
      case .dateOfEnd: return (date(far), date(far + near % 3))
      case .digitsInText: return ("\"\(far)\"", "\"\(far - near)\"")
      case .endOfRange: return ("\(far)", "\(far + 1 + near)")
      case .priceOfDay: return ("\(far / 4).25", "\(far / 4 + near).75")
      case .totalOfGroups:
        totals[row % 5] += random.below(1 << 16)
        return ("\(totals[row % 5])", "\(totals[row % 5] + near)")
      case .negative: return ("-\(far)", "\(near - far)")
      case .noise: return ("\(far)", "\(random.below(1 << 40))")
      }
    }
  }

  private func text(_ rows: [(String, String)]) -> [UInt8] {
    Array(rows.map { "{\"a\":\($0),\"b\":\($1)}" }.joined(separator: "\n").utf8)
  }

  @Test("come back", arguments: Course.allCases)
  func relativeColumnsComeBack(course: Course) throws {
    for (level, count) in [(1, 40), (1, 700), (3, 700), (3, 5000), (5, 700), (9, 3000)] {
      let rows = rows(course, count)
      let block = try ColumnBlock(text(rows), Effort(level: level))
      #expect(try block.decodeTwice() == text(rows))
      guard count >= 700 else { continue }
      // What is decoded without the source needs it all the same.
      #expect(try block.decodeWithoutFirst() == text(rows.map { ("0", $1) }))
      // A date is decided by how many there are of it.
      guard course != .dateOfEnd else { continue }
      let names = try block.encodings()
      #expect(
        names.contains { $0.contains("relative") } == course.isFound,
        "\(course) at \(level): \(names)")
    }
  }

  @Test("take less than columns that do not", arguments: [1, 3, 9])
  func nearColumnsTakeLess(level: Int) throws {
    for course in [Course.timeOfUpdate, .digitsInText, .endOfRange, .priceOfDay, .negative] {
      let rows = rows(course, 3000)
      let sources = try ColumnBlock(text(rows.map { ($0.0, "0") }), Effort(level: level))
      let both = try ColumnBlock(text(rows), Effort(level: level))
      // Six bits of a difference for each, where the numbers have twenty and more.
      #expect(both.payload.count - sources.payload.count < 3000 * 8 / 8 + 100, "\(course)")
    }
  }

  @Test("may be damaged") func damagedColumns() throws {
    var random = SeededGenerator(stream: 3)
    let block = try ColumnBlock(text(rows(.endOfRange, 300)), .default)
    #expect(try block.encodings().contains { $0.contains("relative") })
    try block.damage(2000, &random)
  }
}
