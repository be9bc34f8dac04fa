// SPDX-License-Identifier: Apache-2.0

/// Finds out that the rows of an array stand on lines of their own, without a model of all its gaps.
///
/// Where nothing else stands between tokens, an LF is a surprise where it stands first: behind the bracket that
/// opens the array, behind the first comma between rows, before the bracket that closes, and at the end. Most
/// other gaps have neighbours that no LF stands between; of those that have them, which are gaps between elements
/// of arrays in rows, it is told from what was learnt.
struct LinedText {
  private let spacing: RowSpacing
  /// What all rows start with.
  private let opening: Token.Kind

  // What was learnt of gaps with the neighbours of one with an LF: whatever their depth, and at which depths
  // anything was, a bit each.
  private var learnt: Int?
  private var isMissed = false
  private var depths: UInt32 = 0
  /// Whether the line between rows was learnt where no other gaps have its neighbours.
  private var isLineLearnt = false

  /// The gaps so far, and those up to the last surprise.
  private var (gapCount, listedCount) = (0, 0)
  private var surprises: [GapList.Surprise] = []

  /// The gaps of a block whose rows stand on lines, or `nil` where they do not, or are of several kinds.
  ///
  /// - Returns: What ``GapScanner`` finds, too.
  /// - Complexity: O(*t*) for *t* tokens.
  static func gaps(_ block: borrowing RowBlock) -> GapList? {
    guard block.frame.hasElements, block.rowCount > 0, !block.tape[0].kind.isWhole,
      let spacing = spacing(block)
    else { return nil }
    var text = LinedText(spacing, opening: block.tape[0].kind)
    return text.pass(block.tape, block.frame)
  }

  private init(_ spacing: RowSpacing, opening: Token.Kind) {
    self.spacing = spacing
    self.opening = opening
  }

  /// How rows stand, if there is no whitespace but lines around them.
  ///
  /// - Complexity: O(*r*) for *r* rows.
  private static func spacing(_ block: borrowing RowBlock) -> RowSpacing? {
    let source = block.bytes.source
    var spacing = RowSpacing()
    var lineCount = 0
    var end = 0
    var index = 0
    for row in 0..<block.rowCount {
      let token = block.tape[index]
      if row == 0, !block.frame.continues {
        guard let open = block.openOffset, open == 0 else { return nil }
        spacing.opensOnLine = source[1] == ASCII.lineFeed
        lineCount += spacing.opensOnLine ? 1 : 0
      } else {
        guard source[end] == ASCII.comma else { return nil }
        let isLine = source[end + 1] == ASCII.lineFeed
        if row == (block.frame.continues ? 0 : 1) { spacing.between = isLine ? .line : .nothing }
        guard (spacing.between == .line) == isLine, token.offset == end + (isLine ? 2 : 1) else {
          return nil
        }
        lineCount += isLine ? 1 : 0
      }
      if token.kind.isWhole {
        end = token.range.end
        index += 1
      } else {
        end = block.tape[index + token.extent].offset + 1
        index += token.extent + 1
      }
    }
    if let close = block.closeOffset {
      spacing.closesOnLine = close == end + 1 && source[end] == ASCII.lineFeed
      end = close + 1
    }
    spacing.endsLine = end + 1 == source.count && source[end] == ASCII.lineFeed
    lineCount += (spacing.closesOnLine ? 1 : 0) + (spacing.endsLine ? 1 : 0)
    return lineCount == block.tape.gapByteCount ? spacing : nil
  }

  /// Goes through the tokens of rows, and returns the list of their gaps, or `nil` where a row is of another kind.
  private mutating func pass(_ tape: borrowing TokenTape, _ frame: BlockFrame) -> GapList? {
    // The first gap of all stands before the bracket that opens the array.
    gapCount = frame.continues ? 0 : 1
    var depth = 1
    var last = Token.Kind.openArray
    for index in 0..<tape.count {
      let next = tape[index].kind
      let isFirst = last == .openObject || last == .openArray
      switch next {
      case .closeObject, .closeArray:
        depth -= 1
        gapCount += 1
      case .openObject, .openArray:
        if depth == 1 {
          guard next == opening else { return nil }
          passRow(isFirst: index == 0 && !frame.continues)
        } else {
          gapCount += isFirst ? 0 : 1
          pass(next, behind: last, isFirst: isFirst, depth)
        }
        depth += 1
      default:
        guard depth > 1 else { return nil }
        gapCount += isFirst ? 1 : 2
      }
      last = next
    }
    if frame.closes {
      if spacing.closesOnLine { surprise(GapModel.lineFeed) }
      gapCount += 1
    }
    if spacing.endsLine { surprise(GapModel.lineFeed) }
    var list = GapList()
    list.surprises = surprises
    return list
  }

  /// Takes the gaps before a row.
  private mutating func passRow(isFirst: Bool) {
    // A comma has one before it.
    gapCount += isFirst ? 0 : 1
    guard isFirst ? spacing.opensOnLine : spacing.between == .line else {
      gapCount += 1
      return
    }
    guard spacing.opensOnLine, !isFirst else { return learn(GapModel.lineFeed, depth: 1) }
    // Of all arrays, only that of the rows has a line behind its bracket.
    if !isLineLearnt { surprise(GapModel.lineFeed) }
    isLineLearnt = true
    gapCount += 1
  }

  /// Takes the gap before a bracket in a row.
  @inline(__always) private mutating func pass(
    _ next: Token.Kind, behind last: Token.Kind, isFirst: Bool, _ depth: Int
  ) {
    // The gap behind a row's own bracket is seen in the array of the rows.
    let isLike =
      spacing.opensOnLine
      ? last == .openArray && depth > 2 : spacing.between == .line && !isFirst && last != .key
    if _slowPath(isLike && next == opening) {
      learn(GapModel.empty, depth: depth)
    } else {
      gapCount += 1
    }
  }

  /// Takes a gap with neighbours between which an LF stands somewhere, as ``GapModel`` does.
  private mutating func learn(_ gap: Int, depth: Int) {
    let bit = UInt32(1) << UInt32(min(depth, 31))
    let known = depth == 1 ? GapModel.lineFeed : GapModel.empty
    let predicted = depths & bit != 0 ? known : learnt ?? GapModel.empty
    if predicted != gap { surprise(gap) }
    gapCount += 1
    depths |= bit
    if learnt == nil || learnt == gap || isMissed {
      (learnt, isMissed) = (gap, false)
    } else {
      isMissed = true
    }
  }

  /// Lists the next gap.
  private mutating func surprise(_ gap: Int) {
    surprises.append(GapList.Surprise(skipped: gapCount - listedCount, gap: gap))
    listedCount = gapCount + 1
  }
}

extension LinedText {
  /// Whether arrays in rows have others inside, or objects, or rows are neither.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  static func hasContainersInArrays(_ rows: borrowing TokenTape) -> Bool {
    var depth = 0
    var last = Token.Kind.openArray
    for index in 0..<rows.count {
      let next = rows[index].kind
      switch next {
      case .openObject, .openArray:
        if depth > 0, last != .key { return true }
        depth += 1
      case .closeObject, .closeArray: depth -= 1
      default: if depth == 0 { return true }
      }
      last = next
    }
    return false
  }
}
