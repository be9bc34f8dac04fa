// SPDX-License-Identifier: Apache-2.0

/// Gives the gaps of a document one after the other, from their predictions and the surprises.
package struct GapPlayer {
  private let list: GapList
  private var model: GapModel
  private var next = 0
  private var skipped = 0
  private var isFirst = true

  /// Prepares to play a list that has been read by ``GapList/validate()``.
  package init(_ list: GapList, _ frame: BlockFrame = BlockFrame()) {
    self.list = list
    model = GapModel(frame, GapPrinter(list.style))
    isFirst = !frame.continues
  }

  /// Appends the gap before `neighbor` to `target`.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps`` where nothing separates two texts, or a byte order
  ///   mark stands behind the start.
  package mutating func play(
    before neighbor: GapNeighbor, to target: inout [UInt8]
  ) throws(HuskError) {
    var gap = model.predict(before: neighbor)
    if next < list.surprises.count, list.surprises[next].skipped == skipped {
      gap = list.surprises[next].gap
      next += 1
      skipped = 0
    } else {
      skipped += 1
    }
    if gap == GapModel.empty, model.separatesTexts(before: neighbor) {
      throw HuskError(.invalidGaps, "nothing separates two texts")
    }
    if !isFirst, list.style.startsWithMark(gap) {
      throw HuskError(.invalidGaps, "a byte order mark stands inside the document")
    }
    isFirst = false
    list.style.append(gap, depth: model.depth(before: neighbor), to: &target)
    model.learn(gap, breaksLine: list.style.breaksLine(gap), before: neighbor)
  }

  /// Checks that every surprise was played.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps`` where some are left.
  package func finish() throws(HuskError) {
    guard next == list.surprises.count else {
      throw HuskError(
        .invalidGaps, "\(list.surprises.count - next) gaps stand behind the end of the document")
    }
  }
}

extension GapList {
  /// Checks the rules of gap tables (SPEC §5.3 Gap table).
  ///
  /// - Throws: ``HuskError/Code/invalidGaps``.
  /// - Complexity: O(*n*) for *n* surprises and bytes of listed gaps.
  package func validate() throws(HuskError) {
    guard Self.newlines.contains(style.newline) else {
      throw HuskError(.invalidGaps, "the line end is none of LF, CR LF, CR and a space")
    }
    guard style.indent.count <= GapStyle.maxIndentCount else {
      throw HuskError(
        .invalidGaps, "the indentation has more than \(GapStyle.maxIndentCount) bytes")
    }
    try Self.check(style.indent, "the indentation")
    for case .literal(let literal) in style.entries {
      guard !literal.bytes.isEmpty else { throw HuskError(.invalidGaps, "a listed gap is empty") }
      let hasMark = literal.bytes.starts(with: GapStyle.byteOrderMark)
      let blanks = literal.bytes.dropFirst(hasMark ? GapStyle.byteOrderMark.count : 0)
      try Self.check(Array(blanks), "a listed gap")
    }
    for surprise in surprises where !(0..<style.count ~= surprise.gap) || surprise.skipped < 0 {
      throw HuskError(.invalidGaps, "gap \(surprise.gap) is not listed")
    }
  }

  private static let newlines: [[UInt8]] = [
    [ASCII.lineFeed], [ASCII.carriageReturn, ASCII.lineFeed], [ASCII.carriageReturn],
    [ASCII.space],
  ]

  private static func check(_ bytes: [UInt8], _ name: String) throws(HuskError) {
    guard bytes.allSatisfy(ASCII.isWhitespace) else {
      throw HuskError(.invalidGaps, "\(name) holds more than whitespace")
    }
  }
}
