// SPDX-License-Identifier: Apache-2.0

/// The kinds of neighbours that a gap can have (SPEC §5.1 Gaps).
package enum GapNeighbor: UInt8, Sendable {
  /// The start or the end of the document.
  case boundary
  case openObject, closeObject, openArray, closeArray
  case comma, colon, key, scalar

  static let count = 9

  /// The neighbour that a token is.
  @inline(__always) package init(_ kind: Token.Kind) {
    self =
      switch kind {
      case .openObject: .openObject
      case .closeObject: .closeObject
      case .openArray: .openArray
      case .closeArray: .closeArray
      case .key: .key
      case .string, .number, .literal: .scalar
      }
  }

  /// Whether a value ends with it.
  var endsValue: Bool {
    self == .scalar || self == .closeObject || self == .closeArray
  }

  /// Whether a value starts with it.
  var startsValue: Bool {
    self == .scalar || self == .openObject || self == .openArray
  }
}

/// Predicts each gap of a document from what stands around it (SPEC §5.2 Prediction).
///
/// A gap is the whitespace between two neighbours. It is predicted twice, by its neighbours at its
/// depth and by its neighbours alone; the first that has learnt anything is believed. Where neither
/// has, a document that has lines is taken for one that a regular printer has written.
package struct GapModel {
  /// The number of the gap without bytes.
  package static let empty = 0
  /// The number of the gap that is one LF.
  package static let lineFeed = 1

  private static let depths = 32

  /// What was learnt in one context: the gap number plus one, and a miss in the lowest bit.
  private var byDepth: [UInt32]
  private var byNeighbors: [UInt32]
  /// For each open container, whether the gap behind its bracket holds a line end.
  private var areBroken: [Bool] = []
  private var last = GapNeighbor.boundary
  private let printer: GapPrinter

  /// Creates a model that has learnt nothing, at the start of a block.
  ///
  /// - Parameters:
  ///   - frame: How the block stands in its document.
  ///   - printer: What is expected where nothing was learnt.
  package init(_ frame: BlockFrame = BlockFrame(), _ printer: GapPrinter = GapPrinter()) {
    self.printer = printer
    // Behind rows of another block, whatever they were.
    if frame.continues {
      last = .closeObject
      if frame.hasElements { areBroken = [false] }
    }
    let pairs = 2 * GapNeighbor.count * GapNeighbor.count
    byDepth = Array(repeating: 0, count: pairs * Self.depths)
    byNeighbors = Array(repeating: 0, count: pairs)
  }

  /// Where a gap stands: the numbers of its two contexts.
  package struct Context {
    fileprivate let deep: Int
    fileprivate let shallow: Int
    /// Whether the container around it is broken.
    fileprivate let isBroken: Bool
  }

  /// The context of the gap before `next`.
  @inline(__always) package func context(before next: GapNeighbor) -> Context {
    context(between: last, and: next)
  }

  /// The context of the gap before `next` where `last` is the neighbour before it.
  @inline(__always) private func context(
    between last: GapNeighbor, and next: GapNeighbor
  ) -> Context {
    // The gap behind an opening bracket decides how its container is laid out, so it is itself
    // seen in the layout of the container around it.
    let isFirst = last == .openObject || last == .openArray
    let level = areBroken.count &- (isFirst ? 2 : 1)
    let isBroken = level >= 0 && areBroken[level]
    let pair = Int(last.rawValue) &* GapNeighbor.count &+ Int(next.rawValue)
    let shallow = pair &* 2 &+ (isBroken ? 1 : 0)
    let depth = min(depth(before: next), Self.depths &- 1)
    return Context(
      deep: shallow &* Self.depths &+ depth, shallow: shallow, isBroken: isBroken)
  }

  /// The depth at which `next` stands: the number of containers open around it.
  @inline(__always) package func depth(before next: GapNeighbor) -> Int {
    next == .closeObject || next == .closeArray ? areBroken.count &- 1 : areBroken.count
  }

  /// The gap predicted before `next`.
  package func predict(before next: GapNeighbor) -> Int {
    predict(context(before: next), before: next)
  }

  /// The gap predicted before `next`, whose context is known.
  @inline(__always) package func predict(_ context: Context, before next: GapNeighbor) -> Int {
    let deep = byDepth[context.deep]
    if _fastPath(deep > 0) { return Int(deep &>> 1) &- 1 }
    let shallow = byNeighbors[context.shallow]
    if shallow > 0 { return Int(shallow &>> 1) &- 1 }
    // Texts of a sequence stand on lines of their own.
    if separatesTexts(before: next) { return printer.betweenTexts }
    return printer.gap(between: last, and: next, isBroken: context.isBroken)
  }

  /// Whether the gap before `next` stands between two texts.
  package func separatesTexts(before next: GapNeighbor) -> Bool {
    areBroken.isEmpty && last.endsValue && next.startsValue
  }

  /// Takes note of the gap that stands before `next`, and moves past `next`.
  package mutating func learn(_ gap: Int, breaksLine: Bool, before next: GapNeighbor) {
    learn(gap, breaksLine: breaksLine, context(before: next), before: next)
  }

  /// Takes note of the gap that stands before `next`, whose context is known, and moves past `next`.
  @inline(__always) package mutating func learn(
    _ gap: Int, breaksLine: Bool, _ context: Context, before next: GapNeighbor
  ) {
    let learnt = Self.learntGap(gap)
    if byDepth[context.deep] != learnt { Self.learn(learnt, &byDepth[context.deep]) }
    if byNeighbors[context.shallow] != learnt {
      Self.learn(learnt, &byNeighbors[context.shallow])
    }
    move(past: next, breaksLine: breaksLine)
  }

  /// What is learnt of a gap without bytes.
  private static let learntEmpty = learntGap(empty)

  @inline(__always) private static func learntGap(_ gap: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: gap &+ 1) &<< 1
  }

  /// Moves past `next` where nothing stands before it, if there is nothing to be learnt from that.
  ///
  /// - Returns: Whether it has moved.
  @inline(__always) mutating func moveOn(past next: GapNeighbor) -> Bool {
    guard isEmptyLearnt(context(before: next)) else { return false }
    move(past: next, breaksLine: false)
    return true
  }

  /// Whether nothing stands around a comma between two scalars in the array in hand, as far as is learnt, and nothing is
  /// to be learnt from the next one like that.
  var joinsScalars: Bool {
    isEmptyLearnt(context(between: .scalar, and: .comma))
      && isEmptyLearnt(context(between: .comma, and: .scalar))
  }

  @inline(__always) private func isEmptyLearnt(_ context: Context) -> Bool {
    byDepth[context.deep] == Self.learntEmpty && byNeighbors[context.shallow] == Self.learntEmpty
  }

  /// Moves past `next`, before which stands a gap with a line end or another one.
  @inline(__always) private mutating func move(past next: GapNeighbor, breaksLine: Bool) {
    if last == .openObject || last == .openArray {
      areBroken[areBroken.count &- 1] = breaksLine
    }
    switch next {
    case .openObject, .openArray: areBroken.append(false)
    case .closeObject, .closeArray: areBroken.removeLast()
    default: break
    }
    last = next
  }

  /// Whether anything was learnt between two neighbours at any depth.
  func hasLearnt(between last: GapNeighbor, and next: GapNeighbor, isBroken: Bool) -> Bool {
    let pair = Int(last.rawValue) * GapNeighbor.count + Int(next.rawValue)
    return byNeighbors[pair * 2 + (isBroken ? 1 : 0)] > 0
  }

  /// One miss is forgiven; the second in a row replaces what was learnt.
  private static func learn(_ gap: UInt32, _ learnt: inout UInt32) {
    if learnt & ~1 == gap || learnt == 0 || learnt & 1 == 1 {
      learnt = gap
    } else {
      learnt |= 1
    }
  }
}
