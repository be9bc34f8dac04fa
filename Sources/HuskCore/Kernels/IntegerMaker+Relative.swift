// SPDX-License-Identifier: Apache-2.0

/// Integers beside those of other columns (SPEC §8.4 Integer columns).
extension IntegerMaker {
  /// The sums of the differences and the integers of `source`, or what is made of them and those of a second source, at
  /// the same places; overflow wraps around.
  static func relative(
    to source: IntegerView, _ second: (role: SecondSource, source: IntegerView)?,
    _ differences: IntegerView, _ count: Int, in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe room.pointee.allocate(second == nil ? 2 : 3, of: IntegerMaker.self)
    unsafe parts.initialize(to: IntegerMaker(differences, count, in: room))
    unsafe (parts + 1).initialize(to: IntegerMaker(source, count, in: room))
    var maker = unsafe IntegerMaker(.relative, source, count, parts, in: room)
    // What is added to integers that are made is not part of what makes them.
    maker.value = source.isMade ? source.offset : 0
    if let second {
      unsafe (parts + 2).initialize(to: IntegerMaker(second.source, count, in: room))
      maker.role = second.role
      maker.value = second.role.combine(
        maker.value, second.source.isMade ? second.source.offset : 0)
    }
    return maker
  }

  mutating func makeRelative(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let others =
      unsafe kept ?? room.pointee.allocate((partCount - 1) * Self.keyPiece, of: Int64.self)
    unsafe kept = unsafe others
    let addend = value
    var start = 0
    while start < count {
      let pieceCount = min(Self.keyPiece, count &- start)
      guard unsafe Self.make(parts + 1, pieceCount, at: others),
        unsafe combine(with: parts + 2, pieceCount, at: others)
      else { return false }
      let sums = unsafe target + start
      var index = 0
      while index < pieceCount {
        unsafe sums[index] = sums[index] &+ others[index] &+ addend
        index &+= 1
      }
      start &+= pieceCount
    }
    return true
  }

  /// Puts what is made of the integers of both sources in place of those of the first, where there is a second, which are
  /// made behind them; returns whether the second allows it.
  private func combine(
    with second: UnsafeMutablePointer<IntegerMaker>, _ count: Int,
    at firsts: UnsafeMutablePointer<Int64>
  ) -> Bool {
    guard let role else { return true }
    let seconds = unsafe firsts + Self.keyPiece
    guard unsafe Self.make(second, count, at: seconds) else { return false }
    var index = 0
    while index < count {
      unsafe firsts[index] = role.combine(firsts[index], seconds[index])
      index &+= 1
    }
    return true
  }
}
