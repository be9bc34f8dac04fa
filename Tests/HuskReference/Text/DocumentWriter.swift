// SPDX-License-Identifier: Apache-2.0

/// Writes tokens with the punctuation and the gaps between them (SPEC §5 Gaps).
struct DocumentWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  private let gaps: Gaps
  private var model: GapModel
  private var place = 0
  private var skipped = 0
  private var isFirst: Bool
  private let depthLimit: Int
  private let byteLimit: Int

  /// Creates a writer of a whole document, or of a block of one.
  ///
  /// - Parameters:
  ///   - gaps: The gaps.
  ///   - continuing: Whether blocks of the same document come before.
  ///   - inArray: Whether the rows are elements of an array that is open already.
  ///   - depthLimit: How deep the document may nest.
  ///   - byteLimit: How many bytes it may have.
  init(
    _ gaps: Gaps, continuing: Bool = false, inArray: Bool = false, depthLimit: Int, byteLimit: Int
  ) {
    self.gaps = gaps
    model = GapModel(
      gaps.table, last: continuing ? .closeBrace : .edge, open: inArray ? [false] : [])
    isFirst = !continuing
    self.depthLimit = depthLimit
    self.byteLimit = byteLimit
  }

  /// Writes a token, and the comma or colon that belongs before it.
  mutating func write(_ token: Neighbour, _ lexeme: [UInt8]) throws {
    if model.last == .key {
      try writeWithGap(.colon, [0x3A])
    } else if !model.open.isEmpty, !model.last.opens, !token.closes {
      try writeWithGap(.comma, [0x2C])
    }
    try writeWithGap(token, lexeme)
    try demand(model.open.count <= depthLimit, .limitExceeded, "\(model.open.count) levels")
  }

  /// Writes a value, whatever is in it.
  mutating func write(_ text: JSONText) throws {
    switch text {
    case .scalar(let lexeme): try write(.scalar, lexeme)
    case .array(let elements):
      try write(.openBracket, [0x5B])
      for element in elements { try write(element) }
      try write(.closeBracket, [0x5D])
    case .object(let members):
      try write(.openBrace, [0x7B])
      for member in members {
        try write(.key, member.key)
        try write(member.value)
      }
      try write(.closeBrace, [0x7D])
    }
  }

  /// Writes the last gap.
  mutating func finish() throws {
    try writeWithGap(.edge, [])
    try demand(place == gaps.surprises.count, .invalidGaps, "surprises are left")
  }

  private mutating func writeWithGap(
    _ next: Neighbour, _ lexeme: [UInt8]
  ) throws {
    var gap = model.predict(next)
    if place < gaps.surprises.count, gaps.surprises[place].skipped == skipped {
      gap = gaps.surprises[place].gap
      place += 1
      skipped = 0
    } else {
      skipped += 1
    }
    let blanks = try gaps.table.bytes(of: gap, depth: model.depth(of: next), isFirst: isFirst)
    isFirst = false
    let isAllowed = !model.isBetweenTexts(next) || !blanks.isEmpty
    try demand(isAllowed, .invalidGaps, "nothing stands between two texts")
    model.learn(gap, hasLineEnd: gaps.table.holdsLineEnd(gap), next)
    let count = bytes.count + blanks.count + lexeme.count
    try demand(count <= byteLimit, .limitExceeded, "\(count) bytes of text")
    bytes += blanks
    bytes += lexeme
  }
}
