// SPDX-License-Identifier: Apache-2.0

/// The encodings of a column of integers (SPEC §8.4 Integer columns).
package enum IntegerEncoding: UInt8, CaseIterable, Sendable {
  /// All values are the same.
  case constant
  /// The values minus their minimum, byte plane after byte plane.
  case planes
  /// The values minus their minimum, value after value.
  case packed
  /// The first value and the differences of neighbours, which are a column.
  case delta
  /// The distinct values, in ascending order or as they come first, which are a column, and the index of each value.
  case dictionary
  /// The values of runs and their lengths less one, which are two columns.
  case runs
  /// The integers of an earlier column of the block, plus a constant.
  case derived
  /// The differences of integers to the last ones of their groups, which are a column.
  case grouped
  /// The quotients of integers by a factor, all of which have the same remainder, which are a column.
  case multiples
  /// As ``planes``, the highest one with a bit for each value.
  case planesAndBits
  /// As ``planes``, the highest one with two bits for each value.
  case planesAndPairs
  /// As ``planes``, the highest one with four bits for each value.
  case planesAndNibbles
  /// The differences of integers to those at the same places of an earlier column of the block, or to the sums or
  /// differences of those of two, which are a column.
  case relative

  /// The widths that its tag may have, in bytes; of a relative column it says what a second source is for.
  var widths: ClosedRange<Int> {
    switch self {
    case .planes, .packed: 1...8
    case .planesAndBits, .planesAndPairs, .planesAndNibbles: 0...7
    case .relative: 0...2
    default: 0...0
    }
  }

  /// How many bits for each value the highest plane has, where it has no bytes.
  var highestBits: Int? {
    switch self {
    case .planesAndBits: 1
    case .planesAndPairs: 2
    case .planesAndNibbles: 4
    default: nil
    }
  }
}

/// An integer column as it will be written.
package indirect enum IntegerPlan: Sendable {
  case constant(Int64)
  case planes(base: Int64, width: PlaneWidth, [Int64])
  case packed(base: Int64, width: Int, [Int64])
  /// A column of byte planes, or a packed one, as its streams.
  case written(IntegerEncoding, base: Int64, width: Int, [[UInt8]], count: Int)
  case delta(first: Int64, IntegerPlan)
  case dictionary(IntegerPlan, count: Int, IntegerPlan)
  case runs(count: Int, IntegerPlan, IntegerPlan)
  case multiples(IntegerScan.Progression, IntegerPlan)
  /// A dictionary that is made when it is written, since a column may turn out to be derived or grouped; another
  /// form where there are more than `most` entries.
  case numbered([Int64], most: Int, otherwise: IntegerForm)
  /// A column with these values that is derived where an earlier one allows it, and else as planned.
  case derivable([Int64], IntegerPlan, Appraisal)

  /// What is known of a column that was planned.
  package struct Appraisal: Sendable {
    /// What it comes to by its plan, in bits.
    var bits: Int
    /// Which of the columns it is that were planned.
    var serial: Int
  }

  /// Writes a column that stands in no other.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func write(to streams: inout StreamSet) {
    let columnCount = streams.columnCount
    guard case .derivable(let values, var plan, let appraisal) = self else {
      streams.integers.skip()
      writeInner(to: &streams)
      return streams.noteExtent(since: columnCount)
    }
    let number = streams.integers.count
    if let source = streams.integers.add(values), streams.takeGroups(source.extent.groupCount) {
      streams.describeIntegers(.derived)
      streams.describe(source.distance)
      streams.describe(signed: source.addend)
      return streams.count(columns: source.extent.columnCount - 1)
    }
    let relative = streams.relatives?.find(values, &plan, appraisal)
    // Groups have to come to less than that, too.
    var rival =
      relative.map { Sized($0.plan.differences, bits: $0.bits) }
      ?? Sized(plan, bits: appraisal.bits)
    if let groups = streams.groups?.find(values, &rival, serial: appraisal.serial),
      streams.takeGroups(groups.entryCount)
    {
      groups.write(to: &streams, number: number)
      streams.relatives?.note(values, number: number, serial: appraisal.serial)
      return streams.noteExtent(since: columnCount, groupCount: groups.grouping.groupCount)
    }
    if let relative {
      let sources = relative.plan.sources.map { streams.integers.extent(of: $0.number) }
      let groupCount = sources.reduce(0) { $0 + $1.groupCount }
      if streams.takeGroups(groupCount + relative.plan.differences.entryCount) {
        relative.plan.write(to: &streams, number: number)
        streams.count(columns: sources.reduce(0) { $0 + $1.columnCount })
        if sources.count == 1 {
          streams.relatives?.note(
            values, number: number, serial: appraisal.serial, isRelative: true)
        }
        return streams.noteExtent(
          since: columnCount, groupCount: groupCount, sourceCount: sources.count)
      }
    } else {
      plan = rival.plan
    }
    plan = plan.made
    streams.relatives?.note(values, number: number, serial: appraisal.serial)
    streams.groups?.note(values, plan, number: number, serial: appraisal.serial)
    plan.writeInner(to: &streams)
    streams.noteExtent(since: columnCount)
  }

  /// Writes a column that may stand in another.
  func writeInner(to streams: inout StreamSet) {
    switch self {
    case .constant(let value):
      streams.describeIntegers(.constant)
      streams.describe(signed: value)
    case .planes(let base, let planned, let values):
      var width = planned
      if let bits = planned.bits,
        !streams.takeBits(
          bits, byteCount: values.count * planned.planeCount, count: values.count,
          planned.plane(planned.whole, of: values, base: base))
      {
        width = planned.inBytes
      }
      streams.describeIntegers(width.encoding, width: width.whole)
      streams.describe(signed: base)
      for plane in 0..<width.planeCount { streams.add(plane, width, of: values, base: base) }
    case .packed(let base, let width, let values):
      streams.describeIntegers(.packed, width: width)
      streams.describe(signed: base)
      streams.add(PackedBytes.split(values, base: base, width: width), .numbers)
    case .written(let encoding, let base, let width, var parts, let count):
      if let bits = encoding.highestBits, let highest = parts.last,
        !streams.takeBits(bits, byteCount: count * parts.count, count: count, highest)
      {
        parts.removeLast()
        parts.append(
          (0..<count).map { UInt8(PackedBits.integer(at: $0, of: highest, bits: bits)) })
        streams.describeIntegers(.planes, width: width + 1)
        streams.describe(signed: base)
        for part in parts { streams.add(part, .numbers) }
        return
      }
      streams.describeIntegers(encoding, width: width)
      streams.describe(signed: base)
      for part in parts { streams.add(part, .numbers) }
    case .delta(let first, let differences):
      streams.describeIntegers(.delta)
      streams.describe(signed: first)
      differences.writeInner(to: &streams)
    case .dictionary(let values, let count, let indices):
      streams.describeIntegers(.dictionary)
      streams.describe(count)
      values.writeInner(to: &streams)
      indices.writeInner(to: &streams)
    case .runs(let count, let values, let lengths):
      streams.describeIntegers(.runs)
      streams.describe(count)
      values.writeInner(to: &streams)
      lengths.writeInner(to: &streams)
    case .multiples(let progression, let quotients):
      streams.describeIntegers(.multiples)
      streams.describe(signed: progression.factor)
      streams.describe(signed: progression.remainder)
      quotients.writeInner(to: &streams)
    case .numbered: made.writeInner(to: &streams)
    case .derivable(_, let plan, _): plan.writeInner(to: &streams)
    }
  }

  /// Whether the column takes more than descriptors.
  package var hasStreams: Bool {
    switch self {
    case .constant: false
    case .delta(_, let differences): differences.hasStreams
    case .multiples(_, let quotients): quotients.hasStreams
    case .derivable(_, let plan, _): plan.hasStreams
    default: true
    }
  }

  /// Whether the column is in planes and nothing else.
  package var isPlanes: Bool {
    switch self {
    case .planes: true
    case .written(let encoding, _, _, _, _): encoding.highestBits != nil
    case .derivable(_, let plan, _): plan.isPlanes
    default: false
    }
  }

  /// The number of entries of all dictionaries in the column.
  package var entryCount: Int {
    switch self {
    case .constant, .planes, .packed, .written: 0
    case .delta(_, let differences): differences.entryCount
    case .dictionary(let values, let count, let indices):
      count + values.entryCount + indices.entryCount
    case .runs(_, let values, let lengths): values.entryCount + lengths.entryCount
    case .multiples(_, let quotients): quotients.entryCount
    case .numbered(_, let most, _): most
    case .derivable(_, let plan, _): plan.entryCount
    }
  }

  /// The plan of a column that is not derived.
  package var ownPlan: IntegerPlan {
    if case .derivable(_, let plan, _) = self { plan.made } else { self }
  }

  /// The column, whose dictionary is made if it is to have one.
  var made: IntegerPlan {
    guard case .numbered(let values, let most, let otherwise) = self else { return self }
    return .dictionary(values, isPacked: false, most: most)
      ?? .multiples(values) { otherwise.plan($0, isHasty: true) }
      ?? otherwise.plan(values, isHasty: true) ?? .bytes(values, isPacked: false)
  }
}
