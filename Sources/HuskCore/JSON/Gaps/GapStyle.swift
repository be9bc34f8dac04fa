// SPDX-License-Identifier: Apache-2.0

/// The gaps of a document by number (SPEC §5.3 Gap table).
///
/// Gap 0 is empty and gap 1 is one LF. Gap 2 is a line end and the indentation of its depth. The
/// others are listed: literally, or as an indentation some levels off.
package struct GapStyle: Sendable, Equatable {
  /// A gap that is listed.
  package enum Entry: Sendable, Hashable {
    /// These bytes.
    case literal(Lexeme)
    /// A line end, and the indentation of the depth plus this many levels.
    case indent(Int)
  }

  /// The number of the first listed gap.
  package static let firstListed = 3
  /// How many levels an indentation may be off.
  package static let levels = -4096...4096
  /// The most bytes that the indentation of one level may have.
  package static let maxIndentCount = 16
  /// The number of the gap that is a line end and the indentation of its depth.
  package static let indented = 2

  /// The line end of indented gaps; a space where everything stands on one line, between spaces.
  package var newline: [UInt8] = [ASCII.lineFeed]
  /// The indentation of one level.
  package var indent: [UInt8] = []
  /// The listed gaps.
  package var entries: [Entry] = []

  /// Creates a style that lists nothing.
  package init() {}

  /// The number of gaps.
  package var count: Int { Self.firstListed + entries.count }

  /// The gap that is expected behind a colon, and a comma that ends no line: the first that is listed,
  /// where that is blanks within a line, else the empty one (SPEC §5.2 Prediction).
  package var space: Int {
    guard case .literal(let bytes) = entries.first, Self.isSpace(bytes.bytes) else {
      return GapModel.empty
    }
    return Self.firstListed
  }

  /// Whether blanks stand within a line.
  static func isSpace(_ blanks: [UInt8]) -> Bool {
    blanks.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab }
  }

  /// Whether a line end is expected before each member and element, and before the bracket behind the last.
  package var hasLines: Bool { !indent.isEmpty || newline == [ASCII.space] }

  /// The gap that is expected between two texts (SPEC §5.2 Prediction).
  package var betweenTexts: Int { hasReturn ? Self.indented : GapModel.lineFeed }

  /// Whether the line end holds CR.
  package var hasReturn: Bool { newline.first == ASCII.carriageReturn }

  /// Whether a space is expected behind commas, whether it stands for a line end there or not.
  package var spacesCommas: Bool {
    guard newline == [ASCII.space], space != GapModel.empty, case .literal(let blanks) = entries[0]
    else { return false }
    return blanks.bytes == newline
  }

  /// The number of a line end without an indentation, where something else is expected.
  package var lineEnd: Int {
    if newline == [ASCII.lineFeed] { return GapModel.lineFeed }
    // What is listed comes first.
    return spacesCommas ? space : Self.indented
  }

  /// Whether whitespace is expected inside texts where nothing was learnt.
  package var spacesTexts: Bool { hasLines || space != GapModel.empty }

  /// Whether whitespace is expected where nothing was learnt, but for one LF between two texts.
  package var isPrinted: Bool { spacesTexts || betweenTexts != GapModel.lineFeed }

  /// Whether a gap holds a line end; the second one does, even if that is a space.
  package func breaksLine(_ gap: Int) -> Bool {
    switch gap {
    case GapModel.empty: false
    case GapModel.lineFeed, Self.indented: true
    default:
      switch entries[gap - Self.firstListed] {
      case .indent: true
      case .literal(let bytes):
        bytes.bytes.contains { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
      }
    }
  }

  /// The bytes of U+FEFF, which may open a document.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a gap starts with a byte order mark.
  package func startsWithMark(_ gap: Int) -> Bool {
    gap >= Self.firstListed && Self.startsWithMark(entries[gap - Self.firstListed])
  }

  /// Whether a gap that is listed starts with a byte order mark.
  package var listsMark: Bool { entries.contains(where: Self.startsWithMark) }

  private static func startsWithMark(_ entry: Entry) -> Bool {
    guard case .literal(let literal) = entry else { return false }
    return literal.bytes.starts(with: byteOrderMark)
  }

  /// Appends the bytes of a gap at a depth to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes appended.
  package func append(_ gap: Int, depth: Int, to target: inout [UInt8]) {
    switch gap {
    case GapModel.empty: break
    case GapModel.lineFeed: target.append(ASCII.lineFeed)
    case Self.indented: appendIndent(depth, to: &target)
    default:
      switch entries[gap - Self.firstListed] {
      case .literal(let bytes): target += bytes.bytes
      case .indent(let levels): appendIndent(depth + levels, to: &target)
      }
    }
  }

  private func appendIndent(_ depth: Int, to target: inout [UInt8]) {
    target += newline
    for _ in 0..<max(depth, 0) { target += indent }
  }
}

/// The gaps of a document that were not predicted, with the style they refer to.
package struct GapList: Sendable, Equatable {
  /// A gap that was not predicted.
  package struct Surprise: Sendable, Equatable {
    /// How many gaps were predicted since the last surprise.
    package var skipped: Int
    /// The gap that stands there.
    package var gap: Int

    /// Creates a surprise from its parts.
    package init(skipped: Int, gap: Int) {
      self.skipped = skipped
      self.gap = gap
    }
  }

  /// What the numbers of gaps mean.
  package var style = GapStyle()
  /// The surprises in order.
  package var surprises: [Surprise] = []

  /// Creates a list of a document whose gaps are all predicted.
  package init() {}

  /// Whether the document has no whitespace but one LF between two texts.
  package var isPlain: Bool { surprises.isEmpty && !style.isPrinted }
}
