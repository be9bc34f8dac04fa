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
  package init(from descriptors: inout DescriptorReader) throws(HuskError) {
    let runCount = try descriptors.readCount(upTo: Self.runLimit)
    let unit = try descriptors.readByte()
    guard runCount > 0, unit == 0 || CalendarUnit(rawValue: unit) != nil else {
      throw HuskError(.invalidColumn, "a pattern is invalid")
    }
    calendar = CalendarUnit(rawValue: unit)
    literals = []
    runs = []
    for index in 0...runCount {
      literals.append(try descriptors.readBytes())
      guard index < runCount else { break }
      runs.append(Run(width: try descriptors.readCount(upTo: PowerOfTen.mostDigits)))
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

  init(literals: [[UInt8]], runs: [Run]) {
    self.literals = literals
    self.runs = runs
  }

  /// The number of integer columns that the pattern needs.
  package var columnCount: Int { runs.count - (calendar.map { $0.runCount - 1 } ?? 0) }
}
