// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// A feed that gives its bytes in pieces, as pipes and sockets do.
package struct PieceFeed: ByteFeed {
  /// How large the pieces are.
  package enum Pieces: Sendable, CaseIterable {
    /// As large as they are asked for.
    case whole
    /// One byte each.
    case single
    /// Of sizes that nobody expects.
    case random
  }

  private var rest: ArraySlice<UInt8>
  private let pieces: Pieces
  private var generator: SeededGenerator

  /// Creates a feed of `bytes`.
  package init(_ bytes: [UInt8], _ pieces: Pieces, _ generator: SeededGenerator) {
    rest = bytes[...]
    self.pieces = pieces
    self.generator = generator
  }

  /// Gives the next piece.
  package mutating func read(
    appendingTo target: inout [UInt8], atMost count: Int
  ) throws(Never) -> Int {
    let most =
      switch pieces {
      case .whole: count
      case .single: 1
      case .random: min(count, generator.within(1...60))
      }
    let piece = rest.prefix(most)
    rest = rest.dropFirst(most)
    target += piece
    return piece.count
  }
}
