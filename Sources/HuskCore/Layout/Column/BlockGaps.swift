// SPDX-License-Identifier: Apache-2.0

/// The gaps of a block that are not as predicted, as they stand in its columns (SPEC §8.5 Gaps of a block).
package struct BlockGaps {
  /// What the numbers of gaps mean.
  package private(set) var style = GapStyle()
  /// The number of surprises.
  package let count: Int
  /// How many gaps were predicted before each surprise, and the gap that stands there.
  private let skips: IntegerView
  private let gaps: IntegerView

  /// Reads the gaps of a block that decodes to `byteLimit` bytes.
  ///
  /// - Throws: ``HuskError``.
  package init(from streams: inout StreamSource, byteLimit: Int) throws(HuskError) {
    // Whatever stands between two gaps has at least a byte.
    count = try streams.readCount(upTo: min(Token.maxExtent, byteLimit) + 1)
    guard count > 0 else {
      skips = streams.pool.constant(0)
      gaps = skips
      return
    }
    style.newline = try streams.readBytes()
    style.indent = try streams.readBytes()
    for _ in 0..<(try streams.readCount(upTo: count)) {
      let literal = try streams.readBytes()
      guard literal.isEmpty else {
        style.entries.append(.literal(Lexeme(literal)))
        continue
      }
      let levels = try streams.readSigned()
      guard levels.magnitude <= UInt64(GapStyle.levels.upperBound) else {
        throw HuskError(.invalidGaps, "an indentation is out of range")
      }
      style.entries.append(.indent(Int(levels)))
    }
    skips = try IntegerEncoding.read(count, from: &streams)
    gaps = try IntegerEncoding.read(count, from: &streams)
    // Who does not want them does not know them.
    guard !streams.isSkipping else { return }
    var list = GapList()
    list.style = style
    try list.validate()
    for index in 0..<count where !(0..<Int64(style.count) ~= gaps[index]) || skips[index] < 0 {
      throw HuskError(.invalidGaps, "gap \(gaps[index]) is not listed")
    }
  }

  /// Lays out gaps that were read.
  init(_ list: GapList, in pool: inout ScratchPool) {
    style = list.style
    count = list.surprises.count
    var skips = Buffer<Int64>()
    var gaps = Buffer<Int64>()
    for surprise in list.surprises {
      skips.append(Int64(surprise.skipped))
      gaps.append(Int64(surprise.gap))
    }
    self.skips = pool.integers(skips)
    self.gaps = pool.integers(gaps)
  }

  /// A surprise, by its number.
  package subscript(index: Int) -> GapList.Surprise {
    GapList.Surprise(skipped: Int(skips[index]), gap: Int(gaps[index]))
  }

  /// Whether there is a surprise before the first token.
  package var hasLead: Bool { count > 0 && skips[0] == 0 }

  /// Whether no surprise stands between the first token and the last one, as far as can be told
  /// before the tokens are counted.
  package var areOutside: Bool { count - (hasLead ? 1 : 0) <= 1 }

  /// Whether all surprises stand before the first token and behind the last of so many gaps.
  package func areOutside(of gapCount: Int) -> Bool {
    guard areOutside else { return false }
    guard count > (hasLead ? 1 : 0) else { return true }
    return Int(skips[count - 1]) == gapCount - (hasLead ? 1 : 0)
  }

  /// The bytes before the first token, where ``areOutside`` holds.
  package var lead: [UInt8] { hasLead ? bytes(ofSurprise: 0) : [] }

  /// The bytes behind the last token, where ``areOutside(of:)`` holds.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps`` where they start with a byte order mark.
  package func tail() throws(HuskError) -> [UInt8] {
    guard count > (hasLead ? 1 : 0) else { return [] }
    guard !style.startsWithMark(self[count - 1].gap) else {
      throw HuskError(.invalidGaps, "a byte order mark stands inside the document")
    }
    return bytes(ofSurprise: count - 1)
  }

  private func bytes(ofSurprise index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    style.append(self[index].gap, depth: 0, to: &bytes)
    return bytes
  }
}
