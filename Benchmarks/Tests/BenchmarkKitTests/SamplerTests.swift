// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("The sampler")
struct SamplerTests {
  @Test(
    arguments: [([3, 1, 2], 1, 2), ([4, 1, 3, 2], 1, 2.5), ([5], 5, 5)]
      as [([Double], Double, Double)])
  func takesTheMinimumAndTheMedian(samples: [Double], minimum: Double, median: Double) {
    let measurement = Measurement(name: "x", samples: samples)
    #expect(measurement.minimum == minimum)
    #expect(measurement.median == median)
  }

  @Test func measuresTheSlowerContenderAsSlower() throws {
    let sampler = Sampler(roundCount: 5, sampleDuration: 100_000)
    let measurements = try sampler.measure([work(1_000), work(100_000)])
    #expect(measurements.map(\.name) == ["1000", "100000"])
    #expect(measurements[0].median < measurements[1].median)
  }

  @Test func refusesAWrongAnswer() {
    let liar = Contender("liar", expected: 1) { 2 }
    #expect(throws: WrongAnswer(name: "liar", answer: 2, expected: 1)) {
      try Sampler(roundCount: 1, sampleDuration: 1).measure([liar])
    }
  }

  @Test func countsOnlyTheTimeOfTheThread() {
    let start = ThreadClock.now
    usleep(50_000)
    #expect((0..<25_000_000).contains(ThreadClock.now - start))
  }

  /// A job of a known number of steps that the optimiser cannot skip.
  private func work(_ stepCount: Int) -> Contender {
    var expected = 1
    for step in 0..<stepCount { expected = (expected &* 31) ^ step }
    return Contender("\(stepCount)", expected: expected) {
      var value = 1
      for step in 0..<stepCount { value = (value &* 31) ^ step }
      return value
    }
  }
}
