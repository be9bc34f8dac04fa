// SPDX-License-Identifier: Apache-2.0

/// Compares the gaps of a document with their predictions and lists the surprises.
package struct GapScanner {
  private let source: ByteSource
  private var model: GapModel
  private var list = GapList()
  private var numbers: [GapStyle.Entry: Int] = [:]
  /// How many gaps were predicted since the last surprise.
  private var skipped = 0
  /// Where the next gap starts.
  private var offset = 0
  private var last = Token.Kind.openObject
  private var isFirst = true

  /// Scans the gaps of the document that `tape` and `source` hold.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func scan(_ tape: borrowing TokenTape, _ source: ByteSource) -> GapList {
    var scanner = GapScanner(source: source, BlockFrame())
    scanner.findIndent(tape, depth: 0)
    for index in 0..<tape.count { scanner.enter(tape[index]) }
    scanner.gap(until: source.count, before: .boundary)
    return scanner.list
  }

  /// Scans the gaps of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func scan(_ block: borrowing RowBlock) -> GapList {
    var scanner = GapScanner(source: block.bytes.source, block.frame)
    scanner.findIndent(block.tape, depth: block.frame.hasElements ? 1 : 0)
    if let open = block.openOffset {
      scanner.enter(Token(.openArray, offset: open, extent: 0))
    }
    for index in 0..<block.tape.count { scanner.enter(block.tape[index]) }
    if let close = block.closeOffset {
      scanner.enter(Token(.closeArray, offset: close, extent: 0))
    }
    scanner.gap(until: block.bytes.count, before: .boundary)
    return scanner.list
  }

  private init(source: ByteSource, _ frame: BlockFrame) {
    self.source = source
    model = GapModel(frame)
    if frame.continues {
      last = .closeObject
      isFirst = false
    }
  }

  /// Takes the first indented line as the model of all: its depth tells the unit.
  private mutating func findIndent(_ tape: borrowing TokenTape, depth: Int) {
    var depth = depth
    for index in 0..<tape.count {
      let token = tape[index]
      let isClosing = token.kind == .closeObject || token.kind == .closeArray
      if isClosing { depth -= 1 }
      if depth > 0, setIndent(before: token.offset, depth: depth) { return }
      if token.kind == .openObject || token.kind == .openArray { depth += 1 }
    }
  }

  private mutating func setIndent(before end: Int, depth: Int) -> Bool {
    var start = end
    while start > 0, source[start - 1] == ASCII.space || source[start - 1] == ASCII.tab {
      start -= 1
    }
    let count = end - start
    guard start > 0, source[start - 1] == ASCII.lineFeed, count > 0, count % depth == 0,
      count / depth <= GapStyle.maxIndentCount
    else { return false }
    let unit = source.bytes(ByteRange(offset: start, count: count / depth))
    guard Set(unit).count == 1 else { return false }
    list.style.indent = unit
    if start > 1, source[start - 2] == ASCII.carriageReturn {
      list.style.newline = [ASCII.carriageReturn, ASCII.lineFeed]
    }
    return true
  }

  private mutating func enter(_ token: Token) {
    let next = GapNeighbor(token.kind)
    if !isFirst {
      if last == .key {
        punctuation(ASCII.colon, .colon)
      } else if needsComma(before: token.kind), source[offsetOfByte()] == ASCII.comma {
        punctuation(ASCII.comma, .comma)
      }
    }
    gap(until: token.offset, before: next)
    offset = token.isScalar || token.kind == .key ? token.range.end : token.offset + 1
    last = token.kind
    isFirst = false
  }

  /// Whether a comma can stand between the last token and one of this kind.
  private func needsComma(before kind: Token.Kind) -> Bool {
    last != .openObject && last != .openArray && kind != .closeObject && kind != .closeArray
  }

  /// The offset of the first byte that is no whitespace.
  private func offsetOfByte() -> Int { source.skipWhitespace(offset) }

  private mutating func punctuation(_ byte: UInt8, _ neighbor: GapNeighbor) {
    let position = offsetOfByte()
    gap(until: position, before: neighbor)
    offset = position + 1
  }

  private mutating func gap(until end: Int, before next: GapNeighbor) {
    let predicted = model.predict(before: next)
    let gap = number(of: ByteRange(offset: offset, count: end - offset), before: next)
    if gap == predicted {
      skipped += 1
    } else {
      list.surprises.append(GapList.Surprise(skipped: skipped, gap: gap))
      skipped = 0
    }
    model.learn(gap, breaksLine: list.style.breaksLine(gap), before: next)
  }

  private mutating func number(of range: ByteRange, before next: GapNeighbor) -> Int {
    if range.count == 0 { return GapModel.empty }
    if range.count == 1, source[range.offset] == ASCII.lineFeed { return GapModel.lineFeed }
    let depth = model.depth(before: next)
    let entry: GapStyle.Entry
    if let levels = indentLevels(of: range), GapStyle.levels ~= levels - depth {
      // A line end alone, at depth 0, is the indentation of that depth too.
      if levels == depth { return GapStyle.indented }
      entry = .indent(levels - depth)
    } else {
      entry = .literal(Lexeme(source.bytes(range)))
    }
    if let number = numbers[entry] { return number }
    list.style.entries.append(entry)
    numbers[entry] = list.style.count - 1
    return list.style.count - 1
  }

  /// The number of indentation units in a gap that is a line end and those, or `nil`.
  private func indentLevels(of range: ByteRange) -> Int? {
    let style = list.style
    let blanks = range.count - style.newline.count
    guard !style.indent.isEmpty, blanks >= 0, blanks % style.indent.count == 0 else { return nil }
    for (index, byte) in style.newline.enumerated() where source[range.offset + index] != byte {
      return nil
    }
    for index in range.offset + style.newline.count..<range.end
    where source[index] != style.indent[0] {
      return nil
    }
    return blanks / style.indent.count
  }
}
