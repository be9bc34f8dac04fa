// SPDX-License-Identifier: Apache-2.0

/// Finds columns of strings that hold the values of earlier columns, or stand in them: titles with names in them,
/// addresses with identifiers (SPEC §8.6.11 Spliced strings).
///
///     which column has values that stand in these, or the other way round?   judged by some rows
///     what stands before and behind them?                                    of all rows
struct SpliceFinder: ~Copyable {
  /// A column that strings may hold.
  private struct Column {
    let slot: Int
    /// Its values at some rows, where somebody asked for them; none where it suits no strings.
    var samples: [ByteRange]?
  }

  /// How many rows are looked at, of those how many at first, and how many of both must suit.
  private static let (sampleCount, leastHits) = (16, 10)
  private static let (firstCount, leastFirstHits) = (4, 2)
  /// How many different values there are among them at least: those of few are better numbered.
  private static let leastDistinct = 8
  /// Columns of so many values are looked at; the values of more would be in memory twice.
  private static let counts = 16...(1 << 18)
  /// What has fewer bytes stands in much by chance.
  private static let leastByteCount = 3
  /// In longer strings nothing is looked for.
  private static let mostByteCount = 256
  /// How many columns of as many values are tried.
  private static let mostSources = 24
  /// One in so many bytes stands in the other column at least.
  private static let leastShare = 12

  private let source: ByteSource
  /// The columns that others may hold, by how many values they have.
  private var columns: [Int: [Column]] = [:]

  /// Creates a finder for values that stand in `source`.
  init(_ source: ByteSource) { self.source = source }

  /// Finds an earlier slot whose values stand in those of a slot, or the other way round.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - values: The values of all slots.
  /// - Returns: The earlier slot, of those that were noted, or `nil`.
  /// - Complexity: O(1).
  mutating func find(_ slot: Int, in values: borrowing BufferList<UInt64>) -> Int? {
    let count = values[slot].count
    guard Self.counts ~= count, var others = columns[count] else { return nil }
    let strings = samples(values[slot], isSource: false)
    guard !strings.isEmpty else { return nil }
    var best: (slot: Int, byteCount: Int)?
    let least = strings.reduce(0) { $0 + $1.count } / Self.leastShare
    for index in others.indices {
      let samples = others[index].samples ?? samples(values[others[index].slot], isSource: true)
      others[index].samples = samples
      guard !samples.isEmpty, let shared = sharedByteCount(strings, samples),
        shared >= best?.byteCount ?? least
      else { continue }
      best = (others[index].slot, shared)
    }
    columns[count] = others
    return best?.slot
  }

  /// Takes note of a slot that has a column of its own.
  mutating func note(_ slot: Int, in values: borrowing BufferList<UInt64>) {
    let count = values[slot].count
    guard Self.counts ~= count else { return }
    if columns[count]?.count == Self.mostSources { columns[count]?.removeFirst() }
    columns[count, default: []].append(Column(slot: slot))
  }

  /// What some values hold, and of those that suit nothing that they hold nothing; none at all where some are arrays
  /// or objects, or too long, or few of them different.
  private func samples(_ values: borrowing Buffer<UInt64>, isSource: Bool) -> [ByteRange] {
    var samples: [ByteRange] = []
    for sample in 0..<Self.sampleCount {
      let token = Token(word: values[sample * (values.count - 1) / (Self.sampleCount - 1)])
      guard token.isScalar, token.extent <= Self.mostByteCount else { return [] }
      let suits = token.kind == .string || isSource && token.kind == .number
      samples.append(suits ? token.held : ByteRange(offset: token.offset, count: 0))
    }
    var distinct = 0
    for (index, range) in samples.enumerated() where range.count >= Self.leastByteCount {
      let isNew = !samples[..<index].contains { source.areEqual($0, range) }
      distinct += isNew ? 1 : 0
    }
    return distinct >= Self.leastDistinct ? samples : []
  }

  /// How many bytes some strings and others have in common, as one of each two stands in the other, or `nil` where
  /// that is so for few.
  private func sharedByteCount(_ strings: [ByteRange], _ others: [ByteRange]) -> Int? {
    var hits = 0
    var byteCount = 0
    for index in strings.indices {
      if index == Self.firstCount, hits < Self.leastFirstHits { return nil }
      let (string, other) = (strings[index], others[index])
      let shorter = string.count < other.count ? string : other
      guard shorter.count >= Self.leastByteCount,
        source.firstOffset(of: shorter, in: string.count < other.count ? other : string) != nil
      else { continue }
      hits += 1
      byteCount += shorter.count
    }
    return hits >= Self.leastHits ? byteCount : nil
  }
}
