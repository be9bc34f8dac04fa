// SPDX-License-Identifier: Apache-2.0

/// The encodings of a column of integers (SPEC §8.3 Integer columns).
package enum IntegerEncoding: UInt8, CaseIterable, Sendable {
  /// All values are the same.
  case constant
  /// The values minus their minimum, byte plane after byte plane.
  case planes
  /// The values minus their minimum, value after value.
  case packed
  /// The first value and the differences of neighbours, which are a column.
  case delta
  /// The distinct values in ascending order, which are a column, and the index of each value.
  case dictionary
  /// The values of runs and their lengths less one, which are two columns.
  case runs
}

/// An integer column as it will be written.
package indirect enum IntegerPlan: Sendable {
  case constant(Int64)
  case planes(base: Int64, width: Int, [Int64])
  case packed(base: Int64, width: Int, [Int64])
  case delta(first: Int64, IntegerPlan)
  case dictionary(IntegerPlan, count: Int, IntegerPlan)
  case runs(count: Int, IntegerPlan, IntegerPlan)

  /// Writes the column.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func write(to streams: inout StreamSet) {
    switch self {
    case .constant(let value):
      streams.describe(IntegerEncoding.constant.rawValue)
      streams.describe(signed: value)
    case .planes(let base, let width, let values):
      // The width rides in the upper bits of the tag.
      streams.describe(IntegerEncoding.planes.rawValue | UInt8(width) << 4)
      streams.describe(signed: base)
      for plane in 0..<width { streams.add(plane, of: values, base: base) }
    case .packed(let base, let width, let values):
      streams.describe(IntegerEncoding.packed.rawValue | UInt8(width) << 4)
      streams.describe(signed: base)
      streams.add(PackedBytes.split(values, base: base, width: width), .numbers)
    case .delta(let first, let differences):
      streams.describe(IntegerEncoding.delta.rawValue)
      streams.describe(signed: first)
      differences.write(to: &streams)
    case .dictionary(let values, let count, let indices):
      streams.describe(IntegerEncoding.dictionary.rawValue)
      streams.describe(count)
      values.write(to: &streams)
      indices.write(to: &streams)
    case .runs(let count, let values, let lengths):
      streams.describe(IntegerEncoding.runs.rawValue)
      streams.describe(count)
      values.write(to: &streams)
      lengths.write(to: &streams)
    }
  }
}

extension IntegerEncoding {
  /// How deep columns may stand in columns.
  private static let depthLimit = 8

  /// Reads a column of `count` integers.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, ``HuskError/Code/truncated`` or
  ///   ``HuskError/Code/invalidVarint``.
  /// - Complexity: O(`count`).
  package static func read(
    _ count: Int, from streams: inout StreamSource, depth: Int = 0
  ) throws(HuskError) -> [Int64] {
    guard depth < depthLimit else { throw invalid("integer columns nest too deeply") }
    let tag = try streams.readByte()
    guard let encoding = IntegerEncoding(rawValue: tag & 0xF) else {
      throw invalid("an integer column has an unknown encoding")
    }
    let width = Int(tag >> 4)
    switch encoding {
    case .planes, .packed:
      guard 1...8 ~= width else { throw invalid("a width of \(width) bytes") }
      return try readBytes(encoding, width, count, &streams)
    default:
      guard width == 0 else { throw invalid("a width where none belongs") }
    }
    switch encoding {
    case .planes, .packed: return []
    case .constant: return Array(repeating: try streams.readSigned(), count: count)
    case .delta: return try readDelta(count, &streams, depth)
    case .dictionary: return try readDictionary(count, &streams, depth)
    case .runs: return try readRuns(count, &streams, depth)
    }
  }

  private static func readBytes(
    _ encoding: IntegerEncoding, _ width: Int, _ count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> [Int64] {
    let base = try streams.readSigned()
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow else { throw invalid("more values than memory") }
    var bytes: [UInt8] = []
    if encoding == .planes {
      for _ in 0..<width { bytes += try streams.take(count, .numbers) }
    } else {
      bytes = try streams.take(byteCount, .numbers)
    }
    return encoding == .planes
      ? BytePlanes.join(bytes, base: base, width: width, count)
      : PackedBytes.join(bytes, base: base, width: width, count)
  }

  private static func readDelta(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> [Int64] {
    guard count > 0 else { throw invalid("differences without values") }
    let first = try streams.readSigned()
    var values = try read(count - 1, from: &streams, depth: depth + 1)
    values.append(0)
    var sum = first
    for index in 0..<count {
      let difference = values[index]
      values[index] = sum
      sum &+= difference
    }
    return values
  }

  private static func readDictionary(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> [Int64] {
    let distinct = try streams.readCount(upTo: count)
    let entries = try read(distinct, from: &streams, depth: depth + 1)
    var indices = try read(count, from: &streams, depth: depth + 1)
    for index in 0..<count {
      guard 0..<Int64(distinct) ~= indices[index] else { throw invalid("an index out of range") }
      indices[index] = entries[Int(indices[index])]
    }
    return indices
  }

  private static func readRuns(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> [Int64] {
    let runs = try streams.readCount(upTo: count)
    let values = try read(runs, from: &streams, depth: depth + 1)
    let lengths = try read(runs, from: &streams, depth: depth + 1)
    var result: [Int64] = []
    result.reserveCapacity(count)
    for (value, length) in zip(values, lengths) {
      guard 0..<Int64(count - result.count) ~= length else { throw invalid("a run too long") }
      result.append(contentsOf: repeatElement(value, count: Int(length) + 1))
    }
    guard result.count == count else { throw invalid("runs that do not add up") }
    return result
  }

  private static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidColumn, "a column is invalid: \(what)")
  }
}
