// SPDX-License-Identifier: Apache-2.0

/// What stands between two tokens where each gap there is as it was learnt, and learning it again would
/// change nothing.
///
/// Most tokens of a document stand so: one look-up tells all that comes before them, with the comma or
/// colon. Whoever learns something else has to ``forget(_:_:)`` what it was settled on.
@safe struct SettledGaps {
  /// What stands before a token.
  @safe struct Lead: BitwiseCopyable {
    /// The bytes, behind which there is padding.
    fileprivate(set) var bytes: UnsafeRawPointer
    fileprivate(set) var count: Int32
    /// The number of gaps, or 0 where they are not settled.
    fileprivate(set) var gapCount: Int16
    /// Whether the first gap holds a line end.
    fileprivate(set) var breaksLine: Bool
    /// The numbers of the gaps that the bytes are of, or -1 where there are no bytes yet.
    fileprivate var gaps: SIMD2<Int32>

    /// Whether there is no whitespace in it.
    @inline(__always) var isBare: Bool { count == Int32(gapCount) &- 1 }
  }

  /// Deeper than that, nothing is settled.
  static let levels = 16
  /// The most bytes that all leads may have.
  private static let mostByteCount = 1 << 16
  /// The most tokens for which the table is not worth its memory.
  static let fewTokens = 256
  /// The numbers of neighbours, but for boundaries, are told apart by three bits.
  private static let neighborCount = 8

  private let leads: UnsafeMutablePointer<Lead>
  private var bytesLeft = Self.mostByteCount

  /// Prepares a table in which nothing is settled.
  init(in pool: inout ScratchPool) {
    let none = unsafe UnsafeRawPointer(pool.copy([UInt8]()))
    let lead = unsafe Lead(
      bytes: none, count: 0, gapCount: 0, breaksLine: false, gaps: SIMD2(repeating: -1))
    let count = Self.neighborCount * Self.neighborCount * Self.levels * 2
    unsafe leads = unsafe pool.allocate(count, of: Lead.self)
    unsafe leads.update(repeating: lead, count: count)
  }

  private static func index(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> Int {
    let pair = Int(last.rawValue & 7) &* neighborCount &+ Int(next.rawValue & 7)
    return pair &* (2 &* levels) &+ level &* 2 &+ (isBroken ? 1 : 0)
  }

  /// What stands between two tokens at a level below ``levels``.
  @inline(__always) func lead(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> Lead {
    unsafe leads[Self.index(last, next, level, isBroken: isBroken)]
  }

  /// Settles what stands between two tokens at a level below ``levels``.
  ///
  /// `gaps` are the numbers of the gaps, the second one -1 where there is only one, and `breaksLine` says
  /// whether the first one holds a line end. The bytes are asked for where they are not known yet.
  mutating func settle(
    _ last: GapNeighbor, _ next: GapNeighbor, _ level: Int, isBroken: Bool, _ gaps: SIMD2<Int32>,
    breaksLine: Bool, in pool: inout ScratchPool, _ bytes: () -> [UInt8]
  ) {
    let index = Self.index(last, next, level, isBroken: isBroken)
    var lead = unsafe leads[index]
    if lead.gaps != gaps {
      let bytes = bytes()
      guard bytes.count <= bytesLeft else { return }
      bytesLeft -= bytes.count
      unsafe lead.bytes = unsafe UnsafeRawPointer(pool.copy(bytes))
      lead.count = Int32(bytes.count)
      lead.gaps = gaps
      lead.breaksLine = breaksLine
    }
    lead.gapCount = gaps.y < 0 ? 1 : 2
    unsafe leads[index] = lead
  }

  /// Unsettles whatever a gap between two neighbours is part of, at any level.
  func forget(_ last: GapNeighbor, _ next: GapNeighbor) {
    if next == .comma || next == .colon {
      for neighbor in 0..<Self.neighborCount { forget(Int(last.rawValue & 7), neighbor) }
    } else if last == .comma || last == .colon {
      for neighbor in 0..<Self.neighborCount { forget(neighbor, Int(next.rawValue & 7)) }
    } else {
      forget(Int(last.rawValue & 7), Int(next.rawValue & 7))
    }
  }

  private func forget(_ last: Int, _ next: Int) {
    let first = (last * Self.neighborCount + next) * 2 * Self.levels
    for index in first..<first + 2 * Self.levels { unsafe leads[index].gapCount = 0 }
  }
}
