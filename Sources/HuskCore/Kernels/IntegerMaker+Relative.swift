// SPDX-License-Identifier: Apache-2.0

/// Integers beside those of other columns (SPEC §8.4 Integer columns).
extension IntegerMaker {
  /// The sums of the integers of `source` and the differences at the same places; overflow wraps around.
  static func relative(
    to source: IntegerView, _ differences: IntegerView, _ count: Int,
    in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe room.pointee.allocate(2, of: IntegerMaker.self)
    unsafe parts.initialize(to: IntegerMaker(differences, count, in: room))
    unsafe (parts + 1).initialize(to: IntegerMaker(source, count, in: room))
    var maker = unsafe IntegerMaker(.relative, source, count, parts, in: room)
    // What is added to integers that are made is not part of what makes them.
    maker.value = source.isMade ? source.offset : 0
    return maker
  }

  /// The sums of what is made of the integers of two columns and the differences at the same places; overflow wraps
  /// around.
  static func relative(
    to first: IntegerView, _ role: SecondSource, _ second: IntegerView,
    _ differences: IntegerView, _ count: Int, in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe room.pointee.allocate(3, of: IntegerMaker.self)
    unsafe parts.initialize(to: IntegerMaker(differences, count, in: room))
    unsafe (parts + 1).initialize(to: IntegerMaker(first, count, in: room))
    unsafe (parts + 2).initialize(to: IntegerMaker(second, count, in: room))
    var maker = unsafe IntegerMaker(.relativeToTwo, first, count, parts, in: room)
    maker.role = role
    maker.value = role.combine(
      first.isMade ? first.offset : 0, second.isMade ? second.offset : 0)
    return maker
  }

  mutating func makeRelative(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let others = unsafe kept ?? room.pointee.allocate(Self.keyPiece, of: Int64.self)
    unsafe kept = unsafe others
    let addend = value
    var start = 0
    while start < count {
      let pieceCount = min(Self.keyPiece, count &- start)
      guard unsafe Self.make(parts + 1, pieceCount, at: others) else { return false }
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

  mutating func makeRelativeToTwo(
    _ count: Int, at target: UnsafeMutablePointer<Int64>
  ) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let firsts = unsafe kept ?? room.pointee.allocate(2 * Self.keyPiece, of: Int64.self)
    unsafe kept = unsafe firsts
    let seconds = unsafe firsts + Self.keyPiece
    let addend = value
    var start = 0
    while start < count {
      let pieceCount = min(Self.keyPiece, count &- start)
      guard unsafe Self.make(parts + 1, pieceCount, at: firsts),
        unsafe Self.make(parts + 2, pieceCount, at: seconds)
      else { return false }
      let sums = unsafe target + start
      var index = 0
      while index < pieceCount {
        let both = unsafe role.combine(firsts[index], seconds[index])
        unsafe sums[index] = sums[index] &+ both &+ addend
        index &+= 1
      }
      start &+= pieceCount
    }
    return true
  }
}
