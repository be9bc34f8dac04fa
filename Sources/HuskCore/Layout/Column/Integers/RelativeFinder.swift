// SPDX-License-Identifier: Apache-2.0

/// The columns that were found near others of a block, so that they are looked for once however many strategies are
/// tried.
final class RelativeMemory {
  /// What was found for a column, by its serial.
  fileprivate var found: [Int: Sized<RelativeIntegers>?] = [:]
}

/// Finds the earlier column whose integers those of a column are near to, as the time of an update is to that of the
/// request and a total is to its greatest part (SPEC §8.4 Integer columns).
///
///     how far apart are some neighbours of both?   for each column with as many integers
///     what do all differences come to?             for the nearest one
///     is that less than what the column comes to?  tried, where it is not clear
final class RelativeFinder {
  /// A column that others may be near to.
  private struct Source {
    let number: Int
    let serial: Int
    let values: [Int64]
  }

  /// Columns with fewer integers are not looked at.
  private static let leastCount = 64
  /// Columns that come to fewer bits take too little.
  private static let leastBits = 1024
  /// How many columns are compared.
  private static let mostSources = 16
  /// How many neighbours tell how near two columns are, at each of two places.
  private static let neighbourCount = 16
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

  /// Takes note of a column that is not derived from another one, nor relative to one.
  ///
  /// - Complexity: O(1).
  func note(_ values: [Int64], number: Int, serial: Int) {
    guard values.count >= Self.leastCount else { return }
    var others = sources.removeValue(forKey: values.count) ?? []
    // What an object starts with is near as often as what stands near.
    if others.count == Self.mostSources { others.remove(at: Self.mostSources / 2) }
    others.append(Source(number: number, serial: serial, values: values))
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
      if let source = sources[values.count]?.first(where: { $0.serial == known.plan.sourceSerial })
      {
        known.plan.sourceNumber = source.number
        return known
      }
    }
    let found = search(values, &plan, below: appraisal.bits)
    memory.found[appraisal.serial] = .some(found)
    return found
  }

  private func search(
    _ values: [Int64], _ plan: inout IntegerPlan, below bits: Int
  ) -> Sized<RelativeIntegers>? {
    guard let source = nearest(values, below: bits) else { return nil }
    let differences = values.indices.map { values[$0] &- source.values[$0] }
    let sized = workspace.integers.estimate(differences)
    guard sized.bits * 16 + Self.leastBits < bits * 14 else { return nil }
    let own = sized.plan.ownPlan
    let isClear = sized.bits * 2 <= bits || values.count > Self.mostTried
    guard isClear || workspace.integers.isSmaller(own, than: &plan) else { return nil }
    let relative = RelativeIntegers(
      sourceNumber: source.number, sourceSerial: source.serial, differences: own)
    return Sized(relative, bits: sized.bits)
  }

  /// The column whose differences to some of the integers have the fewest bits, if those are clearly fewer than what an
  /// integer takes by its plan.
  private func nearest(_ values: [Int64], below bits: Int) -> Source? {
    // In two windows, and of so many bits one in eight is to be gained.
    var least = bits * 2 * 7 / 8 / values.count
    var nearest: Source?
    for source in sources[values.count] ?? [] {
      let bits = distanceBits(values, source.values)
      guard bits < least else { continue }
      least = bits
      nearest = source
    }
    return nearest
  }

  /// How many bits the differences of some neighbours have, beyond the least of them, in both windows together.
  private func distanceBits(_ values: [Int64], _ others: [Int64]) -> Int {
    let skipped = (values.count - 2 * Self.neighbourCount) / 3
    return [skipped, values.count - Self.neighbourCount - skipped].reduce(0) { sum, start in
      var (low, high) = (Int64.max, Int64.min)
      for index in start..<start + Self.neighbourCount {
        let difference = values[index] &- others[index]
        low = min(low, difference)
        high = max(high, difference)
      }
      return sum + UInt64.bitWidth - UInt64(bitPattern: high &- low).leadingZeroBitCount
    }
  }
}

/// An integer column as it will be written relative to another one.
struct RelativeIntegers {
  /// The number of the column to which the differences are, and which of those that were planned it is.
  fileprivate(set) var sourceNumber: Int
  fileprivate(set) var sourceSerial: Int
  let differences: IntegerPlan

  /// Writes the column, which has that number among those that stand in no other.
  ///
  /// - Complexity: O(*n*) for *n* integers.
  func write(to streams: inout StreamSet, number: Int) {
    streams.describeIntegers(.relative)
    streams.describe(number - sourceNumber)
    differences.writeInner(to: &streams)
  }
}
