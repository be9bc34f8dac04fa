// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Rows that stand in a block before")
struct CopiesTests {
  /// Finds copies in a text, and puts the text together again from what was written of them.
  private func roundTrip(
    _ text: String, separator: String = "\n"
  ) throws -> (kept: String, copies: [RowCopies.Copy]) {
    let bytes = Array(text.utf8)
    let padded = PaddedBytes(bytes)
    let found = try #require(
      RecurringPieces.find(padded.source, separator: Array(separator.utf8)))
    var content: [UInt8] = []
    found.copies.append(to: &content, ColumnWorkspace(.default))
    let result = try decode(content, found.kept, byteCount: bytes.count)
    #expect(result == bytes)
    return (String(decoding: found.kept, as: UTF8.self), found.copies.copies)
  }

  private func decode(
    _ content: [UInt8], _ kept: [UInt8], byteCount: Int
  ) throws(HuskError) -> [UInt8] {
    var reader = ByteReader(content.span)
    let separator = try reader.readBytes(try reader.readCount())
    let sections = try reader.readBytes(try reader.readCount())
    var streams = StreamSource()
    var text: [UInt8] = []
    try sections.span.withView { (view) throws(HuskError) in
      try streams.open(view, byteLimit: byteCount, verifiedBy: 0, limits: Limits())
      let copies = try CopyReader(separator: separator, from: &streams, byteLimit: byteCount)
      let source = PaddedBytes(kept)
      try Room.growing(for: byteCount, from: kept.count) { (room) throws(HuskError) in
        try text.appendText(room, slack: 0) { (place) throws(HuskError) in
          try copies.write(source.source, to: place)
        }
      }
    }
    return text
  }

  /// A row of so many letters.
  private static func row(_ letter: Character, _ count: Int = 60) -> String {
    String(repeating: letter, count: count)
  }

  @Test("are kept once")
  func recurringRowsAreKeptOnce() throws {
    let (a, b, c) = (Self.row("a"), Self.row("b"), Self.row("c"))
    let found = try roundTrip([a, b, c, b, c, a, b].joined(separator: "\n"))
    // The first row has no line end before it, so the second time it stands there it is another piece.
    #expect(found.kept == [a, b, c, a].joined(separator: "\n"))
    #expect(
      found.copies == [
        RowCopies.Copy(newCount: 3, count: 2, distance: 2),
        RowCopies.Copy(newCount: 1, count: 1, distance: 3),
      ])
  }

  @Test("are one copy where they stand as often as they like one after the other")
  func runsAreOneCopy() throws {
    let found = try roundTrip(String(repeating: Self.row("a") + "\n", count: 1000))
    #expect(found.copies == [RowCopies.Copy(newCount: 2, count: 998, distance: 1)])
    #expect(found.kept.utf8.count == 60 + 61 + 1)
    let rows = (0..<50).map { Self.row("a") + "\($0)" }
    let many = try roundTrip(
      [[[UInt8]]](repeating: rows.map { Array(("\n" + $0).utf8) }, count: 30)
        .joined().map { String(decoding: $0, as: UTF8.self) }.joined())
    #expect(many.copies == [RowCopies.Copy(newCount: 50, count: 29 * 50, distance: 50)])
  }

  @Test("come back where they are more than the first room has place for")
  func roomGrows() throws {
    let row = Array("\nabcdefghijklmnopqrs".utf8)
    let copyCount = 2_000_000
    var copies = RowCopies(separator: [ASCII.lineFeed])
    copies.copies = [RowCopies.Copy(newCount: 1, count: copyCount, distance: 1)]
    var content: [UInt8] = []
    copies.append(to: &content, ColumnWorkspace(.default))
    let byteCount = (1 + copyCount) * row.count
    #expect(byteCount > Room.least && copyCount > RowCopies.mostPieceCount(Room.least))
    let text = try decode(content, row, byteCount: byteCount)
    #expect(text.count == byteCount && text.suffix(2 * row.count) == row + row)
    // One more piece than there may be.
    let most = RowCopies.mostPieceCount(byteCount)
    copies.copies = [RowCopies.Copy(newCount: 1, count: most, distance: 1)]
    content = []
    copies.append(to: &content, ColumnWorkspace(.default))
    let error = #expect(throws: HuskError.self) {
      try decode(content, row, byteCount: byteCount)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test("stand as far away as those before them, where they may")
  func distanceStays() throws {
    // Two tables that differ in a row, and a row that stands in both twice.
    var rows = (0..<40).map { Self.row("r") + "\($0)" }
    rows[30] = rows[3]
    var next = rows
    next[10] = Self.row("n")
    let found = try roundTrip("\n" + (rows + next).joined(separator: "\n"))
    #expect(found.copies.map(\.distance) == [27, 40, 40])
    #expect(found.copies.map(\.newCount) == [30, 9, 1])
  }

  @Test("are not looked for where they are short, but go along with others")
  func shortRowsGoAlong() throws {
    let short = (0..<200).map { "\($0 % 3)" }.joined(separator: "\n")
    #expect(try roundTrip(short).copies.isEmpty)
    let long = Self.row("x")
    let found = try roundTrip(["1", long, "2", "3", long, "2", "3"].joined(separator: "\n"))
    #expect(found.copies == [RowCopies.Copy(newCount: 4, count: 3, distance: 3)])
  }

  @Test(
    "are found whatever separates them", arguments: ["\n", ",\n  {\"id\"", ",{", "aab", "\r\n"])
  func separatorsAreAny(separator: String) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let rows = (0..<5).map { _ in
        String((0..<random.below(80)).map { _ in "a,{\n\r\"id".randomElement(using: &random)! })
      }
      let picked = (0..<random.below(40)).map { _ in rows[Int(random.below(5))] }
      _ = try roundTrip(picked.joined(separator: separator), separator: separator)
    }
  }

  @Test("are not looked for by separators that start in themselves")
  func overlapsAreTold() {
    for separator in ["aa", "aba", ",{\",{\""] {
      #expect(RecurringPieces.overlapsItself(Array(separator.utf8)))
    }
    for separator in ["\n", "\r\n", ",{\"id\"", "aab"] {
      #expect(!RecurringPieces.overlapsItself(Array(separator.utf8)))
    }
  }

  @Test("are found although hashes collide, or not, but in bounded time")
  func collisionsAreBounded() throws {
    // As many rows as fill the table, each there twice.
    let rows = (0..<5000).map { Self.row("q") + "\($0)" }
    let found = try roundTrip("\n" + (rows + rows.shuffled()).joined(separator: "\n"))
    let copied = found.copies.reduce(0) { $0 + $1.count }
    #expect(copied > 4900)
  }

  @Test("are as many as a text of that size may have, and no more")
  func piecesAreCounted() throws {
    let byteCount = 80_000
    let most = RowCopies.mostPieceCount(byteCount)
    // Pieces of a byte each, of which all but the first are copies, up to those that are left.
    func content(_ pieceCount: Int) -> [UInt8] {
      var copies = RowCopies(separator: [ASCII.lineFeed])
      copies.copies = [RowCopies.Copy(newCount: 2, count: pieceCount - 2, distance: 1)]
      var content: [UInt8] = []
      copies.append(to: &content, ColumnWorkspace(.default))
      return content
    }
    let lines = { (count: Int) in [0x31] + [UInt8](repeating: ASCII.lineFeed, count: count - 1) }
    let kept = lines(byteCount - most + 2)
    #expect(try decode(content(most), kept, byteCount: byteCount) == lines(byteCount))
    #expect(throws: HuskError.self) {
      try decode(content(most + 1), Array(kept.dropLast()), byteCount: byteCount)
    }
    let separator = [ASCII.lineFeed]
    let few = PaddedBytes(lines(most))
    // Fewer bytes may have fewer of them.
    let fewer = RowCopies.mostPieceCount(few.source.count)
    #expect(RecurringPieces.find(few.source, separator: separator) == nil)
    let fitting = PaddedBytes(lines(1 << 16))
    #expect(fewer < most && RecurringPieces.find(fitting.source, separator: separator) != nil)
  }

  @Test("are refused where they are cut or changed, or become text of that length")
  func damageIsRefused() throws {
    let rows = (0..<30).map { Self.row("r") + "\($0 % 7)" }
    let text = Array(rows.joined(separator: "\n").utf8)
    let padded = PaddedBytes(text)
    let found = try #require(
      RecurringPieces.find(padded.source, separator: [ASCII.lineFeed]))
    var content: [UInt8] = []
    found.copies.append(to: &content, ColumnWorkspace(.default))
    for count in content.indices {
      #expect(throws: HuskError.self) {
        try decode(Array(content[..<count]), found.kept, byteCount: text.count)
      }
    }
    for index in content.indices {
      for bit in 0..<8 {
        var damaged = content
        damaged[index] ^= 1 << UInt8(bit)
        guard let result = try? decode(damaged, found.kept, byteCount: text.count) else { continue }
        #expect(result.count <= text.count)
      }
    }
  }
}

@Suite("Where a separator starts")
struct SeparatorScanTests {
  @Test("is what a search byte by byte finds")
  func scanIsAsSlowSearch() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let text = (0..<random.below(60)).map { _ in UInt8(random.below(3)) + 0x2B }
      let separator = (0..<1 + random.below(3)).map { _ in UInt8(random.below(3)) + 0x2B }
      let bytes = PaddedBytes(text)
      for start in 0...text.count {
        let expected =
          (start..<max(text.count, start)).first { text[$0...].starts(with: separator) }
        #expect(bytes.source.offset(of: separator, from: start) == expected ?? text.count)
      }
    }
  }
}
