// SPDX-License-Identifier: Apache-2.0

/// Reads the gaps of a block in columns (SPEC §8.5 Gaps of a block).
enum BlockGaps {
  /// Reads the gaps, which stand first in the descriptors.
  static func read(_ sections: inout Sections) throws -> Gaps {
    var gaps = Gaps()
    let count = try sections.descriptors.count()
    try demand(count <= sections.decoded + 1, .invalidColumn, "\(count) surprises")
    guard count > 0 else { return gaps }
    gaps.table = try GapTable(&sections.descriptors, mostEntries: count + 1)
    let skipped = try IntegerColumn.read(&sections, count: count)
    let numbers = try IntegerColumn.read(&sections, count: count)
    for place in 0..<count {
      guard let skipped = Int(exactly: skipped[place]), let gap = Int(exactly: numbers[place]),
        skipped >= 0, gap >= 0
      else { throw ReferenceFault(.invalidGaps, "a surprise is negative") }
      gaps.surprises.append(Gaps.Surprise(skipped: skipped, gap: gap))
    }
    return gaps
  }
}

extension GapTable {
  /// Reads what the numbers of gaps stand for, as blocks and messages write it.
  init(_ reader: inout ByteReader, mostEntries: Int? = nil) throws {
    newline = try reader.sized()
    indentation = try reader.sized()
    let count = try reader.count()
    if let mostEntries {
      try demand(count <= mostEntries, .invalidColumn, "more gaps are listed than stand there")
    }
    try demand(count <= reader.left, .truncated, "\(count) gaps are listed")
    for _ in 0..<count {
      let bytes = try reader.sized()
      list.append(bytes.isEmpty ? .levels(Int(try reader.zigzag())) : .blanks(bytes))
    }
    try demandRules()
  }
}
