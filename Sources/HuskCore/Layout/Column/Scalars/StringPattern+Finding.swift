// SPDX-License-Identifier: Apache-2.0

extension StringPattern {
  /// Finds the pattern of strings and the value of each run, or `nil` where they have none.
  ///
  /// - Parameters:
  ///   - strings: Words of tokens of strings or keys, at least one.
  ///   - source: Where they stand.
  /// - Returns: The pattern and the values, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func find(
    _ strings: [UInt64], _ source: ByteSource
  ) -> (pattern: StringPattern, columns: [[Int64]])? {
    guard let first = strings.first else { return nil }
    let content = Token(word: first).content
    for word in [strings[strings.count / 2], strings[strings.count - 1]]
    where !differByDigits(content, Token(word: word).content, source) { return nil }
    guard var pattern = skeleton(of: content, source) else { return nil }
    var columns: [[Int64]] = []
    if let fixed = FixedSkeleton(content, source), fixed.fits(strings, source) {
      let places = pattern.places
      var next = 0
      let widths = pattern.runs.map(\.width)
      if let unit = CalendarUnit.allCases.last(where: { widths.starts(with: $0.widths) }),
        let moments = source.parseMoments(strings, unit, at: places)
      {
        pattern.calendar = unit
        columns.append(moments)
        next = unit.runCount
      }
      for run in next..<widths.count {
        columns.append(source.parseRuns(strings, at: places[run], width: widths[run]))
      }
      if next > 0 { return (pattern, columns) }
    } else {
      guard
        let found = source.parseRuns(
          strings, between: pattern.literals, widths: pattern.runs.map(\.width))
      else { return nil }
      columns = found.columns
      for (run, isFixed) in found.areFixed.enumerated() where !isFixed {
        pattern.runs[run].width = 0
      }
    }
    if let (unit, moments) = CalendarUnit.join(pattern.runs.map(\.width), columns) {
      pattern.calendar = unit
      columns.replaceSubrange(0..<unit.runCount, with: [moments])
    }
    return (pattern, columns)
  }

  /// Where each run starts, as long as none varies in width.
  private var places: [Int] {
    var place = 0
    return zip(runs, literals).map { run, literal in
      defer { place += literal.count + run.width }
      return place + literal.count
    }
  }

  /// Whether two strings are the same but for their runs of digits.
  private static func differByDigits(
    _ string: ByteRange, _ other: ByteRange, _ source: ByteSource
  ) -> Bool {
    var offset = string.offset
    var otherOffset = other.offset
    while offset < string.end, otherOffset < other.end {
      let byte = source[offset]
      let isDigit = ASCII.isDigit(byte)
      guard isDigit ? ASCII.isDigit(source[otherOffset]) : byte == source[otherOffset] else {
        return false
      }
      offset += isDigit ? source.digitCount(offset, string.end) : 1
      otherOffset += isDigit ? source.digitCount(otherOffset, other.end) : 1
    }
    return offset == string.end && otherOffset == other.end
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
      let count = source.digitCount(offset, string.end)
      guard runs.count < runLimit, count <= PowerOfTen.mostDigits else { return nil }
      runs.append(Run(width: count))
      literals.append([])
      offset += count
    }
    return runs.isEmpty ? nil : StringPattern(literals: literals, runs: runs)
  }
}
