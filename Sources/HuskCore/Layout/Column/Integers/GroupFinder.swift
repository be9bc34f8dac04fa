// SPDX-License-Identifier: Apache-2.0

/// The groups that were found in columns of a block, so that they are looked for once however many strategies are tried.
final class GroupMemory {
  /// What was found for a column, by its serial.
  fileprivate var found: [Int: GroupedIntegers?] = [:]
}

/// Finds what the integers of a column go on from, if that is not the integer before: the one so many places
/// before, or the last one beside which an earlier column has the same (SPEC §8.4 Integer columns).
///
///     which period has small differences, and which key?   judged by some neighbours
///     what do all differences by each come to?             judged by their statistics
///     is that less than what the column comes to?          tried, where it is not clear
///     should it rather have keys for columns behind it?    tried, where it may
final class GroupFinder {
  /// A column that may have keys.
  private struct Key {
    let number: Int
    let serial: Int
    let values: [Int64]
    let bits: Int
  }

  /// Columns with fewer integers have no groups.
  private static let leastCount = 64
  /// Columns that come to fewer bits have none.
  private static let leastBits = 1024
  /// How many neighbours are compared to find groups, and one of how many where there are many.
  private static let (windowCounts, windowShare) = (128...2048, 32)
  /// How many keys are tried.
  private static let mostKeys = 16
  /// How many bits they have at most.
  static let mostKeyBits = 12
  /// How far apart the integers of a group stand at most, where they are no keys.
  private static let mostPeriod = 1024
  /// How many differences tell what all come to.
  private static let sampleCount = 256
  /// Longer columns are not compressed to see what they come to, unless they have so many groups that a sample does
  /// not show what repeats in them.
  private static let (mostTried, mostUntriedGroups) = (1 << 14, 1 << 8)

  private let workspace: ColumnWorkspace
  private let memory: GroupMemory
  private var entropy = EntropyTable()
  /// The columns that may have keys, by how many integers they have.
  private var keys: [Int: [Key]] = [:]

  /// Creates a finder for the columns of a block.
  init(_ workspace: ColumnWorkspace, _ memory: GroupMemory) {
    self.workspace = workspace
    self.memory = memory
  }

  // MARK: - Keys

  /// Takes note of a column that has no groups and is not derived.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func note(_ values: [Int64], _ plan: IntegerPlan, number: Int, serial: Int) {
    guard values.count >= Self.leastCount, let (keys, bits) = Self.keys(values, plan) else {
      return
    }
    let key = Key(number: number, serial: serial, values: keys, bits: bits)
    var others = self.keys.removeValue(forKey: values.count) ?? []
    // What an object starts with is a key as often as what stands near.
    if others.count == Self.mostKeys { others.remove(at: Self.mostKeys / 2) }
    others.append(key)
    self.keys[values.count] = others
  }

  /// The keys that a column has, or `nil` where they are not few.
  private static func keys(_ values: [Int64], _ plan: IntegerPlan) -> ([Int64], bits: Int)? {
    if case .dictionary(_, let count, let indices) = plan {
      guard let bits = keyBits(UInt64(count - 1), of: values.count) else { return nil }
      return indices.indices(values.count).map { ($0, bits) }
    }
    // A few tell of most columns that they are no keys.
    guard keyBits(range(Array(values.prefix(leastCount))), of: values.count) != nil,
      let bits = keyBits(range(values), of: values.count)
    else { return nil }
    return (values, max(bits, 1))
  }

  /// How many low bits tell integers apart that differ by at most `range`, or `nil` where there are too many.
  private static func keyBits(_ range: UInt64, of count: Int) -> Int? {
    let bits = UInt64.bitWidth - range.leadingZeroBitCount
    return range < count / 3 && bits <= mostKeyBits ? bits : nil
  }

  private static func range(_ values: [Int64]) -> UInt64 {
    let (low, high) = IntegerScan.extrema(values)
    return UInt64(bitPattern: high &- low)
  }

  // MARK: - Groups

  /// Finds groups in which integers differ so little that the column, which has that number among those that were
  /// planned, comes to less than it does by a plan, or returns `nil` where there are none.
  ///
  /// The plan is made where it has to be tried.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func find(
    _ values: [Int64], _ plan: inout Sized<IntegerPlan>, serial: Int
  ) -> GroupedIntegers? {
    let (count, bits) = (values.count, plan.bits)
    guard count >= Self.leastCount, bits >= Self.leastBits, bits * 4 > count else { return nil }
    if let known = memory.found[serial] {
      guard var known else { return nil }
      guard let keySerial = known.keySerial else { return known }
      // Another strategy may have no such column.
      if let key = keys[count]?.first(where: { $0.serial == keySerial }) {
        known.keyNumber = key.number
        return known
      }
    }
    let found = search(values, &plan.plan, below: bits)
    memory.found[serial] = .some(found)
    return found
  }

  private func search(
    _ values: [Int64], _ plan: inout IntegerPlan, below bits: Int
  ) -> GroupedIntegers? {
    guard let best = groups(values, below: bits) else { return nil }
    if case .period(let period) = best.plan.grouping, mayHaveKeys(values, plan, of: period),
      !isWorthKeys(best.plan.differences, &plan, values.count)
    {
      return nil
    }
    let isClear = workspace.effort.usesTrials || isClear(best, values.count, below: bits)
    return isClear || workspace.integers.isSmaller(best.plan.differences, than: &plan)
      ? best.plan : nil
  }

  /// Whether a plan comes to clearly less than `bits`, or the column is too long to be tried.
  private func isClear(_ best: Sized<GroupedIntegers>, _ count: Int, below bits: Int) -> Bool {
    if best.bits * 2 <= bits { return true }
    return count > Self.mostTried && best.plan.grouping.groupCount <= Self.mostUntriedGroups
  }

  /// The groups by which a column comes to least, told by places or by the keys of an earlier column.
  private func groups(_ values: [Int64], below bits: Int) -> Sized<GroupedIntegers>? {
    let period = period(values)
    let places = period.flatMap { group(values, by: .period($0), below: bits) }
    guard let key = key(values, below: bits),
      var keyed = group(values, by: .keys(key.values, bits: key.bits), below: bits)
    else { return places }
    (keyed.plan.keyNumber, keyed.plan.keySerial) = (key.number, key.serial)
    guard let places, places.bits <= keyed.bits else { return keyed }
    guard places.bits * 8 > keyed.bits * 7 else { return places }
    // Places tell as much as keys as long as no row is left out, which the whole column shows and no sample.
    let widths = GroupScan.widths(values, by: [places.plan.grouping, keyed.plan.grouping])
    return widths[1] < widths[0] ? keyed : places
  }

  private func period(_ values: [Int64]) -> Int? {
    let window = Self.window(values.count)
    let most = min(window.count / 2, Self.mostPeriod)
    return GroupScan.period(values, window.prefix(most + Self.sampleCount), most: most)
  }

  private func key(_ values: [Int64], below bits: Int) -> Key? {
    let window = Self.window(values.count)
    var least = bits * window.count / values.count
    var best: Key?
    for key in keys[values.count] ?? [] {
      let bits = GroupScan.bits(values, window, by: key.values, bits: key.bits)
      guard let bits, bits < least else { continue }
      least = bits
      best = key
    }
    return best
  }

  /// Plans a column in groups, or returns `nil` where it does not come to clearly less than `bits`.
  private func group(
    _ values: [Int64], by grouping: GroupScan.Grouping, below bits: Int
  ) -> Sized<GroupedIntegers>? {
    let first = values[0]
    let isTried = workspace.effort.usesTrials
    // What repeats does not show there.
    func isPromising(_ sample: [Int64]) -> Bool {
      expectedBits(sample, of: values.count) * 2 < bits * (isTried ? 4 : 3)
    }
    let sampled = Self.window(values.count).suffix(Self.sampleCount)
    if case .period(let period) = grouping {
      // Of few integers it is known without those of all, which take as much memory as the column.
      let sample = sampled.map { values[$0] &- ($0 < period ? first : values[$0 - period]) }
      guard isPromising(sample) else { return nil }
    }
    let differences = GroupScan.differences(values, by: grouping, from: first)
    if case .keys = grouping, !isPromising(Array(differences[sampled])) { return nil }
    let sized = workspace.integers.estimate(differences)
    let isMeasured = isTried && values.count <= workspace.effort.trialCount
    guard sized.bits * 16 + Self.leastBits < bits * (isMeasured ? 15 : 14) else { return nil }
    let plan = GroupedIntegers(
      grouping: grouping, first: first, differences: sized.plan.ownPlan)
    return Sized(plan, bits: sized.bits)
  }

  /// What so many differences come to, judged by some of them.
  private func expectedBits(_ sample: [Int64], of count: Int) -> Int {
    let bits = entropy.planeBits(sample, changes: IntegerScan.changes(sample))
    return bits * count / sample.count
  }

  /// Whether a column that mostly goes round in `period` may have other keys for each of the places.
  ///
  /// One that does so without exception has keys that tell no more than places.
  private func mayHaveKeys(_ values: [Int64], _ plan: IntegerPlan, of period: Int) -> Bool {
    guard let (keys, _) = Self.keys(values, plan), Self.range(keys) >= UInt64(period - 1) else {
      return false
    }
    return !keys.dropFirst(period).elementsEqual(keys.dropLast(period))
  }

  /// Whether a plan by which a column has no keys for others comes to clearly less than one by which it may have,
  /// found by compressing both.
  private func isWorthKeys(_ plan: IntegerPlan, _ other: inout IntegerPlan, _ count: Int) -> Bool {
    other = other.made
    let (bits, others) = (workspace.integers.bits(of: plan), workspace.integers.bits(of: other))
    return (others - bits) * 8 > count
  }

  /// Neighbours from the middle.
  private static func window(_ count: Int) -> Range<Int> {
    let wanted = max(count / windowShare, windowCounts.lowerBound)
    let length = min(count, wanted, windowCounts.upperBound)
    let start = (count - length) / 2
    return start..<start + length
  }
}

/// An integer column as it will be written in groups.
struct GroupedIntegers {
  let grouping: GroupScan.Grouping
  /// The number of the column that has the keys, where one has; and which of those that were planned it is.
  fileprivate(set) var keyNumber: Int?
  fileprivate(set) var keySerial: Int?
  /// What stands before the first integer of each group.
  let first: Int64
  let differences: IntegerPlan

  /// How many entries of dictionaries the column counts as.
  var entryCount: Int { grouping.groupCount + differences.entryCount }

  /// Writes the column, which has that number among those that stand in no other.
  ///
  /// - Complexity: O(*n*) for *n* integers.
  func write(to streams: inout StreamSet, number: Int) {
    streams.describeIntegers(.grouped)
    streams.describe(keyNumber.map { number - $0 } ?? 0)
    switch grouping {
    case .period(let count): streams.describe(count)
    case .keys(_, let bits): streams.describe(bits)
    }
    streams.describe(signed: first)
    differences.writeInner(to: &streams)
    if let keyNumber {
      streams.count(columns: streams.integers.extent(of: keyNumber).columnCount)
    }
  }
}

extension IntegerPlan {
  /// The `count` integers of planes that are not below zero, and stand in no other form.
  fileprivate func indices(_ count: Int) -> [Int64]? {
    if case .planes(_, _, let values) = self { return values }
    guard case .written(let encoding, 0, let whole, let planes, _) = self, encoding != .packed,
      planes.count <= 2
    else { return nil }
    var integers = [Int64](repeating: 0, count: count)
    for (plane, bytes) in planes.enumerated() {
      let bits = plane == whole ? encoding.highestBits : nil
      for index in integers.indices {
        let part = bits.map { PackedBits.integer(at: index, of: bytes, bits: $0) }
        integers[index] |= (part ?? Int64(bytes[index])) << (8 * plane)
      }
    }
    return integers
  }
}
