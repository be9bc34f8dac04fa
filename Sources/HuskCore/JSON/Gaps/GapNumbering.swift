// SPDX-License-Identifier: Apache-2.0

/// Gives numbers to the gaps of a document, in the order in which they are first seen.
struct GapNumbering: ~Copyable {
  /// The style that the numbers refer to.
  private(set) var style: GapStyle

  private let source: ByteSource
  private var numbers: [GapStyle.Entry: Int] = [:]
  /// Whether each gap holds a line end.
  private var breaks = [false, true, true]
  /// The bytes of each literal gap of at most eight bytes, and how many they are; else -1.
  private var words: [(bytes: UInt64, count: Int)] = [(0, -1), (0, -1), (0, -1)]
  /// How many levels each indentation is off; of other gaps so few that no depth makes up for them.
  private var levels = [notIndented, notIndented, 0]
  /// The first byte of a line end.
  private let newline: UInt8
  /// Eight times the byte that indents.
  private let blanks: UInt64

  private static let notIndented = -(1 << 32)

  /// Prepares to number the gaps of a document in a style that lists no more than the space.
  init(_ source: ByteSource, style: GapStyle) {
    self.source = source
    self.style = style
    newline = style.newline[0]
    blanks = UInt64(style.indent.first ?? 0) &* 0x0101_0101_0101_0101
    for entry in style.entries { note(entry) }
  }

  /// Whether a gap holds a line end.
  @inline(__always) func breaksLine(_ gap: Int) -> Bool { breaks[gap] }

  /// Whether the bytes of a range are those of a gap; `false` may mean that it was not tried.
  @inline(__always) func `is`(_ range: ByteRange, _ gap: Int, depth: Int) -> Bool {
    if gap == GapModel.empty { return range.count == 0 }
    if range.count == 0 { return false }
    // A line end alone at depth 0 has a number of its own, too, which is taken where neither is expected.
    let level = depth &+ levels[gap]
    if level >= 0 {
      return range.count == style.newline.count &+ level &* style.indent.count && isIndent(range)
    }
    guard range.count <= 8, gap < words.count, words[gap].count == range.count else { return false }
    return (source.word(at: range.offset) ^ words[gap].bytes) << (64 &- UInt64(range.count) &* 8)
      == 0
  }

  /// The number of a gap at a depth.
  @inline(never) mutating func number(of range: ByteRange, depth: Int) -> Int {
    if range.count == 0 { return GapModel.empty }
    if range.count == 1, source[range.offset] == ASCII.lineFeed { return GapModel.lineFeed }
    for gap in GapStyle.firstListed..<min(style.count, GapStyle.firstListed + 8)
    where levels[gap] == Self.notIndented && `is`(range, gap, depth: depth) {
      return gap
    }
    if style.indent.isEmpty, `is`(range, GapStyle.indented, depth: depth) {
      return GapStyle.indented
    }
    let entry: GapStyle.Entry
    if let levels = indentLevels(of: range), GapStyle.levels ~= levels - depth {
      // A line end alone, at depth 0, is the indentation of that depth too.
      if levels == depth { return GapStyle.indented }
      entry = .indent(levels - depth)
    } else {
      entry = .literal(Lexeme(source.bytes(range)))
    }
    if let number = numbers[entry] { return number }
    // What is listed first would be taken for the space.
    if style.entries.isEmpty, case .literal(let literal) = entry, GapStyle.isSpace(literal.bytes) {
      list(.indent(0))
    }
    return list(entry)
  }

  /// Lists a gap, and returns its number.
  @discardableResult
  private mutating func list(_ entry: GapStyle.Entry) -> Int {
    style.entries.append(entry)
    note(entry)
    return style.count - 1
  }

  private mutating func note(_ entry: GapStyle.Entry) {
    numbers[entry] = breaks.count
    breaks.append(style.breaksLine(breaks.count))
    if case .indent(let off) = entry { levels.append(off) } else { levels.append(Self.notIndented) }
    guard case .literal(let literal) = entry, literal.bytes.count <= 8 else {
      words.append((0, -1))
      return
    }
    let bytes = literal.bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    words.append((bytes, literal.bytes.count))
  }

  /// The number of indentation units in a gap that is a line end and those, or `nil`.
  private func indentLevels(of range: ByteRange) -> Int? {
    let blankCount = range.count - style.newline.count
    guard !style.indent.isEmpty, blankCount >= 0, blankCount % style.indent.count == 0,
      isIndent(range)
    else { return nil }
    return blankCount / style.indent.count
  }

  /// Whether a range that is no shorter than a line end is one, and blanks that indent.
  @inline(__always) private func isIndent(_ range: ByteRange) -> Bool {
    guard source[range.offset] == newline else { return false }
    // Of two bytes the second is an LF.
    guard style.newline.count == 1 || source[range.offset &+ 1] == ASCII.lineFeed else {
      return false
    }
    var offset = range.offset &+ style.newline.count
    while offset &+ 8 <= range.end {
      guard source.word(at: offset) == blanks else { return false }
      offset &+= 8
    }
    guard offset < range.end else { return true }
    return (source.word(at: offset) ^ blanks) << (64 &- UInt64(range.end &- offset) &* 8) == 0
  }
}
