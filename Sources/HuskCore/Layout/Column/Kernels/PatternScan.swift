// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// The values of the runs of digits of strings that are the same but for these, or `nil` where they are
  /// not, or where a run varies in width and has a zero in front.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `self`.
  ///   - literals: What stands before, between and behind the runs.
  ///   - widths: How many digits each run has in one of the strings, 1 to 18.
  /// - Returns: The values of each run, and whether all strings have as many digits there.
  /// - Complexity: O(*n*) for *n* bytes, and an allocation for each run; it ends at the first string that
  ///   does not fit.
  package func parseRuns(
    _ tokens: [UInt64], between literals: [[UInt8]], widths: [Int]
  ) -> (columns: [[Int64]], areFixed: [Bool])? {
    precondition(widths.count < 32 && literals.count == widths.count + 1)
    let texts = literals.map(LiteralWords.init)
    let rowCount = tokens.count
    // A bit for each run.
    var (areFixed, areBare) = (UInt32.max, UInt32.max)
    var doFit = true
    let values = unsafe [Int64](unsafeUninitializedCapacity: rowCount * widths.count) {
      target, initialized in
      for row in 0..<rowCount {
        let string = Token(word: tokens[row]).content
        var offset = string.offset
        for run in 0..<widths.count {
          offset = skip(texts[run], offset, string.end)
          guard offset >= 0, let (value, count) = takeDigits(offset, string.end) else {
            return doFit = false
          }
          let bit = 1 as UInt32 &<< UInt32(truncatingIfNeeded: run)
          if count != widths[run] { areFixed &= ~bit }
          if count > 1, self[offset] == ASCII.zero { areBare &= ~bit }
          unsafe target[run &* rowCount &+ row] = value
          offset &+= count
        }
        guard skip(texts[widths.count], offset, string.end) == string.end,
          (areFixed | areBare) == .max
        else { return doFit = false }
      }
      initialized = rowCount * widths.count
    }
    guard doFit else { return nil }
    return (
      widths.indices.map { Array(values[$0 * rowCount..<($0 + 1) * rowCount]) },
      widths.indices.map { areFixed >> UInt32($0) & 1 == 1 }
    )
  }

  /// The value of the run of digits at an offset, and how many those are; `nil` where there are none, or more
  /// than 18.
  @inline(__always) private func takeDigits(_ start: Int, _ end: Int) -> (Int64, Int)? {
    let word = word(at: start)
    let count = DigitWord.others(word).trailingZeroBitCount &>> 3
    if _fastPath(count < 8) {
      guard count > 0 else { return nil }
      let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      return (DigitWord.join((word ^ 0x3030_3030_3030_3030) &<< unused), count)
    }
    let all = digitCount(start, end)
    return parseDigits(ByteRange(offset: start, count: all)).map { ($0, all) }
  }

  /// The offset behind a literal, or -1 where something else stands at `offset`.
  @inline(__always) func skip(_ literal: LiteralWords, _ offset: Int, _ end: Int) -> Int {
    guard offset &+ literal.byteCount <= end else { return -1 }
    var place = offset
    for index in 0..<literal.words.count {
      if word(at: place) ^ literal.words[index] != 0 { return -1 }
      place &+= 8
    }
    guard (word(at: place) ^ literal.last) & literal.lastMask == 0 else { return -1 }
    return offset &+ literal.byteCount
  }
}

/// The bytes of a literal, eight to a word.
struct LiteralWords {
  let byteCount: Int
  /// All words but the last.
  let words: [UInt64]
  /// Fewer than eight bytes, and all bits of them.
  let (last, lastMask): (UInt64, UInt64)

  init(_ bytes: [UInt8]) {
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    byteCount = bytes.count
    let rest = bytes.count % 8
    words = stride(from: 0, to: bytes.count - rest, by: 8).map { word(bytes[$0..<$0 + 8]) }
    (last, lastMask) = (word(bytes.suffix(rest)), (1 << UInt64(8 * rest)) - 1)
  }
}
