// SPDX-License-Identifier: Apache-2.0

/// What stands around parts of the values of another column.
struct SplicedParts: ~Copyable {
  /// The heads and tails of all strings in quotes, and what is no string.
  private(set) var text: GrowingBytes
  private(set) var heads: [UInt64] = []
  private(set) var tails: [UInt64] = []
  /// How many bytes of the other values are left out.
  private(set) var fronts: [Int64] = []
  private(set) var backs: [Int64] = []
  /// How many of the strings are numbers.
  private(set) var numberCount = 0
  /// How many bytes the strings have, and how many of those stand in the other values.
  private(set) var (byteCount, sharedByteCount) = (0, 0)
  /// How many bytes stand before and behind a value in the last string that holds one.
  private var around = (head: 0, tail: 0)

  /// In longer strings nothing is looked for, which could take a step for each byte of both.
  private static let mostByteCount = 1024
  /// What the head and tail of a string take in the text, more or less, with their quotes.
  private static let usualByteCount = 64

  /// Takes strings apart by other values, or returns `nil` where there is something else, or too much to leave out.
  ///
  /// - Complexity: O(*n*) for *n* bytes, mostly.
  init?(
    _ strings: borrowing Buffer<UInt64>, by others: borrowing Buffer<UInt64>, _ source: ByteSource
  ) {
    precondition(strings.count == others.count)
    text = GrowingBytes(capacity: strings.count * Self.usualByteCount)
    heads.reserveCapacity(strings.count)
    tails.reserveCapacity(strings.count)
    fronts.reserveCapacity(strings.count)
    backs.reserveCapacity(strings.count)
    for row in 0..<strings.count {
      let (token, other) = (Token(word: strings[row]), Token(word: others[row]))
      let (string, held) = (token.held, other.held)
      guard token.isScalar, other.isScalar, held.count <= SplicedStrings.cutLimit else {
        return nil
      }
      byteCount += string.count
      if token.kind != .string {
        numberCount += token.kind == .number ? 1 : 0
        append(plain: token, source, leavingOut: held.count)
      } else if string.count > Self.mostByteCount {
        append(
          source, string, from: string.end, to: string.end, leavingOut: (held.count, 0), 0)
      } else if let offset = place(of: held, in: string, source) {
        around = (offset - string.offset, string.end - offset - held.count)
        append(
          source, string, from: offset, to: offset + held.count, leavingOut: (0, 0), held.count)
      } else if let offset = source.firstOffset(of: string, in: held) {
        let cuts = (offset - held.offset, held.end - offset - string.count)
        append(source, string, from: string.offset, to: string.end, leavingOut: cuts, string.count)
      } else {
        append(
          source, string, from: string.end, to: string.end, leavingOut: (held.count, 0), 0)
      }
    }
  }

  /// Where a string holds a value: where the last one does, from its start or end, or else for the first time.
  ///
  /// - Returns: The offset, or `nil` where it does not.
  private func place(
    of held: ByteRange, in string: ByteRange, _ source: ByteSource
  ) -> Int? {
    guard held.count > 0, held.count <= string.count else { return nil }
    for offset in [string.offset + around.head, string.end - around.tail - held.count]
    where offset >= string.offset && offset + held.count <= string.end
      && source.areEqual(ByteRange(offset: offset, count: held.count), held)
    {
      return offset
    }
    return source.firstOffset(of: held, in: string)
  }

  private mutating func append(
    _ source: ByteSource, _ string: ByteRange, from start: Int, to end: Int,
    leavingOut cuts: (front: Int, back: Int), _ shared: Int
  ) {
    sharedByteCount += shared
    fronts.append(Int64(cuts.front))
    backs.append(Int64(cuts.back))
    heads.append(quote(ByteRange(offset: string.offset, count: start - string.offset), source))
    tails.append(quote(ByteRange(offset: end, count: string.end - end), source))
  }

  /// Takes a number or literal, which stands for itself.
  private mutating func append(plain token: Token, _ source: ByteSource, leavingOut count: Int) {
    fronts.append(Int64(count))
    backs.append(0)
    let head = Token(token.kind, offset: text.count, extent: token.extent)
    heads.append(head.word)
    text.append(source, token.range)
    tails.append(quote(ByteRange(offset: token.offset, count: 0), source))
  }

  /// Puts a part of a string into quotes.
  private mutating func quote(_ part: ByteRange, _ source: ByteSource) -> UInt64 {
    let token = Token(.string, offset: text.count, extent: part.count + 2)
    text.append(quoting: part, of: source)
    return token.word
  }
}

extension Token {
  /// What a string or key holds, or all of anything else.
  var held: ByteRange { kind == .string || kind == .key ? content : range }
}
