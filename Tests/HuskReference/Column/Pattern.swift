// SPDX-License-Identifier: Apache-2.0

/// Strings of literals and runs of digits (SPEC §8.6.4 Patterns).
struct Pattern {
  private var literals: [[UInt8]] = []
  private var widths: [Int] = []
  private let calendar: Calendar?

  /// How many integers an entry has.
  var columnCount: Int {
    guard let calendar else { return widths.count }
    return 1 + widths.count - calendar.widths.count
  }

  /// Reads a pattern.
  init(_ reader: inout ByteReader) throws {
    let runCount = try reader.count()
    try demand(1...16 ~= runCount, .invalidColumn, "\(runCount) runs")
    let unit = try reader.byte()
    calendar = Calendar(unit: unit)
    try demand(unit == 0 || calendar != nil, .invalidColumn, "calendar \(unit)")
    for _ in 0..<runCount {
      literals.append(try reader.sized())
      let width = try reader.count()
      try demand(width <= 18, .invalidColumn, "width \(width)")
      widths.append(width)
    }
    literals.append(try reader.sized())
    if let calendar {
      let areItsWidths = widths.starts(with: calendar.widths)
      try demand(areItsWidths, .invalidColumn, "the widths are not those of the calendar")
    }
  }

  /// The string of an entry.
  func string(_ integers: [Int64]) throws -> [UInt8] {
    var integers = integers[...]
    var runs: [String] = []
    if let calendar, let units = integers.popFirst() {
      guard let parts = calendar.runs(units) else {
        throw ReferenceFault(.invalidColumn, "\(units) is in no year from 1 to 9999")
      }
      runs = parts
    }
    for (integer, width) in zip(integers, widths.dropFirst(runs.count)) {
      try demand(integer >= 0, .invalidColumn, "a run is negative")
      runs.append(Calendar.padded(Int(integer), width))
    }
    return zip(literals, runs).flatMap { $0 + Array($1.utf8) } + literals[literals.count - 1]
  }
}
