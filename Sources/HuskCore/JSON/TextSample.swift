// SPDX-License-Identifier: Apache-2.0

/// Makes a shorter text of a block that is like it: its arrays and objects, with some of what they hold, and
/// the starts of long strings.
///
/// What is kept stands in a few runs of neighbours, so that what recurs from one to the next recurs there
/// too.
struct TextSample: ~Copyable {
  /// In how many runs of the text its values are kept.
  private static let runCount = 8
  /// Containers that nest deeper are kept whole or not at all.
  private static let depthLimit = 64
  /// Of a string that is as long as more runs, no more than these are kept.
  private static let mostRunsOfString = 4
  /// A string may be cut behind so many bytes without a backslash, as no escape sequence is as long; and among
  /// how many places such a one is looked for.
  private static let (plainByteCount, placeCount) = (8, 64)

  private let source: ByteSource
  /// A run starts every so many bytes.
  private let period: Int
  /// How long a run is.
  private let runByteCount: Int
  private var text: [UInt8] = []

  /// Returns an array of rows of a block as a JSON text of about `byteCount` bytes.
  ///
  /// - Complexity: O(*n*) for *n* tokens in the runs, or beside them in the same arrays and objects.
  static func json(_ block: borrowing RowBlock, byteCount: Int) -> [UInt8] {
    var sample = TextSample(block.bytes.source, byteCount: byteCount)
    sample.text.append(ASCII.openBracket)
    sample.appendSome(of: 0..<block.tape.count, block.tape, depth: 0)
    sample.text.append(ASCII.closeBracket)
    return sample.text
  }

  private init(_ source: ByteSource, byteCount: Int) {
    self.source = source
    period = max(source.count / Self.runCount, 1)
    runByteCount = min(max(byteCount / Self.runCount, 1), period)
    text.reserveCapacity(byteCount + byteCount / 4)
  }

  /// Appends those of the values, or members, at `tokens` that start in a run, and some of what those
  /// hold that are longer than a run.
  private mutating func appendSome(
    of tokens: Range<Int>, _ tape: borrowing TokenTape, depth: Int
  ) {
    var index = tokens.lowerBound
    var isFirst = true
    while index < tokens.upperBound {
      let start = tape[index].offset
      let value = tape[index].kind == .key ? index + 1 : index
      let token = tape[value]
      let isContainer = token.kind == .openObject || token.kind == .openArray
      let last = isContainer ? value + token.extent : value
      let end = isContainer ? tape[last].offset + 1 : token.offset + token.extent
      index = last + 1
      let behind = start % period
      let isLarge = isContainer && end - start > runByteCount && depth < Self.depthLimit
      guard behind < runByteCount || isLarge && behind + (end - start) > period else { continue }
      if !isFirst { text.append(ASCII.comma) }
      isFirst = false
      guard isLarge else {
        append(from: start, to: end, token)
        continue
      }
      source.append(ByteRange(offset: start, count: token.offset + 1 - start), to: &text)
      appendSome(of: value + 1..<last, tape, depth: depth + 1)
      source.append(ByteRange(offset: end - 1, count: 1), to: &text)
    }
  }

  /// Appends what ends with a value that is not taken apart, and of a long string only the start.
  private mutating func append(from start: Int, to end: Int, _ token: Token) {
    let most = Self.mostRunsOfString * runByteCount
    guard token.kind == .string, token.extent > most, let cut = cut(token, upTo: most) else {
      return source.append(ByteRange(offset: start, count: end - start), to: &text)
    }
    source.append(ByteRange(offset: start, count: cut - start), to: &text)
    text.append(ASCII.quote)
  }

  /// The last place in the first bytes of a string at which it can be cut: neither in an escape sequence nor in
  /// a character of several bytes.
  private func cut(_ string: Token, upTo byteCount: Int) -> Int? {
    let least = string.offset + 1 + Self.plainByteCount
    let end = string.offset + byteCount
    return (0..<Self.placeCount).lazy.map { end - $0 }.first { place in
      guard place >= least else { return false }
      // An escape sequence starts here.
      if source[place] == ASCII.backslash, source[place - 1] != ASCII.backslash { return true }
      return source[place] & 0xC0 != 0x80
        && (place - Self.plainByteCount..<place).allSatisfy { source[$0] != ASCII.backslash }
    }
  }
}
