// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("Seeded numbers")
struct SeededGeneratorTests {
  @Test func areThoseOfSplitMix64() {
    // The first outputs for the seed 1234567, as published with the algorithm.
    var random = SeededGenerator(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    #expect((0..<3).map { _ in random.next() } == expected)
  }

  @Test(.seeded) func stayWithinTheirBounds() {
    var random = SeededGenerator()
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<7_000 { counts[random.below(7)] += 1 }
    #expect(counts.allSatisfy { (800...1_200).contains($0) })
    let numbers = (0..<100).map { _ in random.within(-3...3) }
    #expect(Set(numbers) == Set(-3...3))
    let chances = (0..<100).map { _ in (random.chance(0, in: 5), random.chance(5, in: 5)) }
    #expect(chances.allSatisfy { !$0 && $1 })
  }

  @Test(.seeded) func shufflesKeepTheElements() {
    var random = SeededGenerator()
    let shuffled = random.shuffle(Array(0..<50))
    #expect(shuffled != Array(0..<50))
    #expect(shuffled.sorted() == Array(0..<50))
  }

  @Test(.seeded) func differBetweenStreams() {
    var first = SeededGenerator(stream: 0)
    var again = SeededGenerator(stream: 0)
    var second = SeededGenerator(stream: 1)
    let number = first.next()
    #expect(number == again.next())
    #expect(number != second.next())
  }

  @Test func comeFromTheNameUnlessSeedIsSet() throws {
    let derived = try SeededTrait.seed(named: "a()", environment: [:])
    #expect(try derived == SeededTrait.seed(named: "a()", environment: ["OTHER": "1"]))
    #expect(try derived != SeededTrait.seed(named: "b()", environment: [:]))
    #expect(try SeededTrait.seed(named: "a()", environment: ["SEED": "12"]) == 12)
    #expect(try SeededTrait.seed(named: "a()", environment: ["SEED": "0xFF"]) == 255)
    #expect(throws: SeededTrait.InvalidSeed(text: "x")) {
      try SeededTrait.seed(named: "a()", environment: ["SEED": "x"])
    }
  }

  // The outer trait takes the failure back, but only if the seed is named in it.
  @Test(
    .compactMapIssues { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("repeat with SEED=") } ? nil : issue
    }, .seeded)
  func areNamedInEachFailure() {
    Issue.record("recorded on purpose, to see that the seed is added to it")
  }
}
