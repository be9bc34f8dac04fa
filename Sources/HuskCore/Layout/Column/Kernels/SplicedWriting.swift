// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// A column of strings around parts of the values of `source`, of which none was taken.
  package mutating func spliced(
    _ source: ColumnCursor, _ fronts: IntegerView, _ backs: IntegerView, _ heads: ColumnCursor,
    _ tails: ColumnCursor, count: Int
  ) -> ColumnCursor {
    longestCut = max(longestCut, 2 * SplicedStrings.cutLimit)
    let column = ColumnCursor.Splice(
      backs: IntegerCursor(backs), source: copy(source), head: heads, tail: tails)
    let parts = unsafe UnsafeMutableRawPointer(copy([column]))
    return unsafe ColumnCursor(
      .spliced, count, fronts, parts, parts,
      others: backs.isMade ? [(backs, 0)] : [])
  }
}

extension ValueWriting {
  /// Writes the next string that is made around a part of another value (SPEC §8.6.11 Spliced strings).
  ///
  ///     the head; behind what it holds the other value, of which the kept part takes the place
  ///     the tail, whose first quote takes the place of the byte before it, which comes back
  ///
  /// Behind `limit` there must be room for what is left out, too (``ScratchPool/longestCut``).
  @inline(never) static func spliced(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let column = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.Splice.self)
    let front = unsafe cursor.pointee.integers.take()
    let back = unsafe column.pointee.backs.take()
    let allowed = 0...Int64(SplicedStrings.cutLimit)
    guard allowed ~= front, allowed ~= back else { return unsafe Written(out, .invalidValue) }
    let head = unsafe any(&column.pointee.head, out, limit)
    guard head.fault == .none else { return unsafe Written(out, head.fault.inString) }
    let isString = unsafe head.out - out >= 2 && out.load(as: UInt8.self) == ASCII.quote
    let cuts = (Int(truncatingIfNeeded: front), Int(truncatingIfNeeded: back))
    // Behind a number or literal nothing may be left, so there may be no room for the quotes of that.
    let start = unsafe isString ? head.out - 1 : head.out + 1
    let room = unsafe isString ? limit : limit + 3
    let kept = unsafe part(&column.pointee.source, start, room, cuts)
    guard kept.fault == .none else { return unsafe Written(out, kept.fault.inString) }
    guard unsafe room - kept.out >= 1 else { return unsafe Written(out, .full) }
    let all = unsafe content(&column.pointee.tail, behind: kept.out, room)
    guard all.fault == .none else { return unsafe Written(out, all.fault.inString) }
    guard isString else {
      return unsafe Written(head.out, all.out == start ? .none : .invalidValue)
    }
    guard unsafe limit - all.out >= 1 else { return unsafe Written(out, .full) }
    unsafe all.out.storeBytes(of: ASCII.quote, as: UInt8.self)
    return unsafe Written(all.out + 1, .none)
  }

  /// Writes what the next value holds but for some bytes in front and behind.
  @inline(__always) private static func part(
    _ source: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer,
    _ cuts: (front: Int, back: Int)
  ) -> Written {
    // Its quotes are left out as well.
    let written = unsafe any(source, out, limit + (cuts.front &+ cuts.back &+ 2))
    guard written.fault == .none else { return unsafe Written(out, written.fault) }
    let count = unsafe written.out - out
    let quote = unsafe count >= 2 && out.load(as: UInt8.self) == ASCII.quote ? 1 : 0
    let kept = count &- 2 &* quote &- cuts.front &- cuts.back
    guard kept >= 0 else { return unsafe Written(out, .invalidValue) }
    unsafe out.copyMemory(from: out + (quote &+ cuts.front), byteCount: kept)
    return unsafe Written(out + kept, .none)
  }
}
