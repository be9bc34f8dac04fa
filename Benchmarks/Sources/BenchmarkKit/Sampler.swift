// SPDX-License-Identifier: Apache-2.0

/// Measures contenders in turns, so that what disturbs the machine disturbs them all alike.
package struct Sampler {
  /// How many samples are taken of each contender.
  package var roundCount: Int
  /// How long one sample lasts at least, in nanoseconds; short jobs are repeated to fill it.
  package var sampleDuration: Int

  /// Creates a sampler; the defaults tell jobs apart that differ by a few per cent.
  package init(roundCount: Int = 41, sampleDuration: Int = 10_000_000) {
    precondition(roundCount > 0, "a measurement takes at least one round")
    self.roundCount = roundCount
    self.sampleDuration = sampleDuration
  }

  /// Measures every contender, each round in another order.
  ///
  /// - Parameter contenders: Who does the job.
  /// - Returns: The measurements, in the order of the contenders.
  /// - Throws: ``WrongAnswer``, or what a job throws.
  package func measure(_ contenders: [Contender]) throws -> [Measurement] {
    let repetitions = try contenders.map(repetitions)
    var samples = contenders.map { _ in [Double]() }
    for round in 0..<roundCount {
      for turn in contenders.indices {
        let index = (round + turn) % contenders.count
        let duration = try time(contenders[index], repetitions[index])
        samples[index].append(Double(duration) / Double(repetitions[index]))
      }
    }
    return zip(contenders, samples).map { Measurement(name: $0.name, samples: $1) }
  }

  /// Finds how many runs fill a sample; the runs it takes to find out warm the caches up.
  private func repetitions(of contender: Contender) throws -> Int {
    var count = 1
    while try time(contender, count) < sampleDuration {
      count *= 2
    }
    return count
  }

  /// Times a number of runs, in nanoseconds.
  private func time(_ contender: Contender, _ count: Int) throws -> Int {
    let start = ThreadClock.now
    try contender.run(times: count)
    return ThreadClock.now - start
  }
}
