// SPDX-License-Identifier: Apache-2.0

/// Puts the whitespace of a document between its tokens (SPEC §5.2 Prediction).
///
/// It predicts as ``GapModel`` does, from tables in plain memory, and takes note of what stands between
/// tokens once that is settled: then a token costs one look-up and two copies.
@safe package struct GapWeaver: ~Copyable {
  /// What a gap consists of.
  @safe private struct Form: BitwiseCopyable {
    var literal: UnsafeRawPointer
    var literalCount: Int
    /// The levels of indentation beside those of the depth, or ``none``.
    var levels: Int
    var breaksLine: Bool
    var isMark: Bool

    static let none = Int.min
  }

  private static let depths = 32

  private let gaps: BlockGaps
  private let forms: UnsafeMutablePointer<Form>
  /// What was learnt in one context: the gap number plus one, and a miss in the lowest bit.
  private let byDepth: UnsafeMutablePointer<UInt32>
  private let byNeighbors: UnsafeMutablePointer<UInt32>
  /// For each open container, whether the gap behind its bracket holds a line end.
  private let areBroken: UnsafeMutablePointer<Bool>
  private let indent: UnsafeRawPointer
  private let indentCount: Int
  private let printer: GapPrinter
  private let limits: Limits
  private let frame: BlockFrame

  private let place: OutputPlace
  private let start: UnsafeMutableRawPointer
  private var out: UnsafeMutableRawPointer
  private let limit: UnsafeMutableRawPointer
  private var depth = 0
  private var last = GapNeighbor.boundary
  /// The surprises behind the next one.
  private var walk: BlockGaps.Walk
  private var next: GapList.Surprise?
  private var surprisesLeft: Int
  /// How many gaps are as predicted until the next surprise.
  private var left = Int.max
  private var isFirst = true
  private var settled: SettledGaps?

  /// Prepares to weave gaps into a text at `place`, which has room for 64 bytes behind its limit.
  package init(
    _ gaps: BlockGaps, _ frame: BlockFrame, into place: OutputPlace, limits: Limits,
    in pool: inout ScratchPool
  ) {
    self.gaps = gaps
    self.frame = frame
    self.limits = limits
    let pairs = 2 * GapNeighbor.count * GapNeighbor.count
    unsafe byDepth = unsafe pool.copy([UInt32](repeating: 0, count: pairs * Self.depths))
    unsafe byNeighbors = unsafe pool.copy([UInt32](repeating: 0, count: pairs))
    // One more at either end, for the container around the first and for none.
    unsafe areBroken = unsafe pool.copy([Bool](repeating: false, count: limits.depth + 4)) + 2
    unsafe indent = unsafe UnsafeRawPointer(pool.copy(gaps.style.indent))
    indentCount = gaps.style.indent.count
    printer = GapPrinter(gaps.style)
    let newline = unsafe UnsafeRawPointer(pool.copy(gaps.style.newline))
    var forms: [Form] = []
    for gap in 0..<gaps.style.count {
      var literal: [UInt8] = []
      var levels = Form.none
      switch gap {
      case GapModel.empty: break
      case GapModel.lineFeed: literal = [ASCII.lineFeed]
      case GapStyle.indented: levels = 0
      default:
        switch gaps.style.entries[gap - GapStyle.firstListed] {
        case .literal(let lexeme): literal = lexeme.bytes
        case .indent(let extra): levels = extra
        }
      }
      unsafe forms.append(
        Form(
          literal: levels == Form.none ? UnsafeRawPointer(pool.copy(literal)) : newline,
          literalCount: levels == Form.none ? literal.count : gaps.style.newline.count,
          levels: levels, breaksLine: gaps.style.breaksLine(gap),
          isMark: gaps.style.startsWithMark(gap)))
    }
    unsafe self.forms = unsafe pool.copy(forms)
    self.place = place
    unsafe start = place.start
    unsafe out = place.start
    unsafe limit = place.start + place.byteLimit
    walk = gaps.walk()
    next = walk.next()
    surprisesLeft = gaps.count
    if let next { left = next.skipped }
    if frame.continues {
      isFirst = false
      last = .closeObject
      depth = frame.hasElements ? 1 : 0
    }
  }

  /// Writes the rows of a block with their gaps.
  ///
  /// `text` has no whitespace but a line end between two texts. Behind it there must be room for
  /// ``PaddedBytes/padding`` bytes, which are overwritten. The tokens are put on a tape, and what is settled
  /// in memory of the pool.
  ///
  /// - Returns: The number of bytes written.
  /// - Throws: ``HuskError`` where the text is invalid, or the gaps do not fit it.
  /// - Complexity: O(*n*) for *n* bytes written.
  package mutating func weave(
    _ text: ByteView, by tape: inout TokenTape, in pool: inout ScratchPool
  ) throws(HuskError) -> Int {
    unsafe UnsafeMutableRawPointer(mutating: text.base + text.count).initializeMemory(
      as: UInt8.self, repeating: 0, count: PaddedBytes.padding)
    let source = unsafe ByteSource(padded: text)
    do {
      try BlockRows.scan(source, frame, limits: limits, onto: &tape)
    } catch {
      throw HuskError(.invalidValue, "the values of a block do not make JSON texts")
    }
    if frame.hasElements, !frame.continues {
      try write(Token(.openArray, offset: 0, extent: 0), text)
    }
    if tape.count > SettledGaps.fewTokens {
      try write(tape, text, SettledGaps(in: &pool), &pool)
    } else {
      for index in 0..<tape.count { try write(tape[index], text) }
    }
    if frame.closes {
      try write(Token(.closeArray, offset: source.count - 1, extent: 0), text)
    }
    try gap(before: .boundary)
    guard surprisesLeft == 0 else {
      throw HuskError(
        .invalidGaps, "\(surprisesLeft) gaps stand behind the end of the document")
    }
    guard unsafe out <= limit else { throw place.tooLong }
    return unsafe out - start
  }

  /// Writes tokens, most of which stand where gaps are settled.
  ///
  /// Tokens without whitespace between them are copied in one go.
  private mutating func write(
    _ tape: borrowing TokenTape, _ text: ByteView, _ settled: consuming SettledGaps,
    _ pool: inout ScratchPool
  ) throws(HuskError) {
    self.settled = settled
    var out = unsafe out
    var (depth, last, left) = (depth, last, left)
    // What of the text is still to be copied.
    var (start, end) = (0, 0)
    var index = 0
    while index < tape.count {
      let token = tape[index]
      index &+= 1
      let next = GapNeighbor(token.kind)
      let closes = next == .closeObject || next == .closeArray
      let isInner = last == .openObject || last == .openArray
      let level = closes ? depth &- 1 : depth
      let isBroken = unsafe areBroken[depth &- (isInner ? 2 : 1)]
      if _fastPath(depth > 0 && level < SettledGaps.levels) {
        let lead = settled.lead(last, next, level, isBroken: isBroken)
        if _fastPath(lead.gapCount > 0 && left >= Int(lead.gapCount)) {
          let leadCount = Int(lead.count)
          left &-= Int(lead.gapCount)
          if lead.isBare && token.offset == end &+ leadCount {
            end = token.offset &+ (token.kind.isWhole ? token.extent : 1)
            if last == .scalar && next == .scalar {
              index = Self.passElements(tape, from: index, &end, &left)
            }
          } else {
            let count = end &- start
            guard unsafe limit - out >= count &+ leadCount else { throw place.tooLong }
            unsafe ByteCopying.copyShort(text.base + start, out, count)
            unsafe ByteCopying.copyShort(lead.bytes, out + count, leadCount)
            unsafe out += count &+ leadCount
            start = token.offset
            end = start &+ (token.kind.isWhole ? token.extent : 1)
          }
          if isInner { unsafe areBroken[depth &- 1] = lead.breaksLine }
          if closes {
            depth &-= 1
          } else if next == .openObject || next == .openArray {
            unsafe areBroken[depth] = false
            depth &+= 1
          }
          last = next
          continue
        }
      }
      try unsafe pass(out, text, start..<end, depth, last, left)
      try write(token, text)
      settle(last, next, level, isBroken: isBroken, depth: depth, &pool)
      unsafe out = unsafe self.out
      (depth, last, left) = (self.depth, self.last, self.left)
      start = token.offset &+ (token.kind.isWhole ? token.extent : 1)
      end = start
    }
    try unsafe pass(out, text, start..<end, depth, last, left)
  }

  /// Takes note of what a loop kept to itself, and copies what of the text is still to be copied.
  private mutating func pass(
    _ out: UnsafeMutableRawPointer, _ text: ByteView, _ range: Range<Int>, _ depth: Int,
    _ last: GapNeighbor, _ left: Int
  ) throws(HuskError) {
    unsafe self.out = unsafe out
    (self.depth, self.last, self.left) = (depth, last, left)
    try copy(text, range)
  }

  /// Moves `end` behind the scalars from `index` on that have a comma and nothing else before them, each of
  /// which has two gaps of those that are `left`; returns the number of the token behind them.
  @inline(__always) private static func passElements(
    _ tape: borrowing TokenTape, from index: Int, _ end: inout Int, _ left: inout Int
  ) -> Int {
    var index = index
    while index < tape.count, left >= 2 {
      let token = tape[index]
      guard token.isScalar, token.offset == end &+ 1 else { break }
      end = token.offset &+ token.extent
      left &-= 2
      index &+= 1
    }
    return index
  }

  /// Copies a part of the text.
  private mutating func copy(_ text: ByteView, _ range: Range<Int>) throws(HuskError) {
    guard unsafe limit - out >= range.count else { throw place.tooLong }
    unsafe ByteCopying.copy(text.base + range.lowerBound, out, range.count)
    unsafe out += range.count
  }

  /// Settles what stands between two tokens, where nothing is to be learnt there.
  private mutating func settle(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool, depth: Int,
    _ pool: inout ScratchPool
  ) {
    guard depth > 0, level < SettledGaps.levels else { return }
    var mark: GapNeighbor?
    if last == .key {
      mark = .colon
    } else if last != .openObject, last != .openArray, next != .closeObject, next != .closeArray {
      mark = .comma
    }
    let first = number(between: last, and: mark ?? next, level, isBroken: isBroken)
    let second = mark.map { number(between: $0, and: next, level, isBroken: isBroken) } ?? -1
    guard let first, let second else { return }
    let style = gaps.style
    settled?.settle(
      last, next, level, isBroken: isBroken, SIMD2(Int32(first), Int32(second)),
      breaksLine: unsafe forms[first].breaksLine, in: &pool
    ) {
      var bytes: [UInt8] = []
      style.append(first, depth: level, to: &bytes)
      if let mark {
        bytes.append(mark == .colon ? ASCII.colon : ASCII.comma)
        style.append(second, depth: level, to: &bytes)
      }
      return bytes
    }
  }

  /// The number of the gap between two neighbours, or `nil` where it is not settled.
  private func number(
    between last: GapNeighbor, and next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> Int? {
    let (deep, shallow) = Self.contexts(last, next, level, isBroken: isBroken)
    let lesson = unsafe byDepth[deep]
    guard lesson > 0, lesson & 1 == 0, unsafe byNeighbors[shallow] == lesson else { return nil }
    let number = Int(lesson >> 1) - 1
    return unsafe forms[number].isMark ? nil : number
  }

  /// The places where is kept what was learnt of a gap.
  @inline(__always) private static func contexts(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> (deep: Int, shallow: Int) {
    let pair = Int(last.rawValue) &* GapNeighbor.count &+ Int(next.rawValue)
    let shallow = pair &* 2 &+ (isBroken ? 1 : 0)
    return (shallow &* depths &+ min(level, depths &- 1), shallow)
  }

  private mutating func write(
    _ token: Token, _ text: ByteView
  ) throws(HuskError) {
    let next = GapNeighbor(token.kind)
    let closes = next == .closeObject || next == .closeArray
    if last == .key {
      try gap(before: .colon)
      unsafe out.storeBytes(of: ASCII.colon, as: UInt8.self)
      unsafe out += 1
    } else if depth > 0, last != .openObject, last != .openArray, !closes {
      try gap(before: .comma)
      unsafe out.storeBytes(of: ASCII.comma, as: UInt8.self)
      unsafe out += 1
    }
    try gap(before: next)
    let count = token.kind.isWhole ? token.extent : 1
    try copy(text, token.offset..<token.offset + count)
  }

  /// Writes the gap before `next`, takes note of it, and moves past `next`.
  @inline(__always) private mutating func gap(before next: GapNeighbor) throws(HuskError) {
    let closes = next == .closeObject || next == .closeArray
    let level = closes ? depth &- 1 : depth
    // The gap behind an opening bracket decides how its container is laid out, so it is itself
    // seen in the layout of the container around it.
    let isInner = last == .openObject || last == .openArray
    let around = unsafe areBroken[depth &- (isInner ? 2 : 1)]
    let (deep, shallow) = Self.contexts(last, next, level, isBroken: around)
    var number = unsafe predict(byDepth[deep], byNeighbors[shallow], next, isBroken: around)
    if _slowPath(left == 0) { number = surprise() } else { left &-= 1 }
    let form = unsafe forms[number]
    if number == GapModel.empty, depth == 0, last.endsValue, next.startsValue {
      throw HuskError(.invalidGaps, "nothing separates two texts")
    }
    if form.isMark, !isFirst {
      throw HuskError(.invalidGaps, "a byte order mark stands inside the document")
    }
    isFirst = false
    try write(form, level)

    let lesson = UInt32(truncatingIfNeeded: number &+ 1) &<< 1
    if unsafe byDepth[deep] != lesson || byNeighbors[shallow] != lesson {
      settled?.forget(last, next)
      unsafe Self.learn(lesson, &byDepth[deep])
      unsafe Self.learn(lesson, &byNeighbors[shallow])
    }
    if isInner { unsafe areBroken[depth &- 1] = form.breaksLine }
    if next == .openObject || next == .openArray {
      unsafe areBroken[depth] = false
      depth &+= 1
    } else if closes {
      depth &-= 1
    }
    last = next
  }

  @inline(__always) private func predict(
    _ deep: UInt32, _ shallow: UInt32, _ next: GapNeighbor, isBroken: Bool
  ) -> Int {
    if deep > 0 { return Int(deep >> 1) &- 1 }
    if shallow > 0 { return Int(shallow >> 1) &- 1 }
    // Texts of a sequence stand on lines of their own.
    if depth == 0, last.endsValue, next.startsValue { return GapModel.lineFeed }
    return printer.gap(between: last, and: next, isBroken: isBroken)
  }

  private mutating func surprise() -> Int {
    let gap = next?.gap ?? GapModel.empty
    next = walk.next()
    surprisesLeft -= 1
    left = next?.skipped ?? Int.max
    return gap
  }

  /// One miss is forgiven; the second in a row replaces what was learnt.
  @inline(__always) private static func learn(_ lesson: UInt32, _ learnt: inout UInt32) {
    if learnt & ~1 == lesson || learnt == 0 || learnt & 1 == 1 {
      learnt = lesson
    } else {
      learnt |= 1
    }
  }

  @inline(__always) private mutating func write(
    _ form: Form, _ level: Int
  ) throws(HuskError) {
    guard unsafe limit - out >= form.literalCount else { throw place.tooLong }
    unsafe ByteCopying.copy(form.literal, out, form.literalCount)
    unsafe out += form.literalCount
    guard form.levels != Form.none else { return }
    var levels = level &+ form.levels
    while levels > 0 {
      guard unsafe limit - out >= indentCount else { throw place.tooLong }
      unsafe ByteCopying.copy(indent, out, indentCount)
      unsafe out += indentCount
      levels &-= 1
    }
  }
}
