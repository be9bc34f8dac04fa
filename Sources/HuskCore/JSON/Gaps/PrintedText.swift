// SPDX-License-Identifier: Apache-2.0

/// Finds out that a document stands as a regular printer puts it, without a model of its gaps.
///
/// Where it does, each gap is what ``GapPrinter`` says, whatever was learnt before; so it is enough to look
/// whether each is.
struct PrintedText {
  private let source: ByteSource
  /// The depth of rows that are elements behind those of another block, where lines are expected, or -1.
  private let rowDepth: Int
  /// Whether what stands before such rows is not expected.
  private let learnsRows: Bool

  /// The lines; only their end where there is one.
  private let line: LineMark
  /// Whether there are several, or spaces where they would be.
  private let hasLines: Bool
  /// The number of a line end without an indentation where none is expected.
  private let lineEnd: Int
  /// What stands between two texts.
  private let newline: ByteMark
  private let betweenTexts: Int
  /// The blanks behind a colon.
  private let space: [UInt8]
  /// A colon with the blanks around it, and a comma with those that follow where there is only one line.
  private var colon: ByteMark
  private let comma: ByteMark
  /// Whether it was seen what stands before a colon, and whether it is what stands behind it.
  private var isColonKnown = false
  private var spacesColons = false

  /// Where the next gap starts.
  private var end = 0
  private var depth = 0
  private var last: Token.Kind
  /// The gaps up to here.
  private var gapCount = 0
  private var surprises: [GapList.Surprise] = []
  /// The gaps up to the last surprise, with it.
  private var listedCount = 0
  /// What rows start with before which an indentation was learnt, a bit each.
  private var learnt: UInt32 = 0

  /// The gaps of a document or block, or `nil` where they are not those of a regular printer, or that cannot
  /// be told.
  ///
  /// - Parameters:
  ///   - tape: The tokens, but for the brackets around rows.
  ///   - source: The text.
  ///   - frame: How the block stands in its document.
  ///   - open: Where the bracket is that opens the array of rows, if it is there.
  ///   - close: Where the bracket is that closes it.
  ///   - style: The indentation, and the gap behind a colon.
  /// - Returns: What ``GapScanner`` finds, too.
  /// - Complexity: O(*n*) for *n* tokens and bytes of whitespace.
  static func gaps(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame, open: Int? = nil,
    close: Int? = nil, _ style: GapStyle
  ) -> GapList? {
    guard var text = passing(tape, source, frame, open: open, style) else { return nil }
    if let close, !text.pass(Token(.closeArray, offset: close, extent: 0)) { return nil }
    let isSequence = frame.continues && !frame.hasElements
    return text.finish(style, firstGap: isSequence ? style.betweenTexts : GapModel.empty)
  }

  /// How the first rows of a block stand, or `nil` where that is not as a regular printer has put them.
  ///
  /// - Complexity: O(*n*) for *n* tokens and bytes of whitespace.
  static func spacing(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame, open: Int?,
    _ style: GapStyle
  ) -> RowSpacing? {
    guard let text = passing(tape, source, frame, open: open, style) else { return nil }
    let isOnLine = frame.hasElements && !style.hasLines
    return RowSpacing(
      style, spacesColons: text.spacesColons, between: isOnLine ? .space : .nothing)
  }

  /// Goes through the tokens, and returns `nil` where something else stands between them.
  private static func passing(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame, open: Int?,
    _ style: GapStyle
  ) -> PrintedText? {
    guard style.isPrinted, tape.count > 0, var text = PrintedText(source, frame, style) else {
      return nil
    }
    if let open, !text.start(Token(.openArray, offset: open, extent: 0)) { return nil }
    var next = 0
    if open == nil, !frame.continues {
      guard text.start(tape[0]) else { return nil }
      next = 1
    }
    return text.pass(tape, from: next) ? text : nil
  }

  private init?(_ source: ByteSource, _ frame: BlockFrame, _ style: GapStyle) {
    var space: [UInt8] = []
    style.append(style.space, depth: 0, to: &space)
    guard space.count < 8 else { return nil }
    self.source = source
    line = LineMark(newline: style.newline, indent: style.indent)
    hasLines = style.hasLines
    lineEnd = style.lineEnd
    betweenTexts = style.betweenTexts
    newline = ByteMark(betweenTexts == GapModel.lineFeed ? [ASCII.lineFeed] : style.newline)
    self.space = space
    colon = ByteMark([ASCII.colon] + space)
    comma = ByteMark([ASCII.comma] + space)
    // What was learnt of the rows before is not known any more.
    rowDepth = frame.continues && frame.hasElements && hasLines ? 1 : -1
    learnsRows = rowDepth > 0 && !style.spacesCommas
    last = .closeObject
    depth = frame.continues && frame.hasElements ? 1 : 0
  }

  /// Takes the first token, which nothing stands before.
  private mutating func start(_ token: Token) -> Bool {
    gapCount = 1
    depth = token.kind.isWhole ? 0 : 1
    end = token.kind.isWhole ? token.range.end : token.offset + 1
    last = token.kind
    return token.offset == 0
  }

  private mutating func pass(_ tape: borrowing TokenTape, from first: Int) -> Bool {
    var text = self
    for index in first..<max(tape.count, first) {
      guard text.pass(tape[index]) else { return false }
    }
    self = text
    return true
  }

  /// Takes a token with the gaps before it, and returns whether they are as printed.
  @inline(__always) private mutating func pass(_ token: Token) -> Bool {
    let kind = token.kind
    if last == .key {
      if _slowPath(!isColonKnown) { learnColon() }
      guard stands(colon, before: token) else { return false }
      gapCount &+= 2
    } else if kind == .closeObject || kind == .closeArray {
      depth &-= 1
      gapCount &+= 1
      guard last == .openObject || last == .openArray ? token.offset == end : ends(token) else {
        return false
      }
    } else if last == .openObject || last == .openArray {
      gapCount &+= 1
      guard hasLines ? isLine(from: end, to: token.offset) : token.offset == end else {
        return false
      }
    } else if depth == 0 {
      // Texts of a sequence stand on lines of their own.
      guard stands(newline, before: token) else { return false }
      gapCount &+= 1
    } else if hasLines {
      guard source[end] == ASCII.comma, isLine(from: end &+ 1, to: token.offset) else {
        return false
      }
      gapCount &+= 2
      if _slowPath(depth == rowDepth && learnsRows) { learnRow(kind) }
    } else {
      guard stands(comma, before: token) else { return false }
      gapCount &+= 2
    }
    if kind == .openObject || kind == .openArray { depth &+= 1 }
    end = kind.isWhole ? token.range.end : token.offset &+ 1
    last = kind
    return true
  }

  @inline(__always) private func stands(_ mark: ByteMark, before token: Token) -> Bool {
    mark.stands(at: end, of: source) && token.offset == end &+ mark.count
  }

  /// Looks whether the blanks behind the first colon stand before it, too, as Jackson and Foundation have it: that is
  /// not expected, and then it is learnt.
  @inline(never) private mutating func learnColon() {
    isColonKnown = true
    let bytes = space + [ASCII.colon] + space
    guard !space.isEmpty, bytes.count <= ByteMark.mostCount else { return }
    let mark = ByteMark(bytes)
    guard mark.stands(at: end, of: source) else { return }
    colon = mark
    spacesColons = true
    gapCount += 1
    surprise(GapStyle.firstListed)
    gapCount -= 1
  }

  /// Whether the gap before a bracket that closes what is not empty is as printed.
  @inline(__always) private mutating func ends(_ token: Token) -> Bool {
    guard hasLines else { return token.offset == end }
    if _slowPath(depth &+ 1 == rowDepth) { surprise(lineEnd) }
    return isLine(from: end, to: token.offset)
  }

  /// Whether bytes are a line end and the indentation of the depth.
  @inline(__always) private func isLine(from start: Int, to end: Int) -> Bool {
    end &- start == line.count(depth) && line.stands(at: start, depth, of: source)
  }

  /// Takes note that rows of a kind stand on lines, which the first of them was not expected to.
  @inline(never) private mutating func learnRow(_ kind: Token.Kind) {
    let bit = UInt32(1) << UInt32(GapNeighbor(kind).rawValue)
    if learnt & bit == 0 { surprise(GapStyle.indented) }
    learnt |= bit
  }

  /// Lists the gap that was counted last.
  @inline(never) private mutating func surprise(_ gap: Int) {
    surprises.append(GapList.Surprise(skipped: gapCount - 1 - listedCount, gap: gap))
    listedCount = gapCount
  }

  /// The list of the gaps, or `nil` where what stands behind the last token is more than a line end.
  private mutating func finish(_ style: GapStyle, firstGap: Int) -> GapList? {
    gapCount += 1
    if end < source.count {
      if source.count == end + 1, source[end] == ASCII.lineFeed {
        surprise(GapModel.lineFeed)
      } else if source.areEqual(ByteRange(offset: end, count: source.count - end), style.newline) {
        surprise(lineEnd)
      } else {
        return nil
      }
    }
    var list = GapList()
    list.style = style
    list.surprises = surprises
    // A list without surprises does not tell its style.
    if surprises.isEmpty { list.surprises = [GapList.Surprise(skipped: 0, gap: firstGap)] }
    return list
  }
}
