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

/// What stands around parts of the values of another column.
struct SplicedParts {
  /// The heads and tails of all strings in quotes, and what is no string.
  private(set) var text: [UInt8] = []
  private(set) var heads: [UInt64] = []
  private(set) var tails: [UInt64] = []
  /// How many bytes of the other values are left out.
  private(set) var fronts: [Int64] = []
  private(set) var backs: [Int64] = []
  /// How many of the strings are numbers.
  private(set) var numberCount = 0
  /// How many bytes the strings have, and how many of those stand in the other values.
  private(set) var (byteCount, sharedByteCount) = (0, 0)

  /// Takes strings apart by other values, or returns `nil` where there is something else, or too much to leave out.
  ///
  /// - Complexity: O(*n*) for *n* bytes, mostly.
  init?(
    _ strings: borrowing Buffer<UInt64>, by others: borrowing Buffer<UInt64>, _ source: ByteSource
  ) {
    precondition(strings.count == others.count)
    for row in 0..<strings.count {
      let (token, other) = (Token(word: strings[row]), Token(word: others[row]))
      guard token.isScalar, other.isScalar else { return nil }
      let (string, held) = (token.held, other.held)
      byteCount += string.count
      if token.kind != .string {
        numberCount += token.kind == .number ? 1 : 0
        append(plain: token, source, leavingOut: held.count)
      } else if let offset = source.firstOffset(of: held, in: string) {
        append(
          source, string, from: offset, to: offset + held.count, leavingOut: (0, 0), held.count)
      } else if string.count > 0, let offset = source.firstOffset(of: string, in: held) {
        let cuts = (offset - held.offset, held.end - offset - string.count)
        append(source, string, from: string.offset, to: string.end, leavingOut: cuts, string.count)
      } else {
        append(
          source, string, from: string.end, to: string.end, leavingOut: (held.count, 0), 0)
      }
      let most = Int64(SplicedStrings.cutLimit)
      guard fronts[row] <= most, backs[row] <= most else { return nil }
    }
  }

  private mutating func append(
    _ source: ByteSource, _ string: ByteRange, from start: Int, to end: Int,
    leavingOut cuts: (front: Int, back: Int), _ shared: Int
  ) {
    sharedByteCount += shared
    fronts.append(Int64(cuts.front))
    backs.append(Int64(cuts.back))
    heads.append(quote(ByteRange(offset: string.offset, count: start - string.offset), source))
    tails.append(quote(ByteRange(offset: end, count: string.end - end), source))
  }

  /// Takes a number or literal, which stands for itself.
  private mutating func append(plain token: Token, _ source: ByteSource, leavingOut count: Int) {
    fronts.append(Int64(count))
    backs.append(0)
    let head = Token(token.kind, offset: text.count, extent: token.extent)
    heads.append(head.word)
    source.append(token.range, to: &text)
    tails.append(quote(ByteRange(offset: token.offset, count: 0), source))
  }

  /// Puts a part of a string into quotes.
  private mutating func quote(_ part: ByteRange, _ source: ByteSource) -> UInt64 {
    let token = Token(.string, offset: text.count, extent: part.count + 2)
    text.append(ASCII.quote)
    source.append(part, to: &text)
    text.append(ASCII.quote)
    return token.word
  }
}

extension ScalarPlanner {
  /// One in so many values around those of another column may be a number.
  private static let mostOfNumbers = 8

  /// Plans strings as parts of the values of another column and what stands around them, or returns `nil` where that
  /// does not come to much less than otherwise.
  ///
  /// - Parameters:
  ///   - strings: The strings.
  ///   - others: The values of the other column.
  ///   - plan: Set to how the strings are planned otherwise, where that was asked for.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  func planSpliced(
    _ strings: borrowing Buffer<UInt64>, by others: borrowing Buffer<UInt64>,
    otherwise plan: inout ScalarPlan?
  ) -> SplicedStrings? {
    // Numbers may follow from those of other columns, which heads do not.
    guard let parts = SplicedParts(strings, by: others, source),
      parts.numberCount * Self.mostOfNumbers <= strings.count
    else { return nil }
    let bytes = PaddedBytes(parts.text)
    let planner = ScalarPlanner(bytes.source, workspace)
    let fronts = workspace.integers.estimate(parts.fronts)
    let backs = workspace.integers.estimate(parts.backs)
    let heads = planner.planAround(parts.heads)
    let tails = planner.planAround(parts.tails)
    let bits = fronts.bits + backs.bits + heads.bits + tails.bits
    // Else it takes as much time again to see what they come to otherwise.
    let isClear =
      parts.sharedByteCount * 2 >= parts.byteCount
      && bits * 2 < parts.byteCount * Self.textByteBits
    if !isClear {
      let values = strings.array()
      let otherwise = planClasses(values)
      plan = otherwise.plan
      var limit = otherwise.bits
      if case .text = otherwise.plan {
        limit = min(limit, expectedTextBits(values, parts.byteCount))
      }
      guard Self.pays(bits, limit) else { return nil }
    }
    return SplicedStrings(
      fronts: fronts.plan, backs: backs.plan, heads: heads.plan.withOwnText,
      tails: tails.plan.withOwnText)
  }

  /// Plans what stands on one side.
  private func planAround(_ values: [UInt64]) -> Sized<ScalarPlan> {
    if let constant = constant(values) { return plan(constant: constant) }
    let areStrings = TokenKinds(values).isSubset(of: .strings)
    return planRepeated(values, areStrings: areStrings, .whole)
  }
}

extension ScalarPlan {
  /// The same with bytes of its own in place of values that stand elsewhere.
  fileprivate var withOwnText: ScalarPlan {
    switch self {
    case .text(let text):
      var bytes: [UInt8] = []
      text.append(to: &bytes)
      return .text(.bytes(bytes))
    case .dictionary(let entries, let count, let indices):
      return .dictionary(entries.withOwnText, count: count, indices)
    case .mixed(let classes, let columns): return .mixed(classes, columns.map(\.withOwnText))
    case .composed(let literals, let columns):
      return .composed(literals, columns.map(\.withOwnText))
    default: return self
    }
  }
}

extension Token {
  /// What a string holds, or all of anything else.
  fileprivate var held: ByteRange { kind == .string ? content : range }
}
