// SPDX-License-Identifier: Apache-2.0

/// A short text that is like a long one: it has the first elements of the array or object that most of the long one
/// is in, and the end.
///
///     {"kind":"all","rows":[{…},{…},{…},{…} … {…},{…}],"count":1000}
///     ├────────── start ─────────────┤              ├──── end ─────┤
///
/// Nothing is checked on the way; whoever tokenizes both finds what is wrong.
package struct ContainerSample {
  /// An array or object that was opened.
  private struct Level {
    let isObject: Bool
    let start: Int
    /// How many of its elements or members have ended, and where the last of them did.
    var elementCount = 0
    var elementsEnd = 0
    /// The last key.
    var key = ByteRange(offset: 0, count: 0)

    var closingBracket: UInt8 { isObject ? ASCII.closeBrace : ASCII.closeBracket }
  }

  /// Containers that nest deeper are not looked into.
  private static let depthLimit = 64
  /// How many elements there are at least.
  private static let leastElementCount = 8
  /// The most bytes that the end may have.
  private static let mostEndByteCount = 1 << 12

  /// The text, with nothing behind its value.
  package let text: [UInt8]
  /// Where the keys stand, with their quotes, of the members that lead to the container.
  package let path: [ByteRange]
  /// Whether that is an object.
  package let isObject: Bool
  /// What is left out of the long text, and where its value ends.
  package let omitted: Range<Int>
  package let valueEnd: Int

  /// Finds the container that a text mostly consists of, and takes its first elements; there is none where the
  /// text ends before, or more follows than a little, or an array would have to be gone into: what stands in one
  /// element is seldom most of a text.
  ///
  /// - Parameters:
  ///   - source: The text, with nothing before its value and only whitespace behind.
  ///   - byteCount: How many bytes are looked at from its start, less than it has.
  /// - Complexity: O(*n*) for as many bytes, and as many again as it has at its end.
  package init?(of source: ByteSource, byteCount: Int) {
    var levels = Self.openLevels(of: source, upTo: byteCount)
    let largest = levels.firstIndex { level in
      level.elementCount >= Self.leastElementCount
        && level.elementsEnd - level.start >= byteCount / 2
    }
    guard let largest, levels[..<largest].allSatisfy(\.isObject) else { return nil }
    levels.removeSubrange((largest + 1)...)
    let cut = levels[largest].elementsEnd
    guard let end = Self.end(of: source, behind: cut, levels) else { return nil }
    var valueEnd = source.count
    while source[valueEnd - 1] != levels[0].closingBracket { valueEnd -= 1 }
    text =
      source.bytes(ByteRange(offset: 0, count: cut))
      + source.bytes(ByteRange(offset: end, count: valueEnd - end))
    self.valueEnd = valueEnd
    path = levels.dropLast().map(\.key)
    isObject = levels[largest].isObject
    omitted = cut..<end
  }

  /// The containers that are open where a text is cut, from the outermost on.
  private static func openLevels(of source: ByteSource, upTo limit: Int) -> [Level] {
    var levels: [Level] = []
    var offset = 0
    while offset < limit {
      let byte = source[offset]
      switch byte {
      case ASCII.quote:
        let end = source.scanString(offset)
        guard end > 0, end < limit else { return levels }
        if source[source.skipWhitespace(end)] == ASCII.colon, let last = levels.indices.last {
          levels[last].key = ByteRange(offset: offset, count: end - offset)
        }
        offset = end
        continue
      case ASCII.openBrace, ASCII.openBracket:
        guard levels.count < depthLimit else { return [] }
        levels.append(Level(isObject: byte == ASCII.openBrace, start: offset))
      case ASCII.closeBrace, ASCII.closeBracket:
        guard levels.popLast() != nil else { return [] }
      case ASCII.comma:
        guard let last = levels.indices.last else { return [] }
        levels[last].elementCount += 1
        levels[last].elementsEnd = offset
      default: break
      }
      offset += 1
    }
    return levels
  }

  /// Where the end of a text starts, with the whitespace before the bracket that closes the last of the
  /// containers; the first place from which on all of them are closed, and nothing else.
  private static func end(
    of source: ByteSource, behind cut: Int, _ levels: [Level]
  ) -> Int? {
    let first = max(source.count - mostEndByteCount, cut)
    var ends = ValueEnds(source, from: first)
    for bracket in first..<source.count
    where source[bracket] == levels[levels.count - 1].closingBracket {
      guard closes(levels, from: bracket, source, &ends) else { continue }
      var end = bracket
      while end > cut, source.skipWhitespace(end - 1) == bracket { end -= 1 }
      return end
    }
    return nil
  }

  /// Whether containers are closed from an offset on, one by one, behind what is left of each, and nothing
  /// follows.
  private static func closes(
    _ levels: [Level], from start: Int, _ source: ByteSource, _ ends: inout ValueEnds
  ) -> Bool {
    var offset = start
    for (index, level) in levels.enumerated().reversed() {
      // Of the innermost nothing is left.
      while index < levels.count - 1, source[offset] == ASCII.comma {
        let start = source.skipWhitespace(offset + 1)
        guard let end = ends.end(from: start, isMember: level.isObject) else { return false }
        offset = end
      }
      guard source[offset] == level.closingBracket else { return false }
      offset = source.skipWhitespace(offset + 1)
    }
    return offset == source.count
  }

  /// Where the values and members in the last part of a text end, each of which is scanned once.
  private struct ValueEnds: ~Copyable {
    private let source: ByteSource
    private let first: Int
    /// The ends of values and members that start at each offset from the first on; 0 where that was not looked
    /// at, and -1 where there is none.
    private var ends: [Int]
    private var tape = TokenTape()

    init(_ source: ByteSource, from first: Int) {
      self.source = source
      self.first = first
      ends = Array(repeating: 0, count: 2 * (source.count - first))
    }

    /// The offset behind a value or member and the whitespace that follows.
    mutating func end(from start: Int, isMember: Bool) -> Int? {
      guard start < source.count else { return nil }
      let index = 2 * (start - first) + (isMember ? 1 : 0)
      if ends[index] == 0 { ends[index] = scan(from: start, isMember: isMember) ?? -1 }
      return ends[index] > 0 ? ends[index] : nil
    }

    private mutating func scan(from start: Int, isMember: Bool) -> Int? {
      guard let value = isMember ? source.valueOffset(ofMemberAt: start) : start else {
        return nil
      }
      tape.removeAll()
      var scan = TokenScan(source, from: value, depthLimit: depthLimit)
      return scan.scanValue(onto: &tape) == nil ? source.skipWhitespace(scan.offset) : nil
    }
  }
}

extension ByteSource {
  /// Where the value of the member starts whose key may stand at an offset, or `nil` where there is none.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the key.
  package func valueOffset(ofMemberAt offset: Int) -> Int? {
    guard self[offset] == ASCII.quote else { return nil }
    let end = scanString(offset)
    guard end > 0 else { return nil }
    let colon = skipWhitespace(end)
    return self[colon] == ASCII.colon ? skipWhitespace(colon + 1) : nil
  }
}
