// SPDX-License-Identifier: Apache-2.0

/// What the leaves of a modelled block take.
struct LeafTally {
  /// The bits of each leaf, in 4096ths.
  private(set) var costs: [Int]
  private var last = 0

  /// Creates a tally of leaves that have taken nothing.
  init(leafCount: Int) { costs = Array(repeating: 0, count: leafCount) }

  /// Takes note of what was coded at a leaf, behind which all that was coded has taken `cost`.
  mutating func note(_ leaf: Int, _ cost: Int) {
    costs[leaf] += cost - last
    last = cost
  }
}
