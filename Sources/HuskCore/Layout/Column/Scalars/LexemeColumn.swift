// SPDX-License-Identifier: Apache-2.0

/// The lexemes of a decoded column, ready to be copied into the text.
package struct LexemeColumn: Sendable {
  /// The bytes of the distinct lexemes, one after the other, strings with their quotes.
  package var bytes: [UInt8] = []
  /// The offset of the end of each distinct lexeme.
  package private(set) var ends: [Int] = []
  /// The number of the lexeme in each row, or `nil` where rows and lexemes are the same.
  package var indices: [Int64]?
  /// Whether each distinct lexeme is an array or object; empty where none is.
  package private(set) var areContainers: [Bool] = []

  /// Creates a column without lexemes.
  package init() {}

  /// The number of distinct lexemes.
  package var lexemeCount: Int { ends.count }

  /// Ends the lexeme that was appended to ``bytes``.
  @inline(__always) package mutating func endLexeme(isContainer: Bool = false) {
    ends.append(bytes.count)
    if isContainer || !areContainers.isEmpty {
      while areContainers.count < ends.count - 1 { areContainers.append(false) }
      areContainers.append(isContainer)
    }
  }

  /// The bytes of a distinct lexeme in ``bytes``.
  @inline(__always) package func range(_ lexeme: Int) -> ByteRange {
    let start = lexeme == 0 ? 0 : ends[lexeme - 1]
    return ByteRange(offset: start, count: ends[lexeme] - start)
  }

  /// The number of the distinct lexeme in a row.
  @inline(__always) package func lexeme(inRow row: Int) -> Int {
    indices.map { Int($0[row]) } ?? row
  }

  /// Whether a distinct lexeme is an array or object.
  @inline(__always) package func isContainer(_ lexeme: Int) -> Bool {
    lexeme < areContainers.count && areContainers[lexeme]
  }

  /// Appends a lexeme of another column.
  package mutating func append(_ lexeme: Int, of other: LexemeColumn) {
    let range = other.range(lexeme)
    bytes += other.bytes[range.offset..<range.end]
    endLexeme(isContainer: other.isContainer(lexeme))
  }
}

extension LexemeColumn {
  /// Splits a text into `count` lexemes (SPEC §8.4.1 Texts).
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where the text holds more or fewer.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(text: [UInt8], count: Int) throws(HuskError) {
    bytes.reserveCapacity(text.count + count)
    var start = 0
    for _ in 0..<count {
      var end = start
      while end < text.count, text[end] >= ASCII.space { end += 1 }
      guard end < text.count else {
        throw HuskError(.invalidColumn, "a text holds fewer values than announced")
      }
      switch text[end] {
      case TextTerminator.string:
        bytes.append(ASCII.quote)
        bytes += text[start..<end]
        bytes.append(ASCII.quote)
        endLexeme()
      case TextTerminator.scalar, TextTerminator.container:
        bytes += text[start..<end]
        endLexeme(isContainer: text[end] == TextTerminator.container)
      default: throw HuskError(.invalidColumn, "a value of a text ends in an unknown way")
      }
      start = end + 1
    }
    guard start == text.count else {
      throw HuskError(.invalidColumn, "a text holds more values than announced")
    }
  }
}
