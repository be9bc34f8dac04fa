// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns that go on from the last of their group", .seeded, .timeLimit(.minutes(60)))
struct GroupedColumnTests {
  /// What the groups of the field `b` are, and whether they are found.
  enum Course: CaseIterable {
    case counterOfName, counterOfNumber, counterOfNegative, levelOfWideNumber, numberOfTurn
    case wordOfWord, dateOfName, noise

    var isFound: Bool { self != .noise }
  }

  private func rows(_ course: Course, _ count: Int) -> [(String, String)] {
    var random = SeededGenerator(stream: count)
    let towns = (0..<24).map { "town \($0 * 7919 % 1000)" }
    let numbers = (0..<24).map { _ in random.below(1 << 40) }
    var counters = (0..<24).map { _ in random.below(1 << 24) }
    return (0..<count).map { row in
      let group = course == .numberOfTurn ? row % 7 : random.below(24)
      counters[group] += 1 + random.below(3)
      let counter = counters[group]
      switch course {
      case .counterOfName: return ("\"\(towns[group])\"", "\(counter)")
      case .counterOfNumber: return ("\(700 + group)", "\(counter)")
      case .counterOfNegative: return ("\(group - 12)", "-\(counter)")
      case .levelOfWideNumber: return ("\(numbers[group])", "\(Double(counter) / 8)")
      case .numberOfTurn: return ("\(random.below(1 << 16))", "\(counter)")
      case .wordOfWord: return ("\"\(towns[group])\"", "\"land \(group * 5 % 9)\"")
      case .dateOfName:
        let time = "\(10 + counter / 3600 % 10):\(10 + counter / 60 % 50):\(10 + counter % 50)"
        return ("\"\(towns[group])\"", "\"2024-03-01T\(time)Z\"")
      case .noise: return ("\"\(towns[group])\"", "\(random.below(1 << 24))")
      }
    }
  }

  private func text(_ rows: [(String, String)]) -> [UInt8] {
    Array(rows.map { "{\"a\":\($0),\"b\":\($1)}" }.joined(separator: "\n").utf8)
  }

  @Test("come back", arguments: Course.allCases)
  func groupedColumnsComeBack(course: Course) throws {
    for (level, count) in [(1, 40), (3, 700), (3, 5000), (5, 700), (9, 3000)] {
      let rows = rows(course, count)
      let block = try ColumnBlock(text(rows), Effort(level: level))
      #expect(try block.decodeTwice() == text(rows))
      guard count >= 700, level < 4 else { continue }
      // What is decoded without the keys needs them all the same.
      #expect(try block.decodeWithoutFirst() == text(rows.map { ("0", $1) }))
      // A date is decided by how many there are of it.
      guard course != .dateOfName else { continue }
      let names = try block.encodings()
      #expect(names.contains { $0.contains("grouped") } == course.isFound, "\(course): \(names)")
    }
  }

  @Test("take less than columns that do not") func groupsTakeLess() throws {
    for course in [Course.counterOfName, .counterOfNumber, .levelOfWideNumber, .numberOfTurn] {
      let grouped = try ColumnBlock(text(rows(course, 3000)), .default).payload.count
      let noise = try ColumnBlock(text(rows(.noise, 3000)), .default).payload.count
      #expect(grouped * 3 < noise * 2, "\(course)")
    }
  }

  @Test("may have lists of points in them", arguments: [2, 3, 13])
  func listsOfPoints(width: Int) throws {
    var random = SeededGenerator(stream: width)
    var last = (0..<width).map { _ in random.below(1 << 20) }
    let numbers = (0..<4000).map { place in
      last[place % width] += random.below(9)
      return "\(last[place % width])"
    }
    let json = Array("{\"a\":[\(numbers.joined(separator: ","))]}".utf8)
    for level in [1, 3, 6] {
      let block = try ColumnBlock(json, Effort(level: level))
      #expect(try block.decodeTwice() == json)
      let names = try block.encodings()
      #expect(names.contains { $0.contains("grouped(every \(width))") }, "\(names)")
    }
  }

  /// Rows of 24 devices in turn, of which one in `omitted` is left out, each with the name, its site and a level.
  private func reports(_ count: Int, omitted: Int?) -> [UInt8] {
    var random = SeededGenerator(stream: 24)
    var levels = (0..<24).map { _ in random.within(1000...60_000) }
    var rows: [String] = []
    var place = 0
    while rows.count < count {
      let device = place % 24
      place += 1
      if let omitted, random.chance(1, in: omitted) { continue }
      levels[device] += random.within(-2...2)
      let name = "d\(device * 7919 % 1000)"
      let site = "s\(device % 5)"
      rows.append(
        """
        {"device":"\(name)","site":"\(site)","level":\(levels[device])}
        """)
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test("are told by names where places are off because rows are left out", arguments: [1, 3, 9])
  func omittedRows(level: Int) throws {
    let whole = try ColumnBlock(reports(20_000, omitted: nil), Effort(level: level))
    let json = reports(20_000, omitted: 2000)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    #expect(block.payload.count * 20 < whole.payload.count * 21)
    // The level goes on by the device, two columns before it.
    let names = try block.encodings()
    #expect(names.contains { $0.contains("grouped(2 back)") }, "\(names)")
  }

  @Test("are told by any of many numbers", arguments: [1, 3, 5, 9])
  func manyKeys(level: Int) throws {
    var random = SeededGenerator(stream: 3)
    let numbers = (0..<2000).map { _ in random.within(100_000_000...999_999_999) }
    let rows = (0..<20_000).map { _ in
      let number = random.below(2000)
      return ("\(numbers[number])", "\"name \(number * 7919 % 2003) \(number % 3)\"")
    }
    let block = try ColumnBlock(text(rows), Effort(level: level))
    #expect(try block.decodeTwice() == text(rows))
    // Eleven bits for each number, somewhat more for those that come first, and nothing for the name.
    #expect(block.payload.count < 20_000 * 13 / 8 + 2000 * 12)
  }

  @Test("may be damaged") func damagedColumns() throws {
    var random = SeededGenerator(stream: 3)
    let json = text(rows(.counterOfNumber, 300))
    let block = try ColumnBlock(json, .default)
    #expect(try block.encodings().contains { $0.contains("grouped") })
    try block.damage(2000, &random)
  }
}
