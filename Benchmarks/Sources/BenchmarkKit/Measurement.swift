// SPDX-License-Identifier: Apache-2.0

/// What was measured of one contender: nanoseconds per run.
package struct Measurement: Equatable {
  /// The name of the contender.
  package let name: String
  /// The time of the fastest sample, in nanoseconds.
  package let minimum: Double
  /// The time that half of the samples stay below, in nanoseconds.
  package let median: Double

  /// All of them, in the order of the rounds, in nanoseconds.
  package let samples: [Double]

  /// Creates a measurement from samples, of which there is at least one.
  package init(name: String, samples: [Double]) {
    precondition(!samples.isEmpty, "nothing was measured")
    self.samples = samples
    let sorted = samples.sorted()
    self.name = name
    minimum = sorted[0]
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
