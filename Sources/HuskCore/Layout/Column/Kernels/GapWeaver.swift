// SPDX-License-Identifier: Apache-2.0

/// Puts the whitespace of a document between its tokens (SPEC §5.2 Prediction).
///
/// It predicts as ``GapModel`` does, from tables in plain memory, and takes note of what stands between
/// tokens once that is settled: then a token costs one look-up and two copies.
@safe package struct GapWeaver: ~Copyable {
  /// What was learnt in each context: the gap number plus one, and a miss in the lowest bit.
  @safe struct LearntGaps: BitwiseCopyable {
    let byDepth: UnsafeMutablePointer<UInt32>
    let byNeighbors: UnsafeMutablePointer<UInt32>

    /// One miss is forgiven; the second in a row replaces what was learnt.
    @inline(__always) static func learn(_ gap: UInt32, _ learnt: inout UInt32) {
      let isMissed = learnt & 1 == 0 && learnt != 0 && learnt != gap
      learnt = isMissed ? learnt | 1 : gap
    }

    /// Learns again what is settled.
    @inline(never) func learn(_ settled: UnsafePointer<SettledGaps.LearntGaps>) {
      let (words, contexts) = unsafe (settled.pointee.words, settled.pointee.contexts)
      learn(words.x, contexts.x)
      if words.y > 0 { learn(words.y, contexts.y) }
    }

    @inline(__always) private func learn(_ gap: UInt32, _ context: Int32) {
      unsafe byDepth[Int(context)] = gap
      unsafe Self.learn(gap, &byNeighbors[Int(context) / GapWeaver.depths])
    }
  }

  /// What a gap consists of.
  @safe struct Form: BitwiseCopyable {
    var literal: UnsafeRawPointer
    var literalCount: Int
    /// The levels of indentation beside those of the depth, or ``none``.
    var levels: Int
    var breaksLine: Bool
    var isMark: Bool

    static let none = Int.min
  }

  /// An open container.
  struct Container: BitwiseCopyable {
    /// Whether the gap behind its bracket holds a line end.
    var isBroken = false
    /// The same of the container around it, when it was opened.
    var isInBroken = false
    var isObject = false
  }

  static let depths = 32

  let gaps: BlockGaps
  let forms: UnsafeMutablePointer<Form>
  let learntGaps: LearntGaps
  /// The open containers.
  let containers: UnsafeMutablePointer<Container>
  private let indent: UnsafeRawPointer
  private let indentCount: Int
  private let printer: GapPrinter
  let limits: Limits
  let frame: BlockFrame

  let place: OutputPlace
  private let start: UnsafeMutableRawPointer
  var out: UnsafeMutableRawPointer
  let limit: UnsafeMutableRawPointer
  var depth = 0
  var last = GapNeighbor.boundary
  /// The surprises behind the next one.
  private var walk: BlockGaps.Walk
  private var next: GapList.Surprise?
  private var surprisesLeft: Int
  /// How many gaps are as predicted until the next surprise.
  var left = Int.max
  private var isFirst = true
  var settled: SettledGaps?

  /// Prepares to weave gaps into a text at `place`, which has room for 64 bytes behind its limit.
  package init(
    _ gaps: BlockGaps, _ frame: BlockFrame, into place: OutputPlace, limits: Limits,
    in pool: inout ScratchPool
  ) {
    self.gaps = gaps
    self.frame = frame
    self.limits = limits
    let pairs = 2 * GapNeighbor.count * GapNeighbor.count
    learntGaps = unsafe LearntGaps(
      byDepth: pool.copy([UInt32](repeating: 0, count: pairs * Self.depths)),
      byNeighbors: pool.copy([UInt32](repeating: 0, count: pairs)))
    // One more at either end, for the container around the first and for none.
    let mostDepth = max(limits.depth, SettledGaps.depths) + 4
    unsafe containers = unsafe pool.copy([Container](repeating: Container(), count: mostDepth)) + 2
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
  /// ``PaddedBytes/padding`` bytes, which are overwritten. What is settled is kept in memory of the pool.
  ///
  /// - Returns: The number of bytes written.
  /// - Throws: ``HuskError`` where the text is none without whitespace, or the gaps do not fit it.
  /// - Complexity: O(*n*) for *n* bytes written.
  package mutating func weave(
    _ text: ByteView, in pool: inout ScratchPool
  ) throws(HuskError) -> Int {
    unsafe UnsafeMutableRawPointer(mutating: text.base + text.count).initializeMemory(
      as: UInt8.self, repeating: 0, count: PaddedBytes.padding)
    if text.count > SettledGaps.fewBytes { settled = SettledGaps(in: &pool) }
    try writeTokens(of: text, &pool)
    try gap(before: .boundary)
    guard surprisesLeft == 0 else {
      throw HuskError(
        .invalidGaps, "\(surprisesLeft) gaps stand behind the end of the document")
    }
    guard unsafe out <= limit else { throw place.tooLong }
    return unsafe out - start
  }

  /// The places where is kept what was learnt of a gap.
  @inline(__always) static func contexts(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> (deep: Int, shallow: Int) {
    let pair = Int(last.rawValue) &* GapNeighbor.count &+ Int(next.rawValue)
    let shallow = pair &* 2 &+ (isBroken ? 1 : 0)
    return (shallow &* depths &+ min(level, depths &- 1), shallow)
  }

  /// Writes the gap before `next`, takes note of it, and moves past `next`.
  @inline(__always) mutating func gap(before next: GapNeighbor) throws(HuskError) {
    let closes = next == .closeObject || next == .closeArray
    let level = closes ? depth &- 1 : depth
    // The gap behind an opening bracket decides how its container is laid out, so it is itself
    // seen in the layout of the container around it.
    let isInner = last == .openObject || last == .openArray
    let container = unsafe containers + (depth &- 1)
    let around = unsafe isInner ? container.pointee.isInBroken : container.pointee.isBroken
    let (deep, shallow) = Self.contexts(last, next, level, isBroken: around)
    var number = unsafe predict(
      learntGaps.byDepth[deep], learntGaps.byNeighbors[shallow], next, isBroken: around)
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

    let learnt = UInt32(truncatingIfNeeded: number &+ 1) &<< 1
    if unsafe learntGaps.byDepth[deep] != learnt {
      let before = unsafe learntGaps.byDepth[deep]
      unsafe LearntGaps.learn(learnt, &learntGaps.byDepth[deep])
      let place = SettledGaps.Place(last: last, next: next, depth: depth, isBroken: around)
      if unsafe (before ^ learntGaps.byDepth[deep]) > 1 {
        settled?.forget(place)
      } else {
        settled?.noteMiss(place)
      }
    }
    if unsafe learntGaps.byNeighbors[shallow] != learnt {
      if unsafe learntGaps.byNeighbors[shallow] != 0 { settled?.noteDifference(last, next) }
      unsafe LearntGaps.learn(learnt, &learntGaps.byNeighbors[shallow])
    }
    if isInner { unsafe containers[depth &- 1].isBroken = form.breaksLine }
    if next == .openObject || next == .openArray {
      unsafe containers[depth] = Container(
        isInBroken: containers[depth &- 1].isBroken, isObject: next == .openObject)
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
    if depth == 0, last.endsValue, next.startsValue { return printer.betweenTexts }
    return printer.gap(between: last, and: next, isBroken: isBroken)
  }

  private mutating func surprise() -> Int {
    let gap = next?.gap ?? GapModel.empty
    next = walk.next()
    surprisesLeft -= 1
    left = next?.skipped ?? Int.max
    return gap
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
