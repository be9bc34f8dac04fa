// SPDX-License-Identifier: Apache-2.0

/// The gaps of a block that are not as predicted, as they stand in its columns (SPEC §8.5 Gaps of a block).
package struct BlockGaps {
  /// What the numbers of gaps mean.
  package private(set) var style = GapStyle()
  /// The number of surprises.
  package let count: Int
  /// How many gaps were predicted before each surprise, and the gap that stands there.
  private let skips: IntegerView
  private let gaps: IntegerView
  /// The first surprise, and the last one.
  private var first = GapList.Surprise(skipped: 0, gap: 0)
  private var last = GapList.Surprise(skipped: 0, gap: 0)

  /// Reads the gaps of a block that decodes to `byteLimit` bytes.
  ///
  /// - Throws: ``HuskError``.
  package init(from streams: inout StreamSource, byteLimit: Int) throws(HuskError) {
    // Whatever stands between two gaps has at least a byte.
    count = try streams.descriptors.readCount(upTo: min(Token.maxExtent, byteLimit) + 1)
    guard count > 0 else {
      skips = streams.pool.constant(0)
      gaps = skips
      return
    }
    style.newline = try streams.descriptors.readBytes()
    style.indent = try streams.descriptors.readBytes()
    // Each is a surprise where it first stands, but for one behind a colon.
    for _ in 0..<(try streams.descriptors.readCount(upTo: count + 1)) {
      let literal = try streams.descriptors.readBytes()
      guard literal.isEmpty else {
        style.entries.append(.literal(Lexeme(literal)))
        continue
      }
      let levels = try streams.descriptors.readSigned()
      guard levels.magnitude <= UInt64(GapStyle.levels.upperBound) else {
        throw HuskError(.invalidGaps, "an indentation is out of range")
      }
      style.entries.append(.indent(Int(levels)))
    }
    skips = try IntegerEncoding.read(count, from: &streams)
    gaps = try IntegerEncoding.read(count, from: &streams)
    // Streams that are skipped hold no values, so there is nothing to validate.
    guard !streams.isSkipping else { return }
    var list = GapList()
    list.style = style
    try list.validate()
    try validate()
  }

  /// Goes through all surprises, and takes note of the ones at the ends.
  private mutating func validate() throws(HuskError) {
    var skips = IntegerWalk(skips, count)
    var gaps = IntegerWalk(gaps, count)
    for index in 0..<count {
      guard let skipped = skips.next(), let gap = gaps.next() else {
        throw ScalarReader.invalid("gaps that are not as many as announced")
      }
      guard 0..<Int64(style.count) ~= gap, skipped >= 0 else {
        throw HuskError(.invalidGaps, "gap \(gap) is not listed")
      }
      last = GapList.Surprise(skipped: Int(skipped), gap: Int(gap))
      if index == 0 { first = last }
    }
  }

  /// Lays out gaps that were read.
  init(_ list: GapList, in pool: inout ScratchPool) {
    style = list.style
    count = list.surprises.count
    var skips = Buffer<Int64>()
    var gaps = Buffer<Int64>()
    for surprise in list.surprises {
      skips.append(Int64(surprise.skipped))
      gaps.append(Int64(surprise.gap))
    }
    self.skips = pool.integers(skips)
    self.gaps = pool.integers(gaps)
    if let first = list.surprises.first { self.first = first }
    if let last = list.surprises.last { self.last = last }
  }

  /// Refuses a byte order mark in a block that goes on, whether it is a gap or listed alone.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps``.
  func refuseMark(_ frame: BlockFrame) throws(HuskError) {
    guard frame.continues, style.listsMark else { return }
    throw HuskError(.invalidGaps, "a byte order mark is listed inside the document")
  }

  /// The surprises one after the other.
  package struct Walk {
    private var skips: IntegerWalk
    private var gaps: IntegerWalk

    fileprivate init(_ all: BlockGaps) {
      skips = IntegerWalk(all.skips, all.count)
      gaps = IntegerWalk(all.gaps, all.count)
    }

    /// Takes the next surprise, or `nil` where there are no more.
    package mutating func next() -> GapList.Surprise? {
      guard let skipped = skips.next(), let gap = gaps.next() else { return nil }
      return GapList.Surprise(skipped: Int(skipped), gap: Int(gap))
    }
  }

  /// Starts before the first surprise.
  package func walk() -> Walk { Walk(self) }

  /// Whether there is no whitespace but one LF between two texts.
  package var isPlain: Bool { count == 0 && !style.isPrinted }

  /// Whether there is a surprise before the first token.
  package var hasLead: Bool { count > 0 && first.skipped == 0 }

  /// Whether no whitespace stands between the first token and the last one but one LF between two texts,
  /// as far as can be told before the tokens are counted.
  package var areOutside: Bool { !style.isPrinted && count - (hasLead ? 1 : 0) <= 1 }

  /// Whether all surprises stand before the first token and behind the last of so many gaps.
  package func areOutside(of gapCount: Int) -> Bool {
    guard areOutside else { return false }
    guard count > (hasLead ? 1 : 0) else { return true }
    return last.skipped == gapCount - (hasLead ? 1 : 0)
  }

  /// The bytes before the first token, where ``areOutside`` holds.
  package var lead: [UInt8] { hasLead ? bytes(of: first) : [] }

  /// The bytes behind the last token, where ``areOutside(of:)`` holds.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps`` where they start with a byte order mark.
  package func tail() throws(HuskError) -> [UInt8] {
    guard count > (hasLead ? 1 : 0) else { return [] }
    guard !style.startsWithMark(last.gap) else {
      throw HuskError(.invalidGaps, "a byte order mark stands inside the document")
    }
    return bytes(of: last)
  }

  /// The gaps around rows between whose tokens a regular printer has put all whitespace.
  package struct Ends {
    /// The gap before the first token, where a block does not go on.
    var lead: [UInt8] = []
    /// The gap before the bracket that closes the array, where it stands in the block.
    var closing: [UInt8] = []
    /// The gap behind the last token.
    var tail: [UInt8] = []
  }

  /// The most surprises that ``ends(_:_:gapCount:colon:)`` may find to be none but at the ends.
  private static let mostEnds = 3

  /// How often what stands behind colons is a surprise somewhere inside: once where it stands before them, too.
  private func spaceCount(_ frame: BlockFrame) -> Int {
    guard style.space != GapModel.empty, 1...Self.mostEnds + 1 ~= count else { return 0 }
    var spaceCount = 0
    var walk = walk()
    var isFirst = true
    while let surprise = walk.next() {
      let isLead = isFirst && surprise.skipped == 0 && !frame.continues
      if surprise.gap == style.space, !isLead { spaceCount += 1 }
      isFirst = false
    }
    return spaceCount
  }

  /// The lines that are expected in a block of a template, where the only surprises may be at its ends.
  package func lines(_ frame: BlockFrame, _ plan: TemplatePlan) -> PrintedLines? {
    let spaceCount = spaceCount(frame)
    // One may stand before the last bracket; another one stands in an array or object without elements.
    let closesBehindSpace = frame.continues && frame.closes && style.newline == [ASCII.space]
    guard !style.hasLines || spaceCount <= (closesBehindSpace ? 2 : 1) else { return nil }
    let spacesColons = spaceCount > 0
    guard 1...Self.mostEnds + (spacesColons ? 1 : 0) ~= count,
      let lines = PrintedLines(style, frame, spacesColons: spacesColons)
    else { return nil }
    // Behind rows of another block a line is learnt from the first comma, and for rows of one kind.
    guard frame.continues, frame.hasElements, !lines.areExpectedAnywhere else { return lines }
    return plan.rowOpening != nil ? lines : nil
  }

  /// The gaps at the ends of a block, where all others are as a regular printer has put them.
  ///
  /// - Parameters:
  ///   - frame: How the block stands in its document.
  ///   - lines: The lines of the printer.
  ///   - gapCount: The number of the last gap.
  ///   - colon: The number of the gap before the first colon, where ``PrintedLines/spacesColons`` says that
  ///     it has to be a surprise.
  /// - Returns: The gaps, or `nil` where there are others.
  package func ends(
    _ frame: BlockFrame, _ lines: PrintedLines, gapCount: Int, colon: Int?
  ) -> Ends? {
    var ends = Ends()
    var learnsColon = lines.spacesColons
    var learnsLine = frame.continues && frame.hasElements && !lines.areExpectedAnywhere
    if frame.closes, !frame.continues { ends.closing = lines.line(0) }
    let firstGap = frame.hasElements ? GapModel.empty : style.betweenTexts
    var walk = walk()
    var index = -1
    while let surprise = walk.next() {
      guard surprise.skipped < gapCount - index else { return nil }
      index += surprise.skipped + 1
      if index == 0, !frame.continues {
        ends.lead = bytes(of: surprise)
      } else if index == 0, surprise.gap == firstGap {
        continue  // It is as expected, and only tells the style.
      } else if style.startsWithMark(surprise.gap) {
        return nil
      } else if index == colon, learnsColon, surprise.gap == style.space {
        learnsColon = false
      } else if index == 1, learnsLine, surprise.gap == GapStyle.indented {
        learnsLine = false
      } else if index == gapCount - 1, frame.closes {
        ends.closing = bytes(of: surprise)
      } else if index == gapCount {
        ends.tail = bytes(of: surprise, depth: frame.hasElements && !frame.closes ? 1 : 0)
      } else {
        return nil
      }
    }
    return learnsLine || learnsColon ? nil : ends
  }

  /// The most surprises of rows that have a line each: one or two for each kind of container, and the ends.
  private static let mostLined = 32

  /// The rows with a line each that may stand in a block of a template, which has `rowCount` of them and
  /// decodes to `byteLimit` bytes.
  package func linedRows(
    _ frame: BlockFrame, _ plan: TemplatePlan, rowCount: Int, byteLimit: Int
  ) -> LinedRows? {
    guard frame.hasElements, 1...Self.mostLined ~= count else { return nil }
    var surprises: [(index: Int, gap: Int)] = []
    var walk = walk()
    var index = -1
    while let surprise = walk.next(), surprise.skipped <= Token.maxExtent {
      index += surprise.skipped + 1
      surprises.append((index, surprise.gap))
    }
    // There are fewer gaps than bytes, and the first row is hardly several times as long as others.
    let mostGaps = max(byteLimit / rowCount, 1)
    guard let rows = LinedRows(surprises, style, frame, plan, mostGaps: mostGaps),
      rows.separator.count <= RowWriter.mostBetween
    else { return nil }
    return rows
  }

  /// The gaps behind the last row of a block of so many gaps whose rows have a line each, and the surprises
  /// before; `nil` where too many rows would have to be looked at, or there are more gaps.
  package func ends(
    _ frame: BlockFrame, _ rows: LinedRows, gapCount: Int
  ) -> (surprises: [GapList.Surprise], ends: Ends)? {
    var ends = Ends()
    ends.closing = rows.closing
    var inside: [GapList.Surprise] = []
    var walk = walk()
    var index = -1
    while let surprise = walk.next() {
      guard surprise.skipped < gapCount - index else { return nil }
      index += surprise.skipped + 1
      if index < gapCount - (frame.closes ? 1 : 0) {
        guard index < Self.mostLooked + gapCount / 8 else { return nil }
        inside.append(surprise)
      } else if style.startsWithMark(surprise.gap) {
        return nil
      } else if index < gapCount {
        ends.closing = bytes(of: surprise)
      } else {
        ends.tail = bytes(of: surprise, depth: frame.closes ? 0 : 1)
      }
    }
    return (inside, ends)
  }

  /// So many gaps may be looked at, and a part of all.
  private static let mostLooked = 1 << 10

  private func bytes(of surprise: GapList.Surprise, depth: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    style.append(surprise.gap, depth: depth, to: &bytes)
    return bytes
  }
}
