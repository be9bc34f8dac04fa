// SPDX-License-Identifier: Apache-2.0

/// The streams of a block as some strategies write them, of which the smallest are compressed.
package struct ColumnCandidates {
  private struct Candidate {
    let strategy: ColumnStrategy
    /// The streams, or `nil` where they are to be written anew.
    var streams: StreamSet?
  }

  /// How many are compressed.
  private let limit: Int
  /// Whether the next best is compressed beside one of estimates that looks best.
  private let comparesEstimates: Bool
  /// Those that look smallest, the smallest first.
  private var candidates: [Sized<Candidate>] = []

  /// What the next best comes to, at most, where it may turn out to be smaller than estimates: so many times as much.
  private static let mostShareOfNext = 1.05

  /// Creates a set without candidates, of which as many are compressed as an effort says.
  init(_ effort: Effort) {
    limit = effort.strategyCount
    comparesEstimates = effort.comparesEstimates
  }

  /// Adds the streams of a strategy, or `nil` where they are to be written anew; they come to so many
  /// bits as far as is known.
  ///
  /// No more are kept than are compressed, as each may take as much memory as the text.
  mutating func add(_ strategy: ColumnStrategy, _ streams: StreamSet?, bits: Int) {
    candidates.append(Sized(Candidate(strategy: strategy, streams: streams), bits: bits))
    candidates.sort { $0.bits < $1.bits }
    let isCompared =
      comparesEstimates && candidates.count > 1 && candidates[0].plan.strategy.plansByEstimates
      && Double(candidates[1].bits) <= Self.mostShareOfNext * Double(candidates[0].bits)
    candidates = Array(candidates.prefix(isCompared ? 2 : limit))
  }

  /// How many bytes of the streams are text that is to be compressed as it is, where there is only one
  /// candidate.
  package var textByteCount: Int? {
    candidates.count == 1 ? candidates[0].plan.streams?.textByteCount : nil
  }

  /// The strategies whose streams are to be written anew.
  var missing: [ColumnStrategy] {
    candidates.filter { $0.plan.streams == nil }.map(\.plan.strategy)
  }

  /// Adds the streams of a strategy that were missing.
  mutating func complete(_ strategy: ColumnStrategy, _ streams: StreamSet?) {
    for index in candidates.indices where candidates[index].plan.strategy == strategy {
      candidates[index].plan.streams = streams
    }
  }

  /// Compresses the streams and appends the smallest payload, whose template has that check.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(*n*) for *n* bytes.
  package consuming func compress(
    templateCheck: UInt32, _ workspace: ColumnWorkspace, appendingTo target: inout [UInt8]
  ) -> Bool {
    if candidates.count == 1 {
      guard let streams = candidates[0].plan.streams.take() else { return false }
      SectionWriter.write(
        streams, templateCheck: templateCheck, workspace, appendingTo: &target)
      return true
    }
    var best: [UInt8] = []
    for candidate in candidates {
      guard let streams = candidate.plan.streams else { continue }
      var payload: [UInt8] = []
      SectionWriter.write(
        streams, templateCheck: templateCheck, workspace, appendingTo: &payload)
      if best.isEmpty || payload.count < best.count { best = payload }
    }
    target += best
    return !best.isEmpty
  }
}
