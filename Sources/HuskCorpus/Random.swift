// SPDX-License-Identifier: Apache-2.0

/// The random numbers of the datasets: SplitMix64, in integer arithmetic only.
///
/// A dataset made from a seed is the same on every machine and in every release, so the sequence
/// and everything derived from it here must never change.
package struct Random {
  private var state: UInt64

  /// Creates a generator from a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// Creates the generator of one record, or of one aspect of it, that depends on no other record.
  ///
  /// - Parameters:
  ///   - seed: The seed of the dataset.
  ///   - topic: What is drawn, so that two aspects of one record differ.
  ///   - index: Which record, counted from 0.
  package init(seed: UInt64, topic: Topic, index: Int) {
    var mixer = Random(seed: seed &+ topic.rawValue &* 0xA24B_AED4_963E_E407)
    state = mixer.next() ^ UInt64(index) &* 0x9FB2_1C65_1E98_DF25
    _ = next()
  }

  /// The aspects of records that are drawn apart from one another.
  package enum Topic: UInt64 {
    case customer = 1
    case order, product, stock, device, network, log, beacon, chat, syntax, place, embedding
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound - 1`, each about equally often.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a range, each about equally often.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// A number from 0 to `bound - 1`, the small ones far more often: about half are below the
  /// fifth part of `bound`.
  package mutating func skewed(_ bound: Int) -> Int {
    below(below(bound) + 1)
  }

  /// A number of a range, those near the middle most often.
  package mutating func central(_ range: ClosedRange<Int>) -> Int {
    (within(range) + within(range) + within(range)) / 3
  }

  /// Whether an event happens that happens `count` times in 1,000.
  package mutating func chance(perMille count: Int) -> Bool {
    below(1_000) < count
  }

  /// One of the elements, each about equally often; there must be one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// One of the elements, the first ones far more often; there must be one.
  package mutating func pickSkewed<Element>(_ elements: [Element]) -> Element {
    elements[skewed(elements.count)]
  }

  /// An index, each as often as its weight says; the weights must not all be 0.
  package mutating func weighted(_ weights: [Int]) -> Int {
    var remaining = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      remaining -= weight
      if remaining < 0 { return index }
    }
    return weights.count - 1
  }
}
