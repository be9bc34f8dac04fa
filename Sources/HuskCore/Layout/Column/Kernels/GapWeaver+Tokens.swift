// SPDX-License-Identifier: Apache-2.0

extension GapWeaver {
  /// Writes the tokens of a text, most of which stand where gaps are settled.
  mutating func writeTokens(
    of text: ByteView, _ pool: inout ScratchPool
  ) throws(HuskError) {
    let source = unsafe ByteSource(padded: text)
    var walk = unsafe SettledWalk(text, classes: pool.copy(ByteClass.table), containers, limit)
    while true {
      if let settled {
        unsafe (walk.out, walk.depth, walk.last, walk.left) = (out, depth, last, left)
        walk.run(settled, source, learntGaps)
        unsafe (out, depth, last, left) = (walk.out, walk.depth, walk.last, walk.left)
        try copy(text, walk.start..<walk.end)
      }
      guard walk.end < source.count else { break }
      let end = try writeToken(of: source, text, at: walk.end, &pool)
      (walk.start, walk.end) = (end, end)
    }
    guard depth == (frame.hasElements && !frame.closes ? 1 : 0), last != .key else {
      throw Self.noTexts
    }
  }

  private static var noTexts: HuskError {
    HuskError(.invalidValue, "the values of a block do not make JSON texts")
  }

  /// Writes the token at `start`, or behind a comma, a colon or a line end there, with the gaps before it, and
  /// settles those where they may be; returns where the token ends.
  private mutating func writeToken(
    of source: ByteSource, _ text: ByteView, at start: Int, _ pool: inout ScratchPool
  ) throws(HuskError) -> Int {
    let mark = source[start]
    let isMark = mark == ASCII.comma || mark == ASCII.colon || mark == ASCII.lineFeed
    let offset = start + (isMark ? 1 : 0)
    let (last, depth) = (last, depth)
    let inObject = unsafe depth > 0 && containers[depth - 1].isObject
    let mayBeKey = inObject && last != .key
    var next = GapNeighbor.scalar
    var end = offset + 1
    switch source[offset] {
    case ASCII.quote:
      if mayBeKey { next = .key }
      end = source.scanString(offset)
    case ASCII.openBrace: next = .openObject
    case ASCII.openBracket: next = .openArray
    case ASCII.closeBrace where inObject: next = .closeObject
    case ASCII.closeBracket where depth > 0 && !inObject: next = .closeArray
    default: end = source.scalarEnd(from: offset)
    }
    let opens = next == .openObject || next == .openArray
    let closes = next == .closeObject || next == .closeArray
    let isInner = last == .openObject || last == .openArray
    let isSeparated = depth > 0 && !isInner && !closes
    let expected =
      depth == 0 ? ASCII.lineFeed : last == .key ? ASCII.colon : ASCII.comma
    // Scalars are believed, as columns are.
    guard isMark ? mark == expected && isSeparated == (depth > 0) : !isSeparated, end > offset,
      !mayBeKey || next == .key || closes, !opens || depth <= limits.depth
    else { throw Self.noTexts }
    let container = unsafe containers[depth - 1]
    let isBroken = isInner ? container.isInBroken : container.isBroken
    try write(next, text, offset..<end)
    settle(
      SettledGaps.Place(last: last, next: next, depth: depth, isBroken: isBroken),
      closes ? depth - 1 : depth, &pool)
    return end
  }

  /// Copies a part of the text.
  private mutating func copy(_ text: ByteView, _ range: Range<Int>) throws(HuskError) {
    guard unsafe limit - out >= range.count else { throw place.tooLong }
    unsafe ByteCopying.copy(text.base + range.lowerBound, out, range.count)
    unsafe out += range.count
  }

  /// Writes a token with the gaps before it, one by one.
  private mutating func write(
    _ next: GapNeighbor, _ text: ByteView, _ range: Range<Int>
  ) throws(HuskError) {
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
    try copy(text, range)
  }

  /// Settles what stands between two tokens, where something is learnt of that at their depth.
  private mutating func settle(
    _ place: SettledGaps.Place, _ level: Int, _ pool: inout ScratchPool
  ) {
    let (last, next, isBroken) = (place.last, place.next, place.isBroken)
    guard settled != nil, place.depth < SettledGaps.depths, last != .boundary else { return }
    var mark: GapNeighbor?
    if last == .key {
      mark = .colon
    } else if place.depth > 0, last.endsValue, next != .closeObject, next != .closeArray {
      mark = .comma
    }
    guard let first = learntGap(between: last, and: mark ?? next, level, isBroken: isBroken)
    else { return }
    var second: SettledGaps.LearntGap?
    if let mark {
      guard let learnt = learntGap(between: mark, and: next, level, isBroken: isBroken)
      else { return }
      second = learnt
    }
    let style = gaps.style
    settled?.settle(
      place, first, second, breaksLine: unsafe forms[first.gap].breaksLine, in: &pool
    ) {
      var bytes: [UInt8] = []
      style.append(first.gap, depth: level, to: &bytes)
      if let mark, let second {
        bytes.append(mark == .colon ? ASCII.colon : ASCII.comma)
        style.append(second.gap, depth: level, to: &bytes)
      }
      return bytes
    }
  }

  /// What is learnt of the gap between two neighbours, or `nil` where it is not settled.
  private mutating func learntGap(
    between last: GapNeighbor, and next: GapNeighbor, _ level: Int, isBroken: Bool
  ) -> SettledGaps.LearntGap? {
    let (deep, shallow) = Self.contexts(last, next, level, isBroken: isBroken)
    let word = unsafe learntGaps.byDepth[deep]
    // What was just missed may be missed again.
    guard word > 0, word & 1 == 0 else { return nil }
    if unsafe learntGaps.byNeighbors[shallow] != word { settled?.noteDifference(last, next) }
    let differs = settled?.differ(last, next) ?? true
    let learnt = SettledGaps.LearntGap(word: word, context: deep, differs: differs)
    guard unsafe !forms[learnt.gap].isMark else { return nil }
    return learnt
  }
}
