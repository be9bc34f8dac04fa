// SPDX-License-Identifier: Apache-2.0

/// What the numbers of gaps stand for (SPEC §5.3 Gap table).
struct GapTable {
  /// An entry of the list.
  enum Entry {
    /// Whitespace, perhaps behind a byte order mark.
    case blanks([UInt8])
    /// A line end, and indentation for so many levels more than the depth.
    case levels(Int)
  }

  /// The line end.
  var newline: [UInt8] = [0x0A]
  /// The indentation of one level.
  var indentation: [UInt8] = []
  /// The entries of the list: gaps 3 and up.
  var list: [Entry] = []

  /// The gap that is expected behind a colon, and a comma that ends no line.
  var space: Int {
    guard case .blanks(let bytes) = list.first else { return 0 }
    return bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? 3 : 0
  }

  /// Whether lines are expected, or spaces that stand for their ends.
  var hasLines: Bool { !indentation.isEmpty || newline == [0x20] }

  /// The gap that is expected between two texts.
  var betweenTexts: Int { newline.contains(0x0D) ? 2 : 1 }

  /// Whether a gap of the table holds a line end.
  func holdsLineEnd(_ gap: Int) -> Bool {
    guard gap > 2 else { return gap > 0 }
    switch list[gap - 3] {
    case .levels: return true
    case .blanks(let bytes): return bytes.contains(0x0A) || bytes.contains(0x0D)
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Refuses a table that breaks a rule.
  func demandRules() throws {
    let isLineEnd = [[0x0A], [0x0D], [0x0D, 0x0A], [0x20]].contains(newline)
    try demand(isLineEnd, .invalidGaps, "the line end is none")
    let isIndentation =
      indentation.count <= 16 && indentation.allSatisfy(JSONParser.isWhitespace)
    try demand(isIndentation, .invalidGaps, "the indentation is none")
    for entry in list {
      switch entry {
      case .levels(let levels):
        try demand((-4096...4096).contains(levels), .invalidGaps, "\(levels) levels")
      case .blanks(let bytes):
        let blanks = bytes.starts(with: Self.mark) ? bytes.dropFirst(3) : bytes[...]
        let areBlanks = !bytes.isEmpty && blanks.allSatisfy(JSONParser.isWhitespace)
        try demand(areBlanks, .invalidGaps, "an entry is no gap")
      }
    }
  }

  /// The bytes of a gap at a depth; `isFirst` says whether it is the first of the document.
  func bytes(of gap: Int, depth: Int, isFirst: Bool) throws -> [UInt8] {
    try demand(gap < list.count + 3, .invalidGaps, "there is no gap \(gap)")
    switch gap {
    case 0: return []
    case 1: return [0x0A]
    case 2: return line(depth)
    default:
      switch list[gap - 3] {
      case .levels(let levels): return line(depth + levels)
      case .blanks(let bytes):
        let isAllowed = isFirst || !bytes.starts(with: Self.mark)
        try demand(isAllowed, .invalidGaps, "a byte order mark")
        return bytes
      }
    }
  }

  private func line(_ depth: Int) -> [UInt8] {
    newline + (0..<max(depth, 0)).flatMap { _ in indentation }
  }
}

/// The gaps of a document or a block: what their numbers mean, and the surprises.
struct Gaps {
  /// A gap that is not as predicted.
  struct Surprise {
    /// How many were as predicted since the last one.
    var skipped: Int
    /// The number of the gap that stands there instead.
    var gap: Int
  }

  var table = GapTable()
  var surprises: [Surprise] = []
}
