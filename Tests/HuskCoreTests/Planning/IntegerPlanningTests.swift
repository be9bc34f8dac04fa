// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Integer columns are planned", .seeded, .timeLimit(.minutes(60)))
struct IntegerPlanningTests {
  /// A way that integers follow each other.
  enum Course: CaseIterable {
    case constant, noise, wide, extreme, steps, curve, runs, few, phrases, rare
  }

  private func values(_ course: Course, _ count: Int, _ random: inout SeededGenerator) -> [Int64] {
    let phrase = (0..<40).map { _ in Int64(random.below(1 << 40)) }
    var last: Int64 = 1 << 41
    return (0..<count).map { row in
      switch course {
      case .constant: return -7
      case .noise: return Int64(random.within(-100...100))
      case .wide: return Int64(random.below(1 << 30)) << 7
      case .extreme: return random.pick([.min, .max, 0, -1, Int64(bitPattern: random.next())])
      case .steps:
        last += Int64(random.below(50))
        return last
      case .curve: return Int64(row) * Int64(row) * 3 - Int64(row) * 1000
      case .runs:
        if random.chance(1, in: 20) { last = Int64(random.below(1 << 20)) }
        return last
      case .few: return phrase[random.below(9)]
      case .phrases: return phrase[(row / 40 % 3 + row) % 40]
      case .rare: return random.chance(1, in: 500) ? 1 << 50 : 3
      }
    }
  }

  /// Writes a column as rows of numbers, and reads it again.
  private func roundTrip(_ plan: IntegerPlan, _ count: Int) throws -> [Int64] {
    var streams = StreamSet()
    streams.describe(0)
    streams.describe(count)
    ScalarPlan.decimals(scale: 0, .fixed, plan).write(to: &streams)
    streams.addSized([], .numbers)
    streams.addSized([], .text)
    var payload: [UInt8] = []
    SectionWriter.write(
      streams, templateCheck: 0, ColumnWorkspace(Effort(level: 1)), appendingTo: &payload)
    return try BlockBuilder.decode(payload, rows: count).map { try #require(Int64($0)) }
  }

  @Test("and come back from every form", arguments: Course.allCases)
  func everyFormComesBack(course: Course) throws {
    var random = SeededGenerator(stream: Course.allCases.firstIndex(of: course) ?? 0)
    for count in [2, 3, 100, 2047, 2048, 5000] {
      let values = values(course, count, &random)
      for form in IntegerForm.allCases {
        for isHasty in [true, false] {
          guard let plan = form.plan(values, isHasty: isHasty) else { continue }
          #expect(try roundTrip(plan, count) == values, "\(form) of \(count)")
        }
      }
    }
  }

  @Test("and come back at every effort", arguments: Course.allCases)
  func everyPlanComesBack(course: Course) throws {
    var random = SeededGenerator(stream: Course.allCases.firstIndex(of: course) ?? 0)
    for effort in [Effort(level: 1), .default, Effort(level: 4), Effort(level: 7)] {
      var planner = IntegerPlanner(effort)
      for count in [1, 2, 7, 8, 129, 700, 9000] {
        let values = values(course, count, &random)
        #expect(try roundTrip(planner.plan(values), count) == values)
      }
    }
  }

  @Test("in whole, from level 7 on, where the sample hardly tells their encodings apart")
  func closeFormsAreComparedInWhole() {
    var random = SeededGenerator(stream: 2)
    // The sample is from where some steps repeat, whose bytes a compressor finds side by side.
    let sampled = [10_900..<19_200, 30_000..<38_300]
    let phrase = (0..<8).map { _ in Int64(random.within(-512...511)) }
    var (steps, values): ([Int64], [Int64]) = ([], [0])
    while values.count < 49_152 {
      let isSampled = sampled.contains { $0.contains(values.count) }
      if steps.isEmpty {
        steps = isSampled && random.chance(1, in: 7) ? phrase : [Int64(random.within(-512...511))]
      }
      values.append(values[values.count - 1] + steps.removeLast())
    }
    var planner = IntegerPlanner(Effort(level: 7))
    let sizes = { (values: [Int64]) in
      IntegerForm.allCases.map { form in
        form.plan(values, isHasty: false).map { planner.bits(of: $0) } ?? .max
      }
    }
    // The two parts of the sample would have it otherwise.
    let inSample = sizes(Array(values[10_922..<19_114] + values[30_036..<38_228]))
    #expect(inSample.min() == inSample[Int(IntegerForm.deltaPacked.rawValue)])
    let inWhole = sizes(values)
    #expect(inWhole.min() == inWhole[Int(IntegerForm.deltaPlanes.rawValue)])
    let plan = planner.plan(values)
    #expect(planner.bits(of: plan) == inWhole.min())
  }

  @Test("so that estimates are not far from trials", arguments: Course.allCases)
  func estimatesAreCloseToTrials(course: Course) throws {
    var random = SeededGenerator(stream: 1)
    let values = values(course, 4000, &random)
    var hasty = IntegerPlanner(.default)
    var patient = IntegerPlanner(Effort(level: 7))
    let estimated = patient.bits(of: hasty.plan(values))
    let tried = patient.bits(of: patient.plan(values))
    #expect(estimated <= tried * 5 / 4 + 400)
  }

  @Test("by passes that do as naive ones") func passes() {
    var random = SeededGenerator(stream: 2)
    for course in Course.allCases {
      for count in [0, 1, 2, 77] {
        let values = values(course, count, &random)
        let (low, high) = IntegerScan.extrema(values)
        #expect(low == values.min() ?? 0)
        #expect(high == values.max() ?? 0)
        let pairs = zip(values, values.dropFirst())
        #expect(IntegerScan.differences(values) == pairs.map { $1 &- $0 })
        #expect(IntegerScan.changes(values) == pairs.count { $0 != $1 })
        let (heads, lengths) = IntegerScan.runs(values)
        #expect(zip(heads, lengths).flatMap { Array(repeating: $0, count: Int($1) + 1) } == values)
        #expect(!zip(heads, heads.dropFirst()).contains { $0 == $1 })
      }
    }
  }

  @Test("by tables that count as dictionaries do", arguments: [0, 33, 1 << 20])
  func tables(most: Int) {
    var random = SeededGenerator(stream: 3)
    var table = IntegerTable(most: most)
    var numbers: [Int64: Int] = [:]
    // That there will be no more is a hint, and may be wrong.
    for _ in 0..<20_000 {
      let value = Int64(bitPattern: random.next() & random.pick([0xFF, 0xFFF, .max]))
      let next = numbers.count
      #expect(table.insert(value) == numbers[value, default: next])
      if numbers[value] == nil { numbers[value] = next }
    }
    var repeats = RepeatTable()
    let sample = values(.few, 256, &random) + [0, 0]
    #expect(repeats.countDistinct(sample, EntropyTable()).count == Set(sample).count)
    let phrases = (0..<256).map { Int64($0 % 16) << 20 }
    let counts = repeats.count(phrases)
    #expect((200...240).contains(counts.pairs))
    #expect((200...240).contains(counts.quads))
    #expect(repeats.count((0..<256).map { Int64($0) }).pairs == 0)
  }

  @Test("by an entropy that is that of Shannon") func entropy() {
    var table = EntropyTable()
    // Of 256 values, half are 0, a quarter 1 and an eighth 2 and 3 each: 1.75 bits a value.
    let sample = (0..<256).map { [0, 0, 0, 0, 1, 1, 2, 3][$0 % 8] as Int64 }
    var repeats = RepeatTable()
    let distinct = repeats.countDistinct(sample, table)
    #expect(distinct.count == 4)
    #expect(distinct.bits == 448)
    let bits = table.planeBits(sample, changes: 256)
    #expect((448...480).contains(bits))
    #expect(table.planeBits([5, 5, 5, 5], changes: 0) == 0)
  }

  @Test("as dictionaries of numbers that recur far apart", arguments: [300, 800, 3000])
  func recurringNumbers(distinct: Int) {
    var random = SeededGenerator(stream: distinct)
    for range in [100_000...999_999, 200_000_000...799_999_999, 1 << 59...1 << 60] {
      let numbers = (0..<distinct).map { _ in Int64(random.within(range)) }
      // Some are far more frequent than others.
      let values = (0..<30_000).map { _ in numbers[random.below(1 + random.below(distinct))] }
      let (fast, slow) = (byteCount(values, .default), byteCount(values, Effort(level: 7)))
      #expect(fast * 9 < slow * 10, "\(distinct) in \(range)")
      #expect(fast < values.count * 2)
    }
  }

  @Test("and not where the distinct ones are too many") func scatteredNumbers() {
    var random = SeededGenerator(stream: 5)
    let numbers = (0..<30_000).map { _ in Int64(random.below(1 << 24)) }
    // The sum of many differs little from others, and often is the same.
    let sums = (0..<30_000).map { _ in
      (0..<12).reduce(Int64(0)) { sum, _ in sum + Int64(random.below(400)) }
    }
    for values in [numbers, sums] {
      let slow = byteCount(values, Effort(level: 7))
      #expect(byteCount(values, .default) * 19 < slow * 20)
    }
  }

  /// The size of a column by itself, in bytes.
  private func byteCount(_ values: [Int64], _ effort: Effort) -> Int {
    var planner = IntegerPlanner(effort)
    let plan = planner.plan(values)
    return planner.bits(of: plan) / 8
  }
}
