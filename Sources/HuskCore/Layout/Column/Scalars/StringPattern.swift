// SPDX-License-Identifier: Apache-2.0

/// What the strings of a column have in common: literal text and runs of digits between.
///
/// `2018-02-28T17:33:52Z` is six runs with the literals `-`, `-`, `T`, `:`, `:` and `Z`.
package struct StringPattern: Equatable {
  /// A run of digits.
  package struct Run: Equatable {
    /// The number of digits, or 0 where it varies and no run has a zero in front.
    package var width: Int
  }

  /// The literals before, between and behind the runs, without quotes.
  package var literals: [[UInt8]]
  /// The runs.
  package var runs: [Run]
  /// Whether the first runs are a date, or a date and a time, kept as one integer.
  package var calendar: CalendarUnit?

  /// Writes the pattern.
  package func write(to streams: inout StreamSet) {
    streams.describe(runs.count)
    streams.describe(calendar?.rawValue ?? 0)
    for (index, literal) in literals.enumerated() {
      streams.describe(literal)
      if index < runs.count { streams.describe(runs[index].width) }
    }
  }

  /// Reads a pattern.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  package init(from streams: inout StreamSource) throws(HuskError) {
    let runCount = try streams.readCount(upTo: Self.runLimit)
    let unit = try streams.readByte()
    guard runCount > 0, unit == 0 || CalendarUnit(rawValue: unit) != nil else {
      throw HuskError(.invalidColumn, "a pattern is invalid")
    }
    calendar = CalendarUnit(rawValue: unit)
    literals = []
    runs = []
    for index in 0...runCount {
      literals.append(try streams.readBytes())
      if index < runCount { runs.append(Run(width: try streams.readCount(upTo: 18))) }
    }
    if let calendar {
      let widths = runs.prefix(calendar.runCount).map(\.width)
      guard widths == calendar.widths else {
        throw HuskError(.invalidColumn, "a pattern is no date")
      }
    }
  }

  /// The most runs that a pattern may have.
  package static let runLimit = 16

  private init(literals: [[UInt8]], runs: [Run]) {
    self.literals = literals
    self.runs = runs
  }

  /// The number of integer columns that the pattern needs.
  package var columnCount: Int { runs.count - (calendar.map { $0.runCount - 1 } ?? 0) }
}

extension StringPattern {
  /// Finds the pattern of strings and the value of each run, or `nil` where they have none.
  ///
  /// - Parameters:
  ///   - strings: The strings without their quotes, at least one.
  ///   - source: Where they stand.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func find(
    _ strings: [ByteRange], _ source: ByteSource
  ) -> (pattern: StringPattern, columns: [[Int64]])? {
    guard let first = strings.first, var pattern = skeleton(of: first, source) else { return nil }
    var columns = [[Int64]](repeating: [], count: pattern.runs.count)
    for index in columns.indices { columns[index].reserveCapacity(strings.count) }
    var areFixed = [Bool](repeating: true, count: pattern.runs.count)
    var areBare = areFixed
    for string in strings {
      var offset = string.offset
      for (index, literal) in pattern.literals.enumerated() {
        let range = ByteRange(offset: offset, count: literal.count)
        guard range.end <= string.end, source.areEqual(range, literal) else { return nil }
        offset = range.end
        guard index < pattern.runs.count else { break }
        let start = offset
        while offset < string.end, ASCII.isDigit(source[offset]) { offset += 1 }
        let count = offset - start
        guard let value = source.parseDigits(ByteRange(offset: start, count: count)) else {
          return nil
        }
        if count != pattern.runs[index].width { areFixed[index] = false }
        if count > 1, source[start] == ASCII.zero { areBare[index] = false }
        guard areFixed[index] || areBare[index] else { return nil }
        columns[index].append(value)
      }
      guard offset == string.end else { return nil }
    }
    for index in pattern.runs.indices where !areFixed[index] { pattern.runs[index].width = 0 }
    if let unit = CalendarUnit.find(pattern.runs.map(\.width), columns) {
      pattern.calendar = unit
      let moments = unit.join(columns)
      columns.replaceSubrange(0..<unit.runCount, with: [moments])
    }
    return (pattern, columns)
  }

  private static func skeleton(of string: ByteRange, _ source: ByteSource) -> StringPattern? {
    var literals: [[UInt8]] = [[]]
    var runs: [Run] = []
    var offset = string.offset
    while offset < string.end {
      guard ASCII.isDigit(source[offset]) else {
        literals[literals.count - 1].append(source[offset])
        offset += 1
        continue
      }
      let start = offset
      while offset < string.end, ASCII.isDigit(source[offset]) { offset += 1 }
      guard runs.count < runLimit, offset - start <= 18 else { return nil }
      runs.append(Run(width: offset - start))
      literals.append([])
    }
    return runs.isEmpty ? nil : StringPattern(literals: literals, runs: runs)
  }
}
