// SPDX-License-Identifier: Apache-2.0

/// Reads the gaps of a message (SPEC §13.4 Values and heads).
enum MessageGaps {
  /// The gaps that bytes stand for.
  static func read(_ bytes: [UInt8]) throws -> Gaps {
    guard !bytes.isEmpty else { return Gaps() }
    do {
      var reader = ByteReader(bytes)
      var gaps = Gaps(table: try GapTable(&reader))
      while !reader.isAtEnd {
        let skipped = try reader.count()
        gaps.surprises.append(Gaps.Surprise(skipped: skipped, gap: try reader.count()))
      }
      let areListed = gaps.surprises.allSatisfy { $0.gap < gaps.table.list.count + 3 }
      try demand(areListed, .invalidGaps, "a gap that is not listed")
      return gaps
    } catch let fault as ReferenceFault {
      throw ReferenceFault(.invalidGaps, fault.reason)
    }
  }
}
