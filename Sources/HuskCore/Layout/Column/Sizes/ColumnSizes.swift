// SPDX-License-Identifier: Apache-2.0

/// What the columns of a block take, and what the rest of its payload takes.
///
/// A section that one column has for itself is all that column's. A section that columns share is
/// divided by the bytes that each has in it before it is compressed: that is an attribution, not a
/// measurement, for nobody can say which column a compressed byte belongs to.
package struct ColumnSizes: Sendable, Equatable {
  /// The columns, by slot.
  package private(set) var columns: [ColumnSize] = []
  /// The bytes that the gaps of the block take.
  package private(set) var gapByteCount = 0
  /// The bytes that say what the sections are, with their checks, and how long those streams are that
  /// slots share.
  package private(set) var headByteCount = 0

  /// Finds the sizes of a block that was decoded without an error.
  ///
  /// - Parameters:
  ///   - payload: What ``ColumnBlockEncoder`` appended.
  ///   - plan: The template, laid out.
  ///   - rowCount: The number of rows.
  ///   - byteLimit: The number of bytes that the block decodes to.
  ///   - limits: The limits in force.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of payload and values.
  package init(
    _ payload: Span<UInt8>, _ plan: TemplatePlan, rowCount: Int, byteLimit: Int, limits: Limits
  ) throws(HuskError) {
    var streams = StreamSource()
    var division = SectionDivision()
    var shared: SharedStreams?
    try payload.withView { (view) throws(HuskError) in
      try streams.open(view, byteLimit: byteLimit, limits: limits)
      defer { streams.close() }
      _ = try BlockGaps(from: &streams, byteLimit: byteLimit)
      division.give(.gaps, upTo: streams.mark)
      var controls: [ControlCursor] = []
      var scalars = ScalarReader(byteLimit: byteLimit)
      for slot in plan.nodes.indices {
        controls.append(try addControls(of: slot, plan, &streams, &division))
        if plan.hasValues(slot) { try addValues(of: slot, &scalars, &streams, &division) }
      }
      guard let numbers = try streams.takeSized(.numbers), let text = try streams.takeSized(.text)
      else { preconditionFailure("nothing is skipped here") }
      division.giveDescriptors(ofShared: .heads, upTo: streams.mark)
      try streams.finish()
      var areShared = Array(repeating: true, count: plan.nodes.count)
      for column in columns where column.kind == .values {
        areShared[column.slot] = column.encoding == Self.shared
      }
      var walk = SharedWalk(
        plan, controls, numbers, text, sharing: areShared, depthLimit: limits.depth)
      for _ in 0..<rowCount { try walk.visitRow() }
      shared = walk.streams
      division.sections = streams.sections.map { ($0.count, $0.range.count) }
    }
    guard let shared else { return }
    for index in columns.indices where columns[index].encoding == Self.shared {
      let isValue = columns[index].kind == .values
      let share = (isValue ? shared.values : shared.controls)[columns[index].slot]
      columns[index].valueCount = share.valueCount
      division.give(.column(index), share.byteCount, of: isValue ? .text : .numbers)
    }
    add(division, payloadByteCount: payload.count)
  }

  /// Creates the sizes of columns by what they have in the sections of a payload.
  init(_ columns: [ColumnSize], _ division: SectionDivision, payloadByteCount: Int) {
    self.columns = columns
    add(division, payloadByteCount: payloadByteCount)
  }

  /// The name of the encoding of columns that have no place of their own.
  package static let shared = "shared"

  private mutating func add(_ division: SectionDivision, payloadByteCount: Int) {
    headByteCount = payloadByteCount - division.sections.reduce(0) { $0 + $1.encoded }
    for (owner, byteCount) in division.divide() { add(byteCount, to: owner) }
  }

  private mutating func add(_ byteCount: Int, to owner: SectionDivision.Owner) {
    switch owner {
    case .column(let index): columns[index].byteCount += byteCount
    case .gaps: gapByteCount += byteCount
    case .heads: headByteCount += byteCount
    }
  }

  private mutating func addControls(
    of slot: Int, _ plan: TemplatePlan, _ streams: inout StreamSource,
    _ division: inout SectionDivision
  ) throws(HuskError) -> ControlCursor {
    var cursor = ControlCursor(streams.pool.constant(0), ControlCursor.shared)
    guard plan.hasControls(slot) else { return cursor }
    let count = try streams.descriptors.readCount(upTo: Token.maxExtent)
    var name = Self.shared
    if count > 0 {
      let start = streams.descriptors.position
      cursor = ControlCursor(try IntegerEncoding.read(count, from: &streams), count)
      name = try EncodingName.integers(streams.descriptors.bytes(from: start))
    }
    division.give(.column(columns.count), upTo: streams.mark)
    columns.append(
      ColumnSize(slot: slot, kind: plan.controlKind(slot), encoding: name, valueCount: count))
    return cursor
  }

  private mutating func addValues(
    of slot: Int, _ scalars: inout ScalarReader, _ streams: inout StreamSource,
    _ division: inout SectionDivision
  ) throws(HuskError) {
    let count = try streams.descriptors.readCount(upTo: Token.maxExtent)
    var name = Self.shared
    if count > 0 {
      let start = streams.descriptors.position
      // How long the streams are is all that matters.
      _ = try streams.skipping { (streams) throws(HuskError) in
        try scalars.read(count, from: &streams)
      }
      name = try EncodingName.scalars(streams.descriptors.bytes(from: start))
    }
    division.give(.column(columns.count), upTo: streams.mark)
    columns.append(ColumnSize(slot: slot, kind: .values, encoding: name, valueCount: count))
  }
}
