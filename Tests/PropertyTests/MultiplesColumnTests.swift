// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns of multiples", .seeded, .timeLimit(.minutes(60)))
struct MultiplesColumnTests {
  /// What the values of the field `a` are, and whether a factor is found.
  enum Course: CaseIterable {
    case pricesInStrings, milliseconds, oddHundreds, negative, fewOfMany, extreme, farApart, noise

    /// What the name of the encoding says of the factor.
    var factor: String? {
      switch self {
      case .pricesInStrings: "multiples of 1000000,"
      case .milliseconds: "multiples of 1000,"
      case .oddHundreds: "multiples of 100,"
      case .negative: "multiples of 12345,"
      case .extreme: "multiples of 4611686018427387904,"
      case .fewOfMany: "multiples of 7000000,"
      case .farApart, .noise: nil
      }
    }
  }

  private func rows(_ course: Course, _ count: Int) -> [String] {
    var random = SeededGenerator(stream: count)
    return (0..<count).map { _ in
      let number = random.below(1 << 30)
      return switch course {
      case .pricesInStrings: "\"\(number / 100).\(10 + number % 90)000000\""
      case .milliseconds: "\(1_700_000_000_000 + number / 1000 * 1000)"
      case .oddHundreds: "\(number * 100 + 37)"
      case .negative: "\(-12_345 * number - 1)"
      case .fewOfMany: "\(7_000_000 * (number % 40) + 123)"
      case .extreme: ["\(Int64.min)", "0", "\(1 << 62)", "\(-(1 << 62))"][number % 4]
      // Differences of these have more than 64 bits.
      case .farApart: ["\(Int64.min)", "\(Int64.max)", "5"][number % 3]
      case .noise: "\(number)"
      }
    }
  }

  private func text(_ rows: [String]) -> [UInt8] {
    Array(rows.map { "{\"a\":\($0)}" }.joined(separator: "\n").utf8)
  }

  @Test("come back", arguments: Course.allCases)
  func multiplesComeBack(course: Course) throws {
    for (level, count) in [(1, 9), (1, 40), (3, 700), (3, 5000), (5, 700), (9, 3000)] {
      let json = text(rows(course, count))
      let block = try ColumnBlock(json, Effort(level: level))
      #expect(try block.decodeTwice() == json)
      guard count >= 700, course != .extreme else { continue }
      let names = try block.encodings()
      #expect(
        names.contains { $0.contains(course.factor ?? "multiples") } == (course.factor != nil),
        "\(course): \(names)")
    }
  }

  @Test("take no more than their quotients")
  func multiplesTakeLittle() throws {
    let noise = try ColumnBlock(text(rows(.noise, 3000)), .default).payload.count
    for course in [Course.pricesInStrings, .oddHundreds, .negative] {
      let multiples = try ColumnBlock(text(rows(course, 3000)), .default).payload.count
      #expect(multiples < noise + 64, "\(course)")
    }
  }

  @Test("are found where the least and the greatest integers have a divisor in common")
  func progressions() throws {
    func progression(_ values: [Int64]) -> [Int64]? {
      let many = Array(repeatElement(values, count: 128).joined())
      return IntegerScan.progression(many).map { progression in
        let quotients = IntegerScan.quotients(many, by: progression)
        #expect(quotients.map { progression.factor &* $0 &+ progression.remainder } == many)
        return [progression.factor, progression.remainder]
      }
    }
    #expect(progression([10, 20, 40]) == [10, 0])
    #expect(progression([-7, 3, 13]) == [10, 3])
    #expect(progression([5, 5]) == nil)
    #expect(progression([0, 6, 9, 10]) == nil)
    #expect(progression([.min, .min + 4, .min + 6]) == [2, 0])
    #expect(progression([.max, .max - 9]) == [9, Int64.max % 9])
    #expect(progression([.min, .max]) == nil)
    #expect(progression([.min, 0]) == nil)
    #expect(progression([.min + 1, 0]) == [.max, 0])
    #expect(IntegerScan.progression([]) == nil)
    #expect(IntegerScan.progression([0, 1024, 2048]) == nil, "three values save too little")
  }

  @Test("may be damaged") func damagedColumns() throws {
    var random = SeededGenerator(stream: 3)
    let block = try ColumnBlock(text(rows(.pricesInStrings, 300)), .default)
    #expect(try block.encodings().contains { $0.contains("multiples") })
    try block.damage(2000, &random)
  }
}
