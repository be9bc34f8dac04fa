// SPDX-License-Identifier: Apache-2.0

/// Reads blocks in the column layout (SPEC §8 Column layout).
///
///     columns: where the values of each slot stand, joined and ready to be read one by one
///     rows:    the program of the template, which takes values from columns and writes text
///     gaps:    the whitespace between tokens, where it is not as predicted
///
/// A decoder is made for a template and keeps the memory of one block for the next.
package struct ColumnBlockDecoder: ~Copyable {
  let plan: TemplatePlan
  let options: DecodeOptions
  var limits: Limits { options.limits }
  var streams = StreamSource()
  /// What is wanted, where that is not everything.
  let wanted: SlotSelection?
  /// The program that writes what is wanted, and what it leaves out.
  var program = RowProgram()
  var pruning: SlotPruning?
  /// The programs that write everything, once a block has needed them: without whitespace, and on lines.
  private(set) var wholeProgram = RowProgram()
  var printed = PrintedProgram()
  /// Whether the last block was written with whitespace between its tokens, or that was tried.
  package private(set) var writesLines = false
  /// Whether the text of the last block shows what is wanted and nothing else, without whitespace.
  var isProjected = false

  /// Creates a decoder for blocks of a template.
  ///
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init(
    _ plan: TemplatePlan, _ options: DecodeOptions, selecting selection: Selection? = nil
  ) {
    self.plan = plan
    self.options = options
    let slots = selection.map { SlotSelection($0, plan) }
    wanted = slots?.isWhole == true ? nil : slots
  }

  /// Whether it decodes everything of blocks of a template, and nothing less is wanted.
  ///
  /// - Complexity: O(*n*) for *n* canonical bytes, or O(1) where the plan is a copy of its own.
  func isFor(_ plan: TemplatePlan, _ selection: Selection?) -> Bool {
    selection == nil && wanted == nil && !plan.canonicalBytes.isEmpty
      && plan.canonicalBytes == self.plan.canonicalBytes
  }

  /// The nodes of the fields that are wanted and that the text of the last block may have, where it shows nothing
  /// else; `nil` where it does.
  package var projectedNodes: Set<Int>? { isProjected ? wanted?.reachedNodes : nil }

  /// Whether the text of blocks is that which was encoded, and can be verified.
  package var isWhole: Bool { wanted == nil }

  /// Decodes the text of a block.
  ///
  /// - Parameters:
  ///   - payload: What ``ColumnBlockEncoder`` appended.
  ///   - plan: The template, laid out.
  ///   - frame: How the block stands in its document.
  ///   - rowCount: The number of rows.
  ///   - byteLimit: The number of bytes that the block says it decodes to, which the caller has
  ///     checked; more bytes are refused, and memory is reserved as ``Room`` says.
  ///   - limits: The limits in force.
  /// - Returns: The text.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n* + *m*) for *n* bytes of payload and *m* of text.
  package static func decode(
    _ payload: Span<UInt8>, _ plan: TemplatePlan, _ frame: BlockFrame, rowCount: Int,
    byteLimit: Int, limits: Limits
  ) throws(HuskError) -> [UInt8] {
    var decoder = ColumnBlockDecoder(plan, DecodeOptions(limits: limits))
    var text: [UInt8] = []
    try decoder.decode(payload, frame, rowCount: rowCount, byteLimit: byteLimit, appendingTo: &text)
    return text
  }

  /// Decodes a block and appends its text to `target`, which is as it was where that fails.
  ///
  /// Where not everything is wanted, the text is another one that shows the same of what is.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n* + *m*) for *n* bytes of payload and *m* of text.
  package mutating func decode(
    _ payload: Span<UInt8>, _ frame: BlockFrame, rowCount: Int, byteLimit: Int,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    try Room.growing(for: byteLimit, from: payload.count) { (room) throws(HuskError) in
      try decodeWithinRoom(payload, frame, rowCount, byteLimit, &room, &target)
    }
  }

  /// Decodes a block where it does not take more than some room.
  private mutating func decodeWithinRoom(
    _ payload: Span<UInt8>, _ frame: BlockFrame, _ rowCount: Int, _ byteLimit: Int,
    _ room: inout Room, _ target: inout [UInt8]
  ) throws(HuskError) {
    if let wanted {
      return try decodeSelected(
        payload, wanted, frame, rowCount: rowCount, byteLimit: byteLimit, room,
        appendingTo: &target)
    }
    do throws(HuskError) {
      if try decodeWhole(payload, frame, rowCount, byteLimit, printsLines: true, &room, &target) {
        return
      }
    } catch  where error.lacksRoom && !room.isWhole {
      throw error
    } catch {
      // What is wrong is said where gaps are written one by one.
      guard writesLines else { throw error }
    }
    _ = try decodeWhole(payload, frame, rowCount, byteLimit, printsLines: false, &room, &target)
  }

  /// Decodes all of a block, and returns whether that could be done.
  ///
  /// Where `printsLines`, the whitespace of a regular printer, or of rows that have a line each, is written
  /// with the values. Whether there is no other is seen in the end.
  private mutating func decodeWhole(
    _ payload: Span<UInt8>, _ frame: BlockFrame, _ rowCount: Int, _ byteLimit: Int,
    printsLines: Bool, _ room: inout Room, _ target: inout [UInt8]
  ) throws(HuskError) -> Bool {
    printed.isUsed = false
    writesLines = false
    return try payload.withView { (view) throws(HuskError) in
      try streams.open(
        view, byteLimit: byteLimit, verifiedBy: options.verifiesSections ? plan.check : nil,
        limits: limits)
      defer { streams.close() }
      let gaps = try BlockGaps(from: &streams, byteLimit: byteLimit)
      try gaps.refuseMark(frame)
      let rows =
        printsLines && rowCount > 1
        ? gaps.linedRows(frame, plan, rowCount: rowCount, byteLimit: byteLimit) : nil
      if printsLines, rowCount > 0,
        let lines = rows == nil ? gaps.lines(frame, plan) : rows?.line
      {
        printed.prepare(plan, on: lines, byteLimit: byteLimit, limits)
      }
      if !printed.isUsed { prepareWhole() }
      writesLines = printed.isUsed || rows.map { $0.line == nil } ?? false
      var reader = ColumnReader(plan, byteLimit: byteLimit)
      try reader.read(from: &streams)
      try streams.finish()
      let tables =
        printed.isUsed
        ? reader.tables(printed.program, depthLimit: depthLimit(frame), in: &streams.pool)
        : reader.tables(wholeProgram, depthLimit: depthLimit(frame), in: &streams.pool)
      room.explain(by: streams.byteCount)
      var isDone = true
      try target.appendText(room, slack: tables.slack) { (place) throws(HuskError) in
        guard writesLines else { return try writeWoven(tables, frame, rowCount, gaps, to: place) }
        let count =
          if let rows {
            try writeLined(rows, tables, frame, rowCount, gaps, to: place)
          } else {
            try writePrinted(tables, frame, rowCount, gaps, to: place)
          }
        isDone = count != nil
        return count ?? 0
      }
      return isDone
    }
  }

  /// Compiles the program that writes everything without whitespace, where that was not done yet.
  mutating func prepareWhole() {
    guard wholeProgram.operations.count == 0 else { return }
    wholeProgram = RowProgram(plan, depthLimit: Self.programDepth(limits))
  }

  /// How deep arrays and objects may nest in the rows of a block: elements stand in an array.
  func depthLimit(_ frame: BlockFrame) -> Int {
    frame.hasElements ? Self.programDepth(limits) : limits.depth
  }

  /// How deep they may nest in any block: a program whose rows may nest deeper looks at that.
  static func programDepth(_ limits: Limits) -> Int { max(limits.depth - 1, 0) }

  /// Writes rows, and weaves their gaps in where some stand between them.
  mutating func writeWoven(
    _ tables: RowTables, _ frame: BlockFrame, _ rowCount: Int, _ gaps: BlockGaps,
    to place: OutputPlace
  ) throws(HuskError) -> Int {
    // In a block that goes on, what stands first stands before a separator.
    let isPlain =
      frame.continues ? !gaps.hasLead : frame.closes == frame.hasElements
    guard !gaps.isPlain, !isPlain || !gaps.areOutside || rowCount == 0 else {
      return try writeSurrounded(tables, frame, rowCount, gaps, to: place)
    }
    let rows = streams.pool.place(
      byteLimit: place.byteLimit, isWhole: place.isWhole, slack: tables.slack)
    let (count, _) = try writeMinified(tables, frame, rowCount, to: rows)
    return try weave(rows.view(count), frame, gaps, into: place)
  }

  /// Writes rows whose gaps are as predicted but for those around them all.
  private mutating func writeSurrounded(
    _ tables: RowTables, _ frame: BlockFrame, _ rowCount: Int, _ gaps: BlockGaps,
    to place: OutputPlace
  ) throws(HuskError) -> Int {
    let lead = gaps.lead
    guard place.write(lead) else { throw place.tooLong }
    let rows = place.dropping(lead.count)
    let (count, gapCount) = try writeMinified(tables, frame, rowCount, to: rows)
    guard gaps.count == 0 || gaps.areOutside(of: gapCount) else {
      return try weave(streams.pool.copy(rows.view(count)), frame, gaps, into: place)
    }
    let tail = try gaps.tail()
    guard rows.dropping(count).write(tail) else { throw place.tooLong }
    return lead.count + count + tail.count
  }

  /// Writes rows, and the brackets and commas around them, without their gaps; the texts of a
  /// sequence stand on lines of their own.
  func writeMinified(
    _ tables: RowTables, _ frame: BlockFrame, _ rowCount: Int, to place: OutputPlace
  ) throws(HuskError) -> (count: Int, gapCount: Int) {
    let separator = frame.hasElements ? ASCII.comma : ASCII.lineFeed
    // What stands before a row belongs to it; without rows there is nothing to separate.
    let lead: [UInt8] =
      frame.continues
      ? (rowCount > 0 ? [separator] : []) : frame.hasElements ? [ASCII.openBracket] : []
    let tail = frame.closes ? [ASCII.closeBracket] : []
    guard place.write(lead) else { throw place.tooLong }
    let rows = place.dropping(lead.count)
    var (count, gapCount) = try writeRows(tables, [separator], rowCount, on: nil, to: rows)
    guard rows.dropping(count).write(tail) else { throw place.tooLong }
    // Each comma and bracket is a token with a gap before it.
    if frame.hasElements { gapCount += rowCount - 1 + lead.count + tail.count }
    return (lead.count + count + tail.count, gapCount)
  }

  /// Writes rows with a separator between them, and returns how many bytes and gaps they have.
  func writeRows(
    _ tables: RowTables, _ separator: [UInt8], _ rowCount: Int, on lines: PrintedLines?,
    to place: OutputPlace
  ) throws(HuskError) -> (count: Int, gapCount: Int) {
    var writer = RowWriter(tables, place, rowCount: rowCount, separator: separator)
    var (fault, extraGaps) = (rowCount > 0 ? writer.run() : .none, 0)
    if fault == .container {
      (fault, extraGaps) = try writeContainers(&writer, on: lines, to: place)
    }
    guard fault == .none else { throw error(fault, place) }
    guard writer.tables.areFinished else {
      throw HuskError(.extraValue, "a column goes on behind the last row")
    }
    return (writer.count, writer.gapCount + extraGaps)
  }

  /// Checks an array or object that was written as it is, puts lines into it, and goes on, as long as others
  /// follow; returns how that ends, and how many gaps are in them.
  private func writeContainers(
    _ writer: inout RowWriter, on lines: PrintedLines?, to place: OutputPlace
  ) throws(HuskError) -> (RowFault, gapCount: Int) {
    var lexemes = ContainerLexemes(on: lines)
    var fault = RowFault.container
    var gapCount = 0
    while fault == .container {
      guard !writer.isKey else {
        throw HuskError(.invalidValue, "the key of a map is an array or object")
      }
      try lexemes.check(writer.lastValue, depthLimit: writer.tables.depthLimit - writer.openCount)
      gapCount += lexemes.gapCount
      if let lines {
        let level = lines.rowLevel + writer.openCount
        let hasRoom = writer.replaceLastValue { lexemes.write(level: level, to: $0) }
        guard hasRoom else { throw place.tooLong }
      }
      fault = writer.run()
    }
    return (fault, gapCount)
  }

  private mutating func weave(
    _ text: ByteView, _ frame: BlockFrame, _ gaps: BlockGaps, into place: OutputPlace
  ) throws(HuskError) -> Int {
    var weaver = GapWeaver(gaps, frame, into: place, limits: limits, in: &streams.pool)
    return try weaver.weave(text, in: &streams.pool)
  }

  private func error(_ fault: RowFault, _ place: OutputPlace) -> HuskError {
    switch fault {
    case .none, .container: preconditionFailure("no fault")
    case .full: place.tooLong
    case .missingValue: HuskError(.missingValue, "a column ends before the rows do")
    case .invalidValue: ScalarReader.invalid("a value is out of range")
    case .invalidText: ScalarReader.invalid("a value of a text ends in an unknown way")
    case .invalidControl:
      HuskError(.invalidValue, "a tag, count or presence word is out of range")
    case .invalidVarint:
      HuskError(.invalidVarint, "a shared control is no varint of 64 bits in its shortest form")
    case .tooDeep:
      HuskError(.limitExceeded, "more than the limit of depth \(limits.depth)")
    case .tooManyWords:
      HuskError(.limitExceeded, "more presence words than so many bytes of text may have")
    }
  }
}
