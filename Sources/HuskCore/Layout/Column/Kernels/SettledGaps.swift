// SPDX-License-Identifier: Apache-2.0

/// What stands between two tokens where each gap is as it is predicted by what was learnt at that depth.
///
/// Most tokens of a document stand so: one look-up tells all that comes before them, with the comma or
/// colon. Mostly there is nothing to be learnt from that; where there may be, it is learnt each time. Whoever
/// learns another gap has to ``forget(_:)`` the one before.
@safe struct SettledGaps {
  /// Where a gap stands: its neighbours, the containers open before the one behind it, and whether the
  /// container is broken.
  struct Place {
    var last: GapNeighbor
    var next: GapNeighbor
    var depth: Int
    var isBroken: Bool

    /// What stands there in a text without whitespace, or 0.
    fileprivate var mark: UInt8 {
      if depth == 0 { return ASCII.lineFeed }
      if last == .key { return ASCII.colon }
      return last.endsValue && next != .closeObject && next != .closeArray ? ASCII.comma : 0
    }
  }

  /// What is learnt of a gap.
  struct LearntGap {
    /// As ``GapWeaver`` has it, without a miss.
    var word: UInt32
    /// The number of its neighbours at its depth.
    var context: Int
    /// Whether another one is learnt of the same neighbours at other depths.
    var differs: Bool

    /// The number of the gap.
    var gap: Int { Int(word >> 1) - 1 }
  }

  /// What stands before a token.
  @safe struct Lead: BitwiseCopyable {
    /// The bytes, behind which there is padding.
    fileprivate(set) var bytes: UnsafeRawPointer
    fileprivate(set) var count: Int32 = 0
    /// The comma or colon between two gaps, a line end that stands for the gap between two texts, or 0.
    fileprivate(set) var mark: UInt8 = 0
    /// Whether it is what stands in a text without whitespace.
    fileprivate(set) var isBare = false
    /// Whether the first gap holds a line end.
    fileprivate(set) var breaksLine = false
    /// Whether its gaps have to be learnt each time.
    fileprivate(set) var learns = false
    /// How many gaps have to be as predicted: those that it has, or ``unsettled``.
    fileprivate(set) var gapCount = unsettled

    fileprivate init(_ bytes: UnsafeRawPointer) {
      unsafe self.bytes = unsafe bytes
    }
  }

  /// What is learnt of the gaps in a lead, the second 0 where there is only one, and their contexts.
  struct LearntGaps: BitwiseCopyable {
    var words = SIMD2<UInt32>(repeating: 0)
    var contexts = SIMD2<Int32>(repeating: 0)
  }

  /// More gaps than there are.
  static let unsettled = Int.max
  /// From that depth on nothing is settled.
  static let depths = 16
  /// The most bytes that all leads may have.
  private static let mostByteCount = 1 << 16
  /// The most bytes of text for which the table is not worth its memory.
  static let fewBytes = 2048
  /// The numbers of neighbours, but for boundaries, are told apart by three bits.
  private static let neighborCount = 8
  /// How many leads there are for each depth: first where containers are not broken, then where they are.
  static let stride = 2 * neighborCount * neighborCount

  /// The leads of all depths, and of one more.
  let leads: UnsafeMutablePointer<Lead>
  /// What each of them is of.
  let learntGaps: UnsafeMutablePointer<LearntGaps>
  private var bytesLeft = Self.mostByteCount
  /// The neighbours of which not always the same is learnt, a bit for each pair.
  private var differences: UInt128 = 0

  /// Prepares a table in which nothing is settled.
  init(in pool: inout ScratchPool) {
    let none = unsafe UnsafeRawPointer(pool.copy([UInt8]()))
    let count = (Self.depths + 1) * Self.stride
    unsafe leads = unsafe pool.allocate(count, of: Lead.self)
    unsafe leads.update(repeating: Lead(none), count: count)
    unsafe learntGaps = unsafe pool.allocate(count, of: LearntGaps.self)
    unsafe learntGaps.update(repeating: LearntGaps(), count: count)
  }

  /// Where a lead stands among those of its depth.
  @inline(__always) static func index(_ last: UInt8, _ next: UInt8, isBroken: Bool) -> Int {
    Int(isBroken ? 64 : 0) &+ Int(last & 7) &* neighborCount &+ Int(next & 7)
  }

  private static func index(_ place: Place) -> Int {
    place.depth * stride
      + index(place.last.rawValue, place.next.rawValue, isBroken: place.isBroken)
  }

  /// Settles what stands between two tokens.
  ///
  /// There is one gap or there are two, and `breaksLine` says whether the first one holds a line end. The
  /// bytes are asked for where they are not known yet.
  mutating func settle(
    _ place: Place, _ first: LearntGap, _ second: LearntGap?, breaksLine: Bool,
    in pool: inout ScratchPool, _ bytes: () -> [UInt8]
  ) {
    let index = Self.index(place)
    var lead = unsafe leads[index]
    let words = SIMD2(first.word, second?.word ?? 0)
    let contexts = SIMD2(Int32(first.context), Int32(second?.context ?? 0))
    if unsafe learntGaps[index].words != words {
      let bytes = bytes()
      guard bytes.count <= bytesLeft else { return }
      bytesLeft -= bytes.count
      lead.mark = place.mark
      lead.isBare = bytes == (lead.mark == 0 ? [] : [lead.mark])
      unsafe lead.bytes = unsafe UnsafeRawPointer(pool.copy(bytes))
      lead.count = Int32(bytes.count)
      lead.breaksLine = breaksLine
    }
    unsafe learntGaps[index] = LearntGaps(words: words, contexts: contexts)
    lead.gapCount = second == nil ? 1 : 2
    lead.learns = first.differs || second?.differs ?? false
    unsafe leads[index] = lead
  }

  /// Whether different gaps are learnt of two neighbours at different depths.
  func differ(_ last: GapNeighbor, _ next: GapNeighbor) -> Bool {
    differences & Self.bit(last, next) != 0
  }

  private static func bit(_ last: GapNeighbor, _ next: GapNeighbor) -> UInt128 {
    1 << UInt128(Int(last.rawValue) * GapNeighbor.count + Int(next.rawValue))
  }

  /// Takes note that another gap is learnt of two neighbours than of the same at another depth.
  mutating func noteDifference(_ last: GapNeighbor, _ next: GapNeighbor) {
    guard !differ(last, next) else { return }
    differences |= Self.bit(last, next)
    for depth in 0..<Self.depths {
      noteMiss(Place(last: last, next: next, depth: depth, isBroken: false))
      noteMiss(Place(last: last, next: next, depth: depth, isBroken: true))
    }
  }

  /// Takes note that what is settled between two neighbours was missed, and has to be learnt again.
  func noteMiss(_ place: Place) { forEachLead(at: place) { $0.learns = true } }

  /// Unsettles whatever a gap between two neighbours is part of.
  func forget(_ place: Place) { forEachLead(at: place) { $0.gapCount = Self.unsettled } }

  private func forEachLead(at place: Place, _ body: (inout Lead) -> Void) {
    guard place.depth < Self.depths else { return }
    // Between tokens there are none, or both gaps around a comma or colon.
    let isFirst = place.next == .comma || place.next == .colon
    let isSecond = place.last == .comma || place.last == .colon
    let first = Self.index(place)
    let step = isFirst ? 1 : Self.neighborCount
    let neighbor = Int((isFirst ? place.next : place.last).rawValue & 7)
    guard isFirst || isSecond else {
      unsafe body(&leads[first])
      return
    }
    for other in 0..<Self.neighborCount {
      unsafe body(&leads[first + (other - neighbor) * step])
    }
  }
}
