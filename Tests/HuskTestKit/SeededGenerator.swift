// SPDX-License-Identifier: Apache-2.0

/// A small random number generator (SplitMix64) that gives the same numbers everywhere.
///
/// Equal seeds give equal sequences on every machine and in every release, which is what makes a
/// failure repeatable: a test prints its seed, and running it with that seed fails again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed; every seed is as good as any other.
  package init(seed: UInt64) {
    state = seed
  }

  /// Creates one of the generators of the running test, which must have the `.seeded` trait.
  ///
  /// - Parameter stream: Which one; a test that needs several independent sequences, or one per
  ///   round, numbers them.
  package init(stream: Int = 0) {
    guard let seed = SeededTrait.seed else {
      preconditionFailure("a test that draws random numbers needs the .seeded trait")
    }
    var mixer = SeededGenerator(seed: seed)
    self.init(seed: mixer.next() ^ UInt64(bitPattern: Int64(stream)) &* 0xD134_2543_DE82_EF95)
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// A number from 0 to `bound - 1`, each about equally often.
  ///
  /// The standard library's `random(in:using:)` promises no sequence, so it is not used.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a range, each about equally often.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Whether an event happens that happens `count` times in `total`.
  package mutating func chance(_ count: Int, in total: Int) -> Bool {
    below(total) < count
  }

  /// One of the elements, each about equally often; there must be one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// One of the elements, the first far more often than the last, as values in real data are.
  package mutating func pickSkewed<Element>(_ elements: [Element]) -> Element {
    elements[min(below(elements.count), below(elements.count), below(elements.count))]
  }

  /// The elements in a random order.
  package mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.reversed() where index > 0 {
      elements.swapAt(index, below(index + 1))
    }
    return elements
  }
}
