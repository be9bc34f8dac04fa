// SPDX-License-Identifier: Apache-2.0

/// Reads columns of scalars (SPEC §8.4 Scalar columns).
package enum ScalarReader {
  /// Reads a column of `count` values, or `nil` where they stand in the shared text.
  ///
  /// - Parameters:
  ///   - earlier: The columns of the slots before.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of lexemes.
  package static func read(
    _ count: Int, from streams: inout StreamSource, earlier: [LexemeColumn?], depth: Int = 0
  ) throws(HuskError) -> LexemeColumn? {
    guard depth < 4 else { throw invalid("columns nest too deeply") }
    let tag = try streams.readByte()
    guard let encoding = ScalarEncoding(rawValue: tag & 0xF) else {
      throw invalid("a scalar column has an unknown encoding")
    }
    switch encoding {
    case .shared: return nil
    case .text:
      return try LexemeColumn(text: try streams.takeSized(.text), count: count)
    case .constant: return try readConstant(count, &streams)
    case .dictionary:
      let distinct = try streams.readCount(upTo: count)
      guard var column = try read(distinct, from: &streams, earlier: [], depth: depth + 1) else {
        throw invalid("a dictionary without entries")
      }
      let indices = try IntegerEncoding.read(count, from: &streams)
      guard column.indices == nil, indices.allSatisfy({ 0..<Int64(distinct) ~= $0 }) else {
        throw invalid("an index out of range")
      }
      column.indices = indices
      return column
    case .decimals: return try readDecimals(count, tag >> 4, &streams)
    case .nearDecimals: return try readNearDecimals(count, tag >> 4, &streams)
    case .pattern:
      let pattern = try StringPattern(from: &streams)
      let columns = try readColumns(pattern.columnCount, of: count, &streams)
      var column = LexemeColumn()
      try pattern.format(columns, count: count, into: &column)
      return column
    case .hexadecimal:
      let pattern = try HexPattern(from: &streams)
      let columns = try readColumns(pattern.groups.count, of: count, &streams)
      var column = LexemeColumn()
      try pattern.format(columns, count: count, into: &column)
      return column
    case .mixed: return try readMixed(count, &streams, depth)
    case .copy: throw invalid("copies are not read here")
    }
  }

  private static func readConstant(
    _ count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> LexemeColumn {
    var column = LexemeColumn()
    column.bytes = try streams.readBytes()
    guard ScalarLexeme.isValid(column.bytes) else { throw invalid("a constant is no scalar") }
    column.endLexeme()
    column.indices = Array(repeating: 0, count: count)
    return column
  }

  private static func readColumns(
    _ columnCount: Int, of count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> [[Int64]] {
    var columns: [[Int64]] = []
    for _ in 0..<columnCount {
      columns.append(try IntegerEncoding.read(count, from: &streams))
    }
    return columns
  }

  private static func readDecimals(
    _ count: Int, _ tag: UInt8, _ streams: inout StreamSource
  ) throws(HuskError) -> LexemeColumn {
    guard let style = DecimalStyle(rawValue: tag) else { throw invalid("an unknown decimal style") }
    let scale = try streams.readCount(upTo: 18)
    let mantissas = try IntegerEncoding.read(count, from: &streams)
    var column = LexemeColumn()
    for mantissa in mantissas {
      var value = mantissa
      var digits = scale
      let least = style == .trimmedToOne ? 1 : 0
      if style != .fixed {
        while digits > least, value % 10 == 0 {
          value /= 10
          digits -= 1
        }
      }
      NumberFormatting.append(value, scale: digits, to: &column.bytes)
      column.endLexeme()
    }
    return column
  }

  private static func readNearDecimals(
    _ count: Int, _ tag: UInt8, _ streams: inout StreamSource
  ) throws(HuskError) -> LexemeColumn {
    guard let style = NearDecimal.Style(rawValue: tag) else {
      throw invalid("an unknown style of doubles")
    }
    let scale = try streams.readCount(upTo: NearDecimal.scaleLimit)
    let mantissas = try IntegerEncoding.read(count, from: &streams)
    let distances = try IntegerEncoding.read(count, from: &streams)
    var column = LexemeColumn()
    for (mantissa, distance) in zip(mantissas, distances) {
      guard let value = NearDecimal.double(mantissa, scale: scale, distance: distance) else {
        throw invalid("a double out of range")
      }
      NearDecimal.append(value, style, to: &column.bytes)
      column.endLexeme()
    }
    return column
  }

  private static func readMixed(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> LexemeColumn {
    let classCount = try streams.readCount(upTo: 8)
    let classes = try IntegerEncoding.read(count, from: &streams)
    var counts = [Int](repeating: 0, count: classCount)
    for number in classes {
      guard 0..<Int64(classCount) ~= number else { throw invalid("a class out of range") }
      counts[Int(number)] += 1
    }
    var columns: [LexemeColumn] = []
    for count in counts {
      guard let column = try read(count, from: &streams, earlier: [], depth: depth + 1) else {
        throw invalid("a class without a column")
      }
      columns.append(column)
    }
    var next = [Int](repeating: 0, count: classCount)
    var result = LexemeColumn()
    for number in classes.lazy.map({ Int($0) }) {
      let column = columns[number]
      result.append(column.lexeme(inRow: next[number]), of: column)
      next[number] += 1
    }
    return result
  }

  static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidColumn, "a column is invalid: \(what)")
  }
}
