// SPDX-License-Identifier: Apache-2.0

/// The columns that were found near others of a block, so that they are looked for once however many strategies are
/// tried.
final class RelativeMemory {
  /// What was found for a column, by its serial.
  fileprivate var found: [Int: Sized<RelativeIntegers>?] = [:]
}

/// Finds the earlier column whose integers those of a column are near to, as the time of an update is to that of the
/// request and a total is to its greatest part, or the two of which they are nearly the sums or differences (SPEC §8.4
/// Integer columns).
///
///     how far apart are some neighbours of both?   for each column with as many integers, and any two of them
///     what do all differences come to?             for the nearest
///     is that less than what the column comes to?  tried, where it is not clear
final class RelativeFinder {
  /// A column that others may be near to.
  private struct Source {
    let number: Int
    let serial: Int
    let values: [Int64]
    /// Whether it is relative itself, so that others may be so to it and another one only.
    let isRelative: Bool

    var reference: RelativeIntegers.Source {
      RelativeIntegers.Source(number: number, serial: serial)
    }
  }

  /// A column that others may be near to, or two and what the second is for.
  private struct Base {
    let first: Source
    var second: (role: SecondSource, source: Source)?

    /// What there is for others to be near to at a place.
    @inline(__always) func value(_ index: Int) -> Int64 {
      guard let (role, source) = second else { return first.values[index] }
      return role.combine(first.values[index], source.values[index])
    }
  }

  /// Columns with fewer integers are not looked at.
  private static let leastCount = 64
  /// Columns that come to fewer bits take too little.
  private static let leastBits = 1024
  /// How many columns are compared.
  private static let mostSources = 16
  /// How many neighbours tell how near two columns are, at each of two places.
  private static let neighbourCount = 16
  /// What differences to sums or differences of two columns have in bits, at most, in both windows together: more come
  /// about by chance.
  private static let mostOfPairs = 8
  /// Longer columns are not compressed to see what they come to.
  private static let mostTried = 1 << 14

  private let workspace: ColumnWorkspace
  private let memory: RelativeMemory
  /// The columns that others may be near to, by how many integers they have.
  private var sources: [Int: [Source]] = [:]

  /// Creates a finder for the columns of a block.
  init(_ workspace: ColumnWorkspace, _ memory: RelativeMemory) {
    self.workspace = workspace
    self.memory = memory
  }

  /// Takes note of a column that is not derived from another one, nor relative to two.
  ///
  /// - Complexity: O(1).
  func note(_ values: [Int64], number: Int, serial: Int, isRelative: Bool = false) {
    guard values.count >= Self.leastCount else { return }
    var others = sources.removeValue(forKey: values.count) ?? []
    // What an object starts with is near as often as what stands near.
    if others.count == Self.mostSources { others.remove(at: Self.mostSources / 2) }
    others.append(
      Source(number: number, serial: serial, values: values, isRelative: isRelative))
    sources[values.count] = others
  }

  /// Finds the column to which integers are so near that their differences come to less than they do by their plan, or
  /// returns `nil` where there is none.
  ///
  /// The plan is made where it has to be tried.
  ///
  /// - Complexity: O(*n*) for *n* values where one is near, or else O(1).
  func find(
    _ values: [Int64], _ plan: inout IntegerPlan, _ appraisal: IntegerPlan.Appraisal
  ) -> Sized<RelativeIntegers>? {
    guard values.count >= Self.leastCount, appraisal.bits >= Self.leastBits else { return nil }
    if let known = memory.found[appraisal.serial] {
      guard var known else { return nil }
      // Another strategy may have no such column.
      let numbers = serialNumbers(values.count, ofBothKinds: known.plan.sources.count > 1)
      if known.plan.find(numbers) { return known }
    }
    let found = search(values, &plan, below: appraisal.bits)
    memory.found[appraisal.serial] = .some(found)
    return found
  }

  private func search(
    _ values: [Int64], _ plan: inout IntegerPlan, below bits: Int
  ) -> Sized<RelativeIntegers>? {
    guard let base = nearest(values, below: bits) else { return nil }
    let differences = values.indices.map { values[$0] &- base.value($0) }
    let sized = workspace.integers.estimate(differences)
    guard sized.bits * 16 + Self.leastBits < bits * 14 else { return nil }
    let own = sized.plan.ownPlan
    let isClear = sized.bits * 2 <= bits || values.count > Self.mostTried
    guard isClear || workspace.integers.isSmaller(own, than: &plan) else { return nil }
    let relative = RelativeIntegers(
      first: base.first.reference, second: base.second.map { ($0.role, $0.source.reference) },
      differences: own)
    return Sized(relative, bits: sized.bits)
  }

  /// The numbers of the columns with so many integers, by their serials, or of those of them that are not relative.
  private func serialNumbers(_ count: Int, ofBothKinds: Bool) -> [Int: Int] {
    let all = (sources[count] ?? []).filter { ofBothKinds || !$0.isRelative }
    return Dictionary(all.map { ($0.serial, $0.number) }, uniquingKeysWith: { $1 })
  }

  /// What some of the integers differ from by the fewest bits, if those are clearly fewer than what an integer takes by
  /// its plan.
  private func nearest(_ values: [Int64], below bits: Int) -> Base? {
    // In two windows, and of so many bits one in eight is to be gained.
    var least = bits * 2 * 7 / 8 / values.count
    var nearest: Base?
    let sources = sources[values.count] ?? []
    for source in sources where !source.isRelative {
      let base = Base(first: source)
      let bits = distanceBits(values, base)
      guard bits < least else { continue }
      least = bits
      nearest = base
    }
    // What two columns are nearer to has hardly any differences.
    guard least > Self.mostOfPairs else { return nearest }
    least = Self.mostOfPairs + 1
    for (place, first) in sources.enumerated() {
      for second in sources[..<place] {
        for base in [
          Base(first: first, second: (.added, second)),
          Base(first: first, second: (.subtracted, second)),
          Base(first: second, second: (.subtracted, first)),
        ] where mayBeNear(values, base) {
          let bits = distanceBits(values, base)
          guard bits < least else { continue }
          least = bits
          nearest = base
        }
      }
    }
    return nearest
  }

  /// Whether two integers that are far apart in the column differ by nearly as much as what they are to be near to.
  @inline(__always) private func mayBeNear(_ values: [Int64], _ base: Base) -> Bool {
    let (start, end) = (values.count / 5, values.count - 1 - values.count / 4)
    let own = values[end] &- values[start]
    let difference = own &- (base.value(end) &- base.value(start))
    return difference.magnitude <= 1 << UInt64(Self.mostOfPairs / 2)
  }

  /// How many bits the differences of some neighbours have, beyond the least of them, in both windows together.
  private func distanceBits(_ values: [Int64], _ base: Base) -> Int {
    let skipped = (values.count - 2 * Self.neighbourCount) / 3
    return [skipped, values.count - Self.neighbourCount - skipped].reduce(0) { sum, start in
      var (low, high) = (Int64.max, Int64.min)
      for index in start..<start + Self.neighbourCount {
        let difference = values[index] &- base.value(index)
        low = min(low, difference)
        high = max(high, difference)
      }
      return sum + UInt64.bitWidth - UInt64(bitPattern: high &- low).leadingZeroBitCount
    }
  }
}

/// An integer column as it will be written relative to another one, or to two.
struct RelativeIntegers {
  /// A column that integers are relative to.
  struct Source {
    /// Its number among those that stand in no other.
    var number: Int
    /// Which of those that were planned it is.
    let serial: Int
  }

  private var first: Source
  private var second: (role: SecondSource, source: Source)?
  let differences: IntegerPlan

  init(first: Source, second: (role: SecondSource, source: Source)?, differences: IntegerPlan) {
    self.first = first
    self.second = second
    self.differences = differences
  }

  /// The columns that it is relative to.
  var sources: [Source] { [first] + (second.map { [$0.source] } ?? []) }

  /// Finds the columns where they have other numbers, by their serials, and returns whether all are there.
  mutating func find(_ numbers: [Int: Int]) -> Bool {
    guard let number = numbers[first.serial] else { return false }
    first.number = number
    guard let (role, source) = second else { return true }
    guard let other = numbers[source.serial] else { return false }
    second = (role, Source(number: other, serial: source.serial))
    return true
  }

  /// Writes the column, which has that number among those that stand in no other.
  ///
  /// - Complexity: O(*n*) for *n* integers.
  func write(to streams: inout StreamSet, number: Int) {
    streams.describeIntegers(.relative, width: Int(second?.role.rawValue ?? 0))
    for source in sources { streams.describe(number - source.number) }
    differences.writeInner(to: &streams)
  }
}
