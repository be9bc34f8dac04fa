// SPDX-License-Identifier: Apache-2.0

extension ColumnBlockDecoder {
  /// Writes rows with the whitespace that a regular printer puts, and what stands around them.
  ///
  /// - Returns: The number of bytes written, or `nil` where the gaps are not all as predicted but for those
  ///   at the ends.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes written.
  func writePrinted(
    _ tables: RowTables, _ frame: BlockFrame, _ rowCount: Int, _ gaps: BlockGaps,
    to place: OutputPlace
  ) throws(HuskError) -> Int? {
    guard let lines = gaps.lines(frame, plan) else { return nil }
    var lead = gaps.hasLead && !frame.continues ? gaps.lead : []
    if frame.continues {
      lead += lines.separator
    } else if frame.hasElements {
      lead.append(ASCII.openBracket)
    }
    guard place.write(lead) else { throw place.tooLong }
    let rows = place.dropping(lead.count)
    var (count, gapCount) = try writeRows(tables, lines.separator, rowCount, on: lines, to: rows)
    // Each comma and bracket is a token with a gap before it.
    if frame.hasElements { gapCount += rowCount + (frame.closes ? 1 : 0) }
    let colon =
      lines.spacesColons
      ? PrintedLines.gapBeforeColon(in: place.source(lead.count + count)) : nil
    guard let ends = gaps.ends(frame, lines, gapCount: gapCount, colon: colon) else { return nil }
    let tail = frame.closes ? ends.closing + [ASCII.closeBracket] + ends.tail : ends.tail
    guard rows.dropping(count).write(tail) else { throw place.tooLong }
    return lead.count + count + tail.count
  }

  /// Writes rows that have a line each, and what stands around them.
  ///
  /// - Returns: The number of bytes written, or `nil` where the gaps are not all those of such rows, or the
  ///   rows cannot be written.
  /// - Throws: ``HuskError`` where there is no room.
  /// - Complexity: O(*n*) for *n* bytes written.
  func writeLined(
    _ rows: LinedRows, _ tables: RowTables, _ frame: BlockFrame, _ rowCount: Int,
    _ gaps: BlockGaps, to place: OutputPlace
  ) throws(HuskError) -> Int? {
    let before = gaps.hasLead && !frame.continues ? gaps.lead : []
    let lead = frame.continues ? rows.separator : before + [ASCII.openBracket] + rows.lead
    guard place.write(lead) else { throw place.tooLong }
    let inside = place.dropping(lead.count)
    var writer = RowWriter(tables, inside, rowCount: rowCount, separator: rows.separator)
    // Arrays and objects that are carried as they are have gaps that the template does not tell.
    guard writer.run() == .none, writer.tables.areFinished else { return nil }
    // Each comma and bracket is a token with a gap before it.
    let gapCount = writer.gapCount + rowCount + (frame.closes ? 1 : 0)
    guard let (surprises, ends) = gaps.ends(frame, rows, gapCount: gapCount) else { return nil }
    let tail = frame.closes ? ends.closing + [ASCII.closeBracket] + ends.tail : ends.tail
    guard inside.dropping(writer.count).write(tail) else { throw place.tooLong }
    let count = lead.count + writer.count + tail.count
    let isConfirmed = GapScanner.confirms(
      rows, place.source(count), from: before.count, surprises, limits)
    return isConfirmed ? count : nil
  }
}

/// The program that writes the rows of blocks with their lines, kept from block to block.
struct PrintedProgram: ~Copyable {
  /// Whether the block is written by it.
  var isUsed = false
  private(set) var program = RowProgram()
  private var lines: PrintedLines?
  private var sizeLimit = 0

  /// The program of a block may have so many bytes and operations for each byte of text, and so many
  /// for any: linking them takes time.
  private static let sizeShift = 4
  private static let leastSize = 1 << 13

  init() {}

  /// Compiles the program for a block of `byteLimit` bytes, where that was not done yet.
  mutating func prepare(
    _ plan: TemplatePlan, on lines: PrintedLines, byteLimit: Int, _ limits: Limits
  ) {
    let size = Self.leastSize + byteLimit >> Self.sizeShift
    if self.lines != lines || size > sizeLimit && (program.isCut || program.isTooLong) {
      let depth = ColumnBlockDecoder.programDepth(limits)
      program = RowProgram(plan, on: lines, depthLimit: depth, sizeLimit: size)
      self.lines = lines
      sizeLimit = size
    }
    isUsed = !program.isTooLong
  }
}
