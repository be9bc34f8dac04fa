// SPDX-License-Identifier: Apache-2.0

extension RowScanner {
  /// The lines of the block in hand, which ends at an offset.
  func lines(before end: Int) -> (count: Int, start: Int) {
    // What the scan has counted is all there is, unless there is other whitespace.
    let count = tape.lineCount + arrayLineCount + returnCount
    return tape.gapByteCount == count + returnCount + spacedCount && !spacing.hasLines
      ? (count, lineStart) : window.source.lines(before: end)
  }

  /// How many LFs stand behind commas between rows, and before the bracket that closes.
  var arrayLineCount: Int { linedCount + (closesOnLine ? 1 : 0) }

  /// Goes on by one row, a bracket or nothing.
  mutating func step() throws(HuskError) -> Step {
    switch state {
    case .texts: try stepText()
    case .array(let isEmpty): try stepElement(isFirst: isEmpty)
    case .end: try stepEnd()
    }
  }

  mutating func stepText() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    if textCount > 0 {
      // `1 2` are two texts; `12` must not come from `1` and `2`.
      guard start > offset || offset == 0 && rowCount == 0 && !continues else {
        throw fault(
          TokenFault(code: .unexpectedCharacter, offset: start, isBehindText: true))
      }
      guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    }
    if textCount == 0, form != .ndjson, source[start] == ASCII.openBracket {
      guard limits.depth > 0 else {
        throw fault(TokenFault(code: .limitExceeded, offset: start, limit: "depth 0"))
      }
      textCount = 1
      state = .array(isEmpty: true)
      openOffset = start
      pass(start)
      return .row
    }
    switch try scanRow(at: start) {
    case .moreInput: return .moreInput
    case .anew: break
    case .taken: textCount += 1
    }
    return .row
  }

  mutating func stepElement(isFirst: Bool) throws(HuskError) -> Step {
    let source = window.source
    var start = source.skipWhitespace(offset)
    if start >= source.count {
      if !isComplete { return .moreInput }
      throw fault(TokenFault(code: .unexpectedEnd, offset: source.count))
    }
    if source[start] == ASCII.closeBracket {
      closeOffset = start
      let end = spacing.lineEnd
      closesOnLine = start == offset + end.count && end.stands(at: offset, of: source)
      if closesOnLine { lineStart = start }
      pass(start)
      state = .end
      return .row
    }
    if !isFirst {
      guard source[start] == ASCII.comma else {
        throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
      }
      start = source.skipWhitespace(start + 1)
    }
    switch try scanRow(at: start, behindComma: !isFirst) {
    case .moreInput: return .moreInput
    case .anew: break
    case .taken: state = .array(isEmpty: false)
    }
    return .row
  }

  /// Finds out whether the array was the only text; otherwise it is a row like the others.
  mutating func stepEnd() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    guard start > offset else {
      throw fault(TokenFault(code: .unexpectedCharacter, offset: start, isBehindText: true))
    }
    guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    guard let open = openOffset, let close = closeOffset else { return .cut }
    guard predictor == nil else {
      scanAnew()
      return .row
    }
    tape.enclose(open: open, close: close, elementCount: rowCount)
    rowCount = 1
    openOffset = nil
    closeOffset = nil
    state = .texts
    return .row
  }

  /// Passes the bracket at an offset, and the whitespace before it.
  mutating func pass(_ bracket: Int) {
    tape.gapByteCount += bracket - offset
    offset = bracket + 1
  }

  /// Scans a value.
  mutating func scanRow(
    at start: Int, behindComma: Bool = false
  ) throws(HuskError) -> Attempt {
    let gapByteCount = start - offset - (behindComma ? 1 : 0)
    if isWholePredicted {
      scanAnew()
      return .anew
    }
    if mayBeWhole(at: start), takeWhole() { return .taken }
    if predictor != nil { return predictRow(at: start, gapByteCount, behindComma: behindComma) }
    let mark = tape.count
    var scan = TokenScan(window.source, from: start, depthLimit: rowDepthLimit)
    if let fault = scan.scanValue(onto: &tape) {
      guard mayGoOn(fault) else { throw self.fault(fault) }
      tape.truncate(to: mark)
      return .moreInput
    }
    // A number at the end may go on, and what is the whole document is not known before its end.
    let mayEnd =
      scan.offset == window.count
      || mayBeWhole(at: start) && window.source.skipWhitespace(scan.offset) == window.count
    guard !mayEnd || isComplete else {
      tape.truncate(to: mark)
      return .moreInput
    }
    tape.gapByteCount += scan.gapByteCount
    tape.punctuationCount += scan.punctuationCount
    passRow(start, scan.offset, gapByteCount, behindComma: behindComma)
    return .taken
  }

  /// Passes a row and the whitespace before it.
  mutating func passRow(
    _ start: Int, _ end: Int, _ gapByteCount: Int, behindComma: Bool
  ) {
    if gapByteCount == 1 {
      if window.source[offset] == ASCII.lineFeed {
        tape.lineCount += 1
        lineStart = start
      } else if behindComma, window.source[start - 1] == ASCII.lineFeed {
        linedCount += 1
        lineStart = start
      } else if behindComma, window.source[start - 1] == ASCII.space {
        spacedCount += 1
      }
    } else if gapByteCount == 2, !behindComma, Self.returns(at: offset, window.source) {
      returnCount += 1
      lineStart = start
    }
    tape.gapByteCount += gapByteCount
    offset = end
    rowCount += 1
    unlike.pass(start)
    recurringRows.look(window.source, start, end)
  }

  /// Whether CR LF stands at an offset of `source`.
  private static func returns(at offset: Int, _ source: ByteSource) -> Bool {
    source[offset] == ASCII.carriageReturn && source[offset + 1] == ASCII.lineFeed
  }

  var rowDepthLimit: Int { limits.depth - (isInArray ? 1 : 0) }

  /// Whether a fault may be due to input that is missing; no more of it would undo a limit.
  func mayGoOn(_ fault: TokenFault) -> Bool {
    !isComplete && fault.code != .limitExceeded && fault.offset + Self.margin >= window.count
  }

  var isInArray: Bool {
    if case .array = state { return true }
    return false
  }

  /// Whether rows are elements of an array.
  var hasElements: Bool {
    if case .texts = state { return false }
    return true
  }

  /// The error of a fault, with its place in the document.
  func fault(_ fault: TokenFault) -> HuskError {
    var fault = fault
    // Rows of an array stand one level deep already, which is no affair of who reads the error.
    if fault.limit == "depth \(rowDepthLimit)" { fault.limit = "depth \(limits.depth)" }
    let error = Tokenizer.error(fault, in: window.source)
    return error.moved(by: base, lines: baseLine - 1, columns: baseColumn)
  }
}
