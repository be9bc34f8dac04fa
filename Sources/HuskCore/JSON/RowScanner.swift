// SPDX-License-Identifier: Apache-2.0

/// Cuts a document that arrives piece by piece into blocks of whole rows.
///
/// Rows are the texts of a sequence, or the elements of an array that is the only text. A row is
/// never cut, so a block is as large as its largest row at least.
package struct RowScanner<Feed: ByteFeed & ~Copyable>: ~Copyable {
  private enum State {
    /// Between texts, or before the first.
    case texts
    /// In the array, before its first element or behind an element.
    case array(isEmpty: Bool)
    /// Behind the array.
    case end
  }

  private enum Step {
    case row, moreInput, cut, done
  }

  /// How many bytes are read at a time.
  private static var chunkByteCount: Int { 1 << 18 }
  /// A fault this near the end of the input so far may be due to what is missing.
  private static var margin: Int { 16 }

  private var feed: Feed
  private let form: InputForm
  private let limits: Limits
  private let blockByteCount: Int
  private var window: GrowingBytes
  private var isComplete = false
  private var state = State.texts
  private var textCount = 0
  /// Whether a block was taken already.
  private var continues = false
  /// Where the block in hand starts in the document, in bytes and lines.
  private var base = 0
  private var baseLine = 1
  private var baseColumn = 0
  private var isFinished = false

  // The block in hand.
  private var tape = TokenTape()
  private var rowCount = 0
  private var offset = 0
  private var openOffset: Int?
  private var closeOffset: Int?

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - feed: Where the document comes from.
  ///   - form: What it is.
  ///   - blockByteCount: How many bytes a block has before it is cut behind the next row.
  ///   - limits: The limits in force.
  package init(
    _ feed: consuming Feed, as form: InputForm, blockByteCount: Int, limits: Limits
  ) {
    self.feed = feed
    self.form = form
    self.limits = limits
    self.blockByteCount = blockByteCount
    window = GrowingBytes(capacity: min(blockByteCount * 5 / 4, 1 << 20))
  }

  /// Returns the next block, or `nil` behind the last.
  ///
  /// - Throws: ``HuskError`` with the place in the document of what cannot be accepted, or an error
  ///   of the feed.
  /// - Complexity: O(*n*) for *n* bytes of the block.
  package mutating func next() throws(HuskError) -> RowBlock? {
    guard !isFinished else { return nil }
    if base == 0, offset == 0 { try skipMark() }
    rows: while true {
      switch try step() {
      case .row:
        // What follows the last row belongs to it, so that no block is without rows.
        if offset >= blockByteCount, rowCount > 0, try hasMoreRows() { break rows }
      case .moreInput: try readMore()
      case .cut: break rows
      case .done:
        isFinished = true
        break rows
      }
    }
    return try take()
  }

  private mutating func skipMark() throws(HuskError) {
    while window.count < 3, !isComplete { try readMore() }
    offset = Tokenizer.byteOrderMarkCount(window.source)
  }

  private mutating func readMore() throws(HuskError) {
    // A row that does not fit is scanned anew: so the window grows by as much as it has.
    let wanted = max(Self.chunkByteCount, offset == 0 ? window.count : 0)
    var read = 0
    while read < wanted, !isComplete {
      var bytes: [UInt8] = []
      let count = try feed.read(appendingTo: &bytes, atMost: Self.chunkByteCount)
      if count == 0 { isComplete = true }
      window.append(bytes)
      read += count
    }
  }

  /// Whether anything but whitespace and the end of the array follows.
  private mutating func hasMoreRows() throws(HuskError) -> Bool {
    while window.source.skipWhitespace(offset) >= window.count, !isComplete { try readMore() }
    let next = window.source.skipWhitespace(offset)
    return next < window.count && !(isInArray && window.source[next] == ASCII.closeBracket)
  }

  private mutating func take() throws(HuskError) -> RowBlock? {
    let end = isFinished ? window.count : offset
    let source = window.source
    guard end > 0 || !continues && form != .ndjson else { return nil }
    if isFinished, textCount == 0 {
      guard form == .ndjson else { throw HuskError(.emptyInput, "the input holds no JSON text") }
    }
    var frame = BlockFrame()
    if case .array = state { frame.hasElements = true }
    if case .end = state { frame.hasElements = true }
    frame.continues = continues
    if frame.hasElements { frame.closes = closeOffset != nil }
    let position = source.position(of: end)
    baseColumn = position.line == 1 ? baseColumn + end : position.column - 1
    baseLine += position.line - 1
    if case .end = state { state = .texts }
    var taken = TokenTape()
    swap(&taken, &tape)
    let block = RowBlock(
      bytes: window.take(end), tape: taken, rowCount: rowCount, frame: frame,
      openOffset: openOffset, closeOffset: closeOffset)
    base += end
    rowCount = 0
    offset = 0
    openOffset = nil
    closeOffset = nil
    continues = true
    return block
  }
}

extension RowScanner where Feed: ~Copyable {
  /// Goes on by one row, a bracket or nothing.
  private mutating func step() throws(HuskError) -> Step {
    switch state {
    case .texts: try stepText()
    case .array(let isEmpty): try stepElement(isFirst: isEmpty)
    case .end: try stepEnd()
    }
  }

  private mutating func stepText() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    if textCount > 0 {
      // `1 2` are two texts; `12` must not come from `1` and `2`.
      guard start > offset || offset == 0 && rowCount == 0 && !continues else {
        throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
      }
      guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    }
    if textCount == 0, form != .ndjson, source[start] == ASCII.openBracket {
      textCount = 1
      state = .array(isEmpty: true)
      openOffset = start
      offset = start + 1
      return .row
    }
    guard try scanRow(at: start) else { return .moreInput }
    textCount += 1
    return .row
  }

  private mutating func stepElement(isFirst: Bool) throws(HuskError) -> Step {
    let source = window.source
    var start = source.skipWhitespace(offset)
    if start >= source.count {
      if !isComplete { return .moreInput }
      throw fault(TokenFault(code: .unexpectedEnd, offset: source.count))
    }
    if source[start] == ASCII.closeBracket {
      closeOffset = start
      offset = start + 1
      state = .end
      return .row
    }
    if !isFirst {
      guard source[start] == ASCII.comma else {
        throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
      }
      start = source.skipWhitespace(start + 1)
    }
    guard try scanRow(at: start) else { return .moreInput }
    state = .array(isEmpty: false)
    return .row
  }

  /// Finds out whether the array was the only text; otherwise it is a row like the others.
  private mutating func stepEnd() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    guard start > offset else {
      throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
    }
    guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    guard let open = openOffset, let close = closeOffset else { return .cut }
    tape.enclose(open: open, close: close, elementCount: rowCount)
    rowCount = 1
    openOffset = nil
    closeOffset = nil
    state = .texts
    return .row
  }

  /// Scans a value; says `false` where it goes on behind the input so far.
  private mutating func scanRow(at start: Int) throws(HuskError) -> Bool {
    let mark = tape.count
    var scan = TokenScan(window.source, from: start, depthLimit: limits.depth - (isInArray ? 1 : 0))
    if let fault = scan.scanValue(onto: &tape) {
      guard !isComplete, fault.offset + Self.margin >= window.count else { throw self.fault(fault) }
      tape.truncate(to: mark)
      return false
    }
    // A number at the end may go on.
    guard scan.offset < window.count || isComplete else {
      tape.truncate(to: mark)
      return false
    }
    offset = scan.offset
    rowCount += 1
    return true
  }

  private var isInArray: Bool {
    if case .array = state { return true }
    return false
  }

  /// The error of a fault, with its place in the document.
  private func fault(_ fault: TokenFault) -> HuskError {
    let error = Tokenizer.error(fault, in: window.source)
    return error.moved(by: base, lines: baseLine - 1, columns: baseColumn)
  }
}
