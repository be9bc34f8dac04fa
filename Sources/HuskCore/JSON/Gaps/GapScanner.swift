// SPDX-License-Identifier: Apache-2.0

/// Compares the gaps of a document with their predictions and lists the surprises.
package struct GapScanner: ~Copyable {
  private let source: ByteSource
  private var model: GapModel
  private var numbering: GapNumbering
  private var surprises: [GapList.Surprise] = []
  /// How many gaps were predicted since the last surprise.
  private var skipped = 0
  /// Where the next gap starts.
  private var offset = 0
  private var last = Token.Kind.openObject
  /// The gap before anything else.
  private var firstGap = GapModel.empty

  /// Scans the gaps of the document that `tape` and `source` hold.
  ///
  /// - Complexity: O(*t*) for *t* tokens where there is no whitespace, else O(*n*) for *n* bytes.
  package static func scan(_ tape: borrowing TokenTape, _ source: ByteSource) -> GapList {
    if let gaps = MinifiedText.gaps(tape, source) { return gaps }
    let style = style(tape, source, BlockFrame())
    return PrintedText.gaps(tape, source, BlockFrame(), style) ?? compare(tape, source)
  }

  /// Scans the gaps one by one.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func compare(_ tape: borrowing TokenTape, _ source: ByteSource) -> GapList {
    var scanner = GapScanner(source, tape, BlockFrame())
    if tape.count > 0 {
      scanner.start(tape[0])
      scanner.enter(tape, from: 1)
    }
    scanner.gap(until: source.count, before: .boundary)
    return scanner.list()
  }

  /// Scans the gaps of a block.
  ///
  /// - Complexity: as ``scan(_:_:)``.
  package static func scan(_ block: borrowing RowBlock) -> GapList {
    let rowGapCount = block.tape.count + block.tape.punctuationCount
    if let gaps = MinifiedText.gaps(block, rowGapCount: rowGapCount) { return gaps }
    if let gaps = LinedText.gaps(block) { return gaps }
    let source = block.bytes.source
    let style = style(block.tape, source, block.frame)
    let gaps = PrintedText.gaps(
      block.tape, source, block.frame, open: block.openOffset, close: block.closeOffset, style)
    return gaps ?? compare(block)
  }

  /// Scans the gaps of a block one by one.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func compare(_ block: borrowing RowBlock) -> GapList {
    var scanner = GapScanner(block.bytes.source, block.tape, block.frame)
    var next = 0
    if let open = block.openOffset {
      scanner.start(Token(.openArray, offset: open, extent: 0))
    } else if !block.frame.continues, block.tape.count > 0 {
      scanner.start(block.tape[0])
      next = 1
    }
    scanner.enter(block.tape, from: next)
    if let close = block.closeOffset {
      scanner.enter(Token(.closeArray, offset: close, extent: 0))
    }
    scanner.gap(until: block.bytes.count, before: .boundary)
    return scanner.list()
  }

  /// Whether all gaps of a block of rows on lines are as it says, but for those behind the last row.
  ///
  /// The first rows are scanned until there are as many surprises as are said to come; then all gaps that
  /// follow must be predicted to be those of such rows.
  ///
  /// - Parameters:
  ///   - rows: How the rows stand.
  ///   - source: The text of the block.
  ///   - offset: The offset of the bracket that opens the array, or of the first comma.
  ///   - surprises: The surprises before those behind the last row.
  ///   - limits: The limits in force.
  /// - Returns: Whether that is so; `false` may mean that it was not tried.
  /// - Complexity: O(*n*) for *n* bytes of the rows that have the surprises.
  package static func confirms(
    _ rows: LinedRows, _ source: ByteSource, from offset: Int, _ surprises: [GapList.Surprise],
    _ limits: Limits
  ) -> Bool {
    var scanner = GapScanner(source, rows.style, rows.frame)
    var scan = TokenScan(source, from: offset, depthLimit: limits.depth)
    var tape = TokenTape()
    if !rows.frame.continues {
      scanner.start(Token(.openArray, offset: offset, extent: 0))
      scan.offset += 1
    }
    var rowCount = 0
    // What stands between rows is learnt from the second.
    while rowCount < 2 || scanner.surprises.count < surprises.count {
      scan.offset = source.skipWhitespace(scan.offset)
      if source[scan.offset] == ASCII.comma {
        scan.offset = source.skipWhitespace(scan.offset + 1)
      }
      tape.removeAll()
      guard scan.offset < source.count, scan.scanValue(onto: &tape) == nil else { return false }
      scanner.enter(tape, from: 0)
      rowCount += 1
    }
    return scanner.surprises == surprises && rows.areExpected(by: scanner.model)
  }

  private init(_ source: ByteSource, _ tape: borrowing TokenTape, _ frame: BlockFrame) {
    self.init(source, Self.style(tape, source, frame, most: Self.mostStyleTokenCount), frame)
  }

  private init(_ source: ByteSource, _ style: GapStyle, _ frame: BlockFrame) {
    self.source = source
    if frame.continues { last = .closeObject }
    model = GapModel(frame, GapPrinter(style))
    numbering = GapNumbering(source, style: style)
  }

  private consuming func list() -> GapList {
    var list = GapList()
    list.style = numbering.style
    list.surprises = surprises
    if surprises.isEmpty, list.style.isPrinted {
      // A list without surprises does not tell its style.
      list.surprises = [GapList.Surprise(skipped: 0, gap: firstGap)]
    }
    return list
  }

  private mutating func start(_ token: Token) {
    gap(until: token.offset, before: GapNeighbor(token.kind))
    pass(token)
  }

  /// Enters the tokens from one on.
  private mutating func enter(_ tape: borrowing TokenTape, from first: Int) {
    var index = first
    while index < tape.count {
      let token = tape[index]
      index &+= 1
      let isElement = last.isScalar && token.kind.isScalar
      enter(token)
      if isElement, model.joinsScalars { index = passElements(of: tape, from: index) }
    }
  }

  /// Passes the scalars that follow an element of an array, as long as nothing stands around the commas between
  /// them, which must be what is learnt; returns the index behind them.
  private mutating func passElements(of tape: borrowing TokenTape, from first: Int) -> Int {
    var index = first
    while index < tape.count {
      let token = tape[index]
      guard token.isScalar, token.offset == offset &+ 1 else { break }
      pass(token)
      index &+= 1
    }
    skipped &+= 2 &* (index &- first)
    return index
  }

  @inline(__always) private mutating func enter(_ token: Token) {
    let next = GapNeighbor(token.kind)
    if last == .key {
      enter(.colon, ASCII.colon)
    } else if last != .openObject, last != .openArray, next != .closeObject, next != .closeArray {
      enter(.comma, ASCII.comma)
    }
    if token.offset == offset, model.moveOn(past: next) {
      skipped &+= 1
    } else {
      gap(until: token.offset, before: next)
    }
    pass(token)
  }

  /// Enters a comma or colon, if there is one.
  @inline(__always) private mutating func enter(_ mark: GapNeighbor, _ byte: UInt8) {
    if source[offset] == byte, model.moveOn(past: mark) {
      skipped &+= 1
      offset &+= 1
      return
    }
    let position = source.skipWhitespace(offset)
    guard source[position] == byte else { return }
    gap(until: position, before: mark)
    offset = position &+ 1
  }

  @inline(__always) private mutating func pass(_ token: Token) {
    offset = token.kind.isWhole ? token.range.end : token.offset &+ 1
    last = token.kind
  }

  @inline(never) private mutating func gap(until end: Int, before next: GapNeighbor) {
    let context = model.context(before: next)
    let predicted = model.predict(context, before: next)
    let range = ByteRange(offset: offset, count: end &- offset)
    var gap = predicted
    if !numbering.is(range, predicted, depth: model.depth(before: next)) {
      gap = numbering.number(of: range, depth: model.depth(before: next))
    }
    if _fastPath(gap == predicted) {
      if skipped == 0, surprises.isEmpty { firstGap = gap }
      skipped &+= 1
    } else {
      surprises.append(GapList.Surprise(skipped: skipped, gap: gap))
      skipped = 0
    }
    model.learn(gap, breaksLine: numbering.breaksLine(gap), context, before: next)
  }
}

extension GapScanner {
  /// How many tokens tell how a regular printer indents.
  static let styleTokenCount = 64
  /// How many tell whether lines are indented at all.
  private static let mostStyleTokenCount = 1 << 14

  /// The style that a document is compared with, told by `most` tokens at most.
  static func style(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame,
    most: Int = styleTokenCount
  ) -> GapStyle {
    var style = style(tape, source, depth: frame.hasElements ? 1 : 0, most: most)
    style.entries = space(tape, source).map { [.literal(Lexeme($0))] } ?? []
    if style.indent.isEmpty {
      style.newline = newline(tape, source, frame, most: most) ?? style.newline
    }
    return style
  }

  /// The line end of a text in which no lines are indented: a space where one stands inside the first pair of
  /// braces on either side, or of brackets where there are no braces, and CR LF where the first two texts stand on
  /// such lines; else `nil`.
  private static func newline(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame, most: Int
  ) -> [UInt8]? {
    func isSpaced(_ index: Int) -> Bool {
      let open = tape[index].offset
      let close = tape[index + tape[index].extent].offset
      return tape[index + 1].offset == open + 2 && source[open + 1] == ASCII.space
        && source[close - 1] == ASCII.space
    }
    var bracket: Int?
    for index in 0..<max(min(tape.count, most) - 1, 0) where !tape[index + 1].kind.closes {
      if tape[index].kind == .openArray { bracket = bracket ?? index }
      guard tape[index].kind == .openObject else { continue }
      if isSpaced(index) { return [ASCII.space] }
      bracket = nil
      break
    }
    if let bracket, isSpaced(bracket) { return [ASCII.space] }
    guard !frame.hasElements, tape.count > 0 else { return nil }
    let second = frame.continues ? 0 : tape[0].kind.isWhole ? 1 : tape[0].extent + 1
    guard second < tape.count, tape[second].offset > 1 else { return nil }
    let newline = [ASCII.carriageReturn, ASCII.lineFeed]
    let end = ByteRange(offset: tape[second].offset - 2, count: newline.count)
    return source.areEqual(end, newline) ? newline : nil
  }

  /// Takes the first indented line as the model of all: its depth tells the unit.
  private static func style(
    _ tape: borrowing TokenTape, _ source: ByteSource, depth: Int, most: Int
  ) -> GapStyle {
    var depth = depth
    for index in 0..<min(tape.count, most) {
      let token = tape[index]
      let isClosing = token.kind == .closeObject || token.kind == .closeArray
      if isClosing { depth -= 1 }
      if depth > 0, token.offset > 0, source[token.offset - 1] <= ASCII.space,
        let style = style(of: token.offset, depth: depth, source)
      {
        return style
      }
      if token.kind == .openObject || token.kind == .openArray { depth += 1 }
    }
    return GapStyle()
  }

  /// The blanks within a line behind the first colon, or behind the first comma where there are no keys;
  /// `nil` where there are none.
  private static func space(_ tape: borrowing TokenTape, _ source: ByteSource) -> [UInt8]? {
    var comma: ByteRange?
    for index in 1..<max(tape.count, 1) {
      let last = tape[index - 1]
      let isKey = last.kind == .key
      guard isKey || comma == nil && last.isScalar else { continue }
      let next = tape[index]
      let mark = source.skipWhitespace(last.range.end)
      guard mark < next.offset else { continue }
      let gap = ByteRange(offset: mark + 1, count: next.offset - mark - 1)
      if isKey { return space(gap, source) }
      comma = gap
    }
    return comma.flatMap { space($0, source) }
  }

  private static func space(_ gap: ByteRange, _ source: ByteSource) -> [UInt8]? {
    guard gap.count > 0 else { return nil }
    let blanks = source.bytes(gap)
    return GapStyle.isSpace(blanks) ? blanks : nil
  }

  /// The style of the line whose indentation ends at `end`, or `nil` where it has none.
  private static func style(of end: Int, depth: Int, _ source: ByteSource) -> GapStyle? {
    var start = end
    while start > 0, source[start - 1] == ASCII.space || source[start - 1] == ASCII.tab {
      start -= 1
    }
    let count = end - start
    guard start > 0, source[start - 1] == ASCII.lineFeed, count > 0, count % depth == 0,
      count / depth <= GapStyle.maxIndentCount
    else { return nil }
    let unit = source.bytes(ByteRange(offset: start, count: count / depth))
    guard unit.allSatisfy({ $0 == unit[0] }) else { return nil }
    var style = GapStyle()
    style.indent = unit
    if start > 1, source[start - 2] == ASCII.carriageReturn {
      style.newline = [ASCII.carriageReturn, ASCII.lineFeed]
    }
    return style
  }
}
