// SPDX-License-Identifier: Apache-2.0

/// Strings sorted by the words and separators that they have in common.
struct StringKinds {
  /// Strings of one kind.
  struct Kind {
    /// What is the same in all of them.
    var literals: StringLiterals
    /// What is not: the parts, as tokens of strings that have other bytes in place of their quotes.
    var columns: [[UInt64]]

    /// The number of strings.
    var count: Int { columns[0].count }
  }

  /// The kinds, the first found first.
  private(set) var kinds: [Kind] = []
  /// The number of the kind of each string; that of those of no kind is the number of kinds.
  private(set) var numbers: [UInt8]
  /// The strings that are of no kind.
  private(set) var rest: [UInt64]

  /// How many strings show what they have in common.
  private static let sampleCount = 64
  /// The most kinds, and the fewest strings of one: so many, and one in so many of all.
  private static let (kindLimit, leastCount, leastShare) = (TokenClasses.limit - 1, 8, 16)

  /// No more parts are made of the strings of a kind: blocks of the usual size have fewer, and those of a large
  /// document would take several times the memory of its text.
  private static let partLimit = 1 << 22

  /// Sorts strings.
  ///
  /// - Parameters:
  ///   - values: Words of strings or keys of `source`.
  ///   - source: Where they stand.
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ values: [UInt64], _ source: ByteSource) {
    numbers = [UInt8](repeating: 0, count: values.count)
    rest = values
    var rows = Array(values.indices)
    let least = max(Self.leastCount, values.count / Self.leastShare)
    while kinds.count < Self.kindLimit, rest.count >= least {
      let sample = ScalarPlanner.sample(rest, min(rest.count, Self.sampleCount))
      guard let skeleton = WordSkeleton.find(sample, source),
        rest.count * skeleton.literals.partCount <= Self.partLimit
      else { break }
      let (columns, areSplit) = source.split(rest, by: skeleton)
      guard columns[0].count >= least else { break }
      kinds.append(Kind(literals: skeleton.literals, columns: columns))
      let left = rest.indices.filter { !areSplit[$0] }
      rows = left.map { rows[$0] }
      rest = left.map { rest[$0] }
      for row in rows { numbers[row] = UInt8(kinds.count) }
    }
  }

  /// Whether most strings are of a kind.
  var areMost: Bool { !kinds.isEmpty && rest.count * 2 <= numbers.count }

  /// The only kind, where all strings are of it.
  var only: Kind? { kinds.count == 1 && rest.isEmpty ? kinds[0] : nil }
}
