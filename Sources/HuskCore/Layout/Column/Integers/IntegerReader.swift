// SPDX-License-Identifier: Apache-2.0

extension IntegerEncoding {
  /// How deep columns may stand in columns.
  private static let depthLimit = 8
  /// How many groups there may be.
  private static let (mostGroups, mostKeyBits) = (1 << 16, 16)

  /// Reads a column of `count` integers that stands in no other.
  ///
  /// Where streams are skipped the result holds nothing of meaning.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, ``HuskError/Code/truncated`` or
  ///   ``HuskError/Code/invalidVarint``.
  /// - Complexity: O(`count`).
  package static func read(
    _ count: Int, from streams: inout StreamSource
  ) throws(HuskError) -> IntegerView {
    let start = streams.mark
    if let view = streams.integers.next {
      // It was read for a column that is derived from it, and is passed over now.
      try pass(count, in: &streams)
      return view
    }
    let tag = try streams.descriptors.readByte()
    if tag == derived.rawValue { return try derive(count, from: &streams, start) }
    let columnCount = streams.columnCount
    var groupCount = 0
    let view = try read(tag, count, from: &streams, groupCount: &groupCount)
    let extent = IntegerExtent(
      groupCount: groupCount, columnCount: streams.columnCount - columnCount,
      sourceCount: tag & 0xF != relative.rawValue ? 0 : tag >> 4 == 0 ? 1 : 2)
    streams.integers.append(streams.isSkipping ? nil : view, count, extent, start)
    return view
  }

  /// Passes over a column of which the integers are known.
  private static func pass(
    _ count: Int, in streams: inout StreamSource
  ) throws(HuskError) {
    var groupCount = 0
    _ = try streams.skipping { (streams) throws(HuskError) in
      try read(try streams.descriptors.readByte(), count, from: &streams, groupCount: &groupCount)
    }
    streams.integers.pass()
  }

  /// Reads a column that is derived from an earlier one; the tag was read.
  private static func derive(
    _ count: Int, from streams: inout StreamSource, _ start: StreamSource.Mark
  ) throws(HuskError) -> IntegerView {
    let distance = try streams.descriptors.readCount(upTo: streams.integers.count)
    let addend = try streams.descriptors.readSigned()
    guard distance > 0 else { throw invalid("a column derived from itself") }
    let source = streams.integers[streams.integers.count - distance]
    guard source.count == count else {
      throw invalid("a column derived from a longer or shorter one")
    }
    try streams.chargeColumns(source.extent.columnCount)
    try streams.charge(groups: source.extent.groupCount)
    streams.integers.append(derivedFrom: source, plus: addend, start)
    guard !streams.isSkipping else { return streams.pool.constant(0) }
    return try root(source.root, of: &streams).adding(source.addend &+ addend)
  }

  /// The integers of a column that is not derived; it is read now where it was passed over.
  private static func root(
    _ number: Int, of streams: inout StreamSource
  ) throws(HuskError) -> IntegerView {
    let column = streams.integers[number]
    if let view = column.view { return view }
    guard let place = column.start else { preconditionFailure("a column is read or passed over") }
    let start = streams.mark
    streams.seek(place)
    let tag = try streams.descriptors.readByte()
    var groupCount = 0
    let view = try read(tag, column.count, from: &streams, groupCount: &groupCount)
    streams.seek(start)
    streams.integers.fill(number, view)
    return view
  }

  /// Reads a column that stands in no other and is not derived; the tag was read.
  private static func read(
    _ tag: UInt8, _ count: Int, from streams: inout StreamSource, groupCount: inout Int
  ) throws(HuskError) -> IntegerView {
    if tag & 0xF == relative.rawValue {
      return try readRelative(tag, count, from: &streams, groupCount: &groupCount)
    }
    guard tag == grouped.rawValue else {
      return try read(tag, count, from: &streams, depth: 0)
    }
    try streams.chargeColumns()
    let number = streams.integers.count
    let distance = try streams.descriptors.readCount(upTo: number)
    let parameter = try streams.descriptors.readCount(
      upTo: distance == 0 ? mostGroups : mostKeyBits)
    guard parameter > 0 else { throw invalid("a column of no groups") }
    groupCount = distance == 0 ? parameter : 1 << parameter
    let first = try streams.descriptors.readSigned()
    let differences = try read(count, from: &streams, depth: 1)
    try streams.charge(groups: groupCount)
    if distance > 0 {
      let keys = streams.integers[number - distance]
      guard keys.count == count, keys.extent.groupCount == 0, keys.extent.sourceCount == 0 else {
        throw invalid("keys of a column that cannot have them")
      }
      try streams.chargeColumns(keys.extent.columnCount)
    }
    guard !streams.isSkipping else { return streams.pool.constant(0) }
    try streams.charge(count)
    var keys: IntegerView?
    if distance > 0 {
      let column = streams.integers[number - distance]
      let view = try root(column.root, of: &streams)
      keys = view.indices ?? view.adding(column.addend)
    }
    return streams.pool.groups(groupCount, of: keys, from: first, differences, count)
  }

  /// Reads a column of differences to an earlier one, or to what is made of two, whose tag was read.
  private static func readRelative(
    _ tag: UInt8, _ count: Int, from streams: inout StreamSource, groupCount: inout Int
  ) throws(HuskError) -> IntegerView {
    try streams.chargeColumns()
    let width = Int(tag >> 4)
    guard relative.widths ~= width else { throw invalid("a width of \(width) bytes") }
    let role = SecondSource(rawValue: tag >> 4)
    let first = try readSource(count, besides: role, from: &streams, groupCount: &groupCount)
    var second: Int?
    if role != nil {
      second = try readSource(count, besides: role, from: &streams, groupCount: &groupCount)
    }
    let differences = try read(count, from: &streams, depth: 1)
    guard !streams.isSkipping else { return streams.pool.constant(0) }
    try streams.charge(count)
    let view = try source(first, of: &streams)
    var other: (role: SecondSource, source: IntegerView)?
    if let role, let second { other = (role, try source(second, of: &streams)) }
    return streams.pool.relative(to: view, other, differences, count)
  }

  /// Reads the distance of a column that another one is relative to, and returns its number.
  private static func readSource(
    _ count: Int, besides role: SecondSource?, from streams: inout StreamSource,
    groupCount: inout Int
  ) throws(HuskError) -> Int {
    let number = streams.integers.count
    let distance = try streams.descriptors.readCount(upTo: number)
    guard distance > 0 else { throw invalid("a column relative to itself") }
    let source = streams.integers[number - distance]
    guard source.count == count, source.extent.sourceCount <= (role == nil ? 0 : 1) else {
      throw invalid("a column relative to one that cannot be a source")
    }
    groupCount += source.extent.groupCount
    try streams.chargeColumns(source.extent.columnCount)
    try streams.charge(groups: source.extent.groupCount)
    return number - distance
  }

  /// The integers of a column, with what is added to those that it is derived from.
  private static func source(
    _ number: Int, of streams: inout StreamSource
  ) throws(HuskError) -> IntegerView {
    let column = streams.integers[number]
    return try root(column.root, of: &streams).adding(column.addend)
  }

  private static func read(
    _ count: Int, from streams: inout StreamSource, depth: Int
  ) throws(HuskError) -> IntegerView {
    guard depth < depthLimit else { throw invalid("integer columns nest too deeply") }
    return try read(try streams.descriptors.readByte(), count, from: &streams, depth: depth)
  }

  /// Reads a column whose tag was read.
  private static func read(
    _ tag: UInt8, _ count: Int, from streams: inout StreamSource, depth: Int
  ) throws(HuskError) -> IntegerView {
    try streams.chargeColumns()
    guard let encoding = IntegerEncoding(rawValue: tag & 0xF) else {
      throw invalid("an integer column has an unknown encoding")
    }
    let width = Int(tag >> 4)
    guard encoding.widths ~= width else { throw invalid("a width of \(width) bytes") }
    switch encoding {
    case .planes:
      let base = try streams.descriptors.readSigned()
      guard let bytes = try streams.takePlanes(count, width: width) else { break }
      return streams.pool.join(bytes, base: base, width: width, count)
    case .packed:
      let base = try streams.descriptors.readSigned()
      let (byteCount, overflow) = count.multipliedReportingOverflow(by: width)
      guard !overflow else { throw invalid("more values than memory") }
      guard let bytes = try streams.take(byteCount, .numbers) else { break }
      return streams.pool.packed(bytes, base: base, width: width)
    case .constant: return streams.pool.constant(try streams.descriptors.readSigned())
    case .delta:
      guard count > 0 else { throw invalid("differences without values") }
      let first = try streams.descriptors.readSigned()
      let differences = try read(count - 1, from: &streams, depth: depth + 1)
      guard !streams.isSkipping else { break }
      try streams.charge(count)
      return streams.pool.sums(first, differences, count)
    case .dictionary:
      let distinct = try streams.descriptors.readCount(upTo: count)
      try streams.charge(entries: distinct)
      var entries = try read(distinct, from: &streams, depth: depth + 1)
      let indices = try read(count, from: &streams, depth: depth + 1)
      guard !streams.isSkipping else { break }
      try streams.charge(count)
      if entries.isMade {
        guard let values = streams.pool.standing(entries, distinct) else {
          throw invalid("entries that are not what they announce")
        }
        entries = values
      }
      return streams.pool.entries(entries, distinct, at: indices, count)
    case .runs:
      let runCount = try streams.descriptors.readCount(upTo: count)
      let values = try read(runCount, from: &streams, depth: depth + 1)
      let lengths = try read(runCount, from: &streams, depth: depth + 1)
      guard !streams.isSkipping else { break }
      try streams.charge(count)
      return streams.pool.runs(values, lengths, runCount, count)
    case .multiples: return try readMultiples(count, from: &streams, depth: depth)
    case .planesAndBits, .planesAndPairs, .planesAndNibbles:
      return try readPlanes(and: encoding.highestBits ?? 1, width, count, from: &streams)
    case .derived, .grouped, .relative: throw invalid("a \(encoding) column in another one")
    }
    return streams.pool.constant(0)
  }

  /// Reads a column in planes, the highest of which has so many bits for each integer; the tag was read.
  private static func readPlanes(
    and bits: Int, _ width: Int, _ count: Int, from streams: inout StreamSource
  ) throws(HuskError) -> IntegerView {
    let base = try streams.descriptors.readSigned()
    let planes = width == 0 ? ByteView.none : try streams.takePlanes(count, width: width)
    let highest = try streams.take(PackedBits.byteCount(count, bits: bits), .numbers)
    guard let planes, let highest else { return streams.pool.constant(0) }
    try streams.charge(whole: count * (width + 1))
    return streams.pool.join(planes, highest, bits: bits, base: base, width: width, count)
  }

  /// Reads a column of multiples, whose tag was read.
  private static func readMultiples(
    _ count: Int, from streams: inout StreamSource, depth: Int
  ) throws(HuskError) -> IntegerView {
    let factor = try streams.descriptors.readSigned()
    let remainder = try streams.descriptors.readSigned()
    let quotients = try read(count, from: &streams, depth: depth + 1)
    guard !streams.isSkipping else { return streams.pool.constant(0) }
    try streams.charge(count)
    return streams.pool.multiples(of: factor, plus: remainder, quotients, count)
  }

  private static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidColumn, "a column is invalid: \(what)")
  }
}
