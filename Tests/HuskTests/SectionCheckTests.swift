// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Selected reading verifies what it reads, and reads no more", .seeded)
struct SectionCheckTests {
  private let document: [UInt8]
  private let file: [UInt8]
  /// The sections, at their places in the file.
  private let sections: [StreamSource.Section]

  /// Makes a file of one block in which columns of numbers have sections of their own.
  init() throws {
    var random = SeededGenerator(seed: 7)
    let rows = (0..<2100).map { row in
      #"{"id":\#(row),"a":\#(random.below(80) * 97),"n":{"b":\#(random.below(90) << 20),"s":"v"},"#
        + #""t":"\#(String(random.next(), radix: 36))","c":[\#(random.below(40)),\#(random.below(40))]}"#
    }
    document = Array(rows.joined(separator: "\n").utf8)
    file = try Husk.encode(json: document, options: EncodeOptions(layout: .column))
    var reader = BlockReader(whole: file, limits: Limits())
    let block = try #require(try reader.next())
    // Behind the first byte of the content.
    let start = block.endOffset - block.content.count + 1
    let payload = Array(block.content.dropFirst())
    var sections = try payload.span.withView { (view) throws(HuskError) in
      try SectionReader(view, byteLimit: .max, limits: Limits()).sections
    }
    for index in sections.indices { sections[index].range.offset += start }
    self.sections = sections
  }

  private func select(_ list: String, _ file: [UInt8]) -> StreamResult {
    var decoder = FieldSelection(list: list).map {
      SelectiveDecoder(Selection(fields: $0))
    }
    return decoder?.run(file) ?? StreamResult()
  }

  /// The file with a section that cannot be decompressed.
  private func damaging(_ section: Int) -> [UInt8] {
    var damaged = file
    let range = sections[section].range
    for index in range.offset..<range.end { damaged[index] = 0xFF }
    return damaged
  }

  /// The large sections whose damage is noticed.
  private func sectionsRead(
    for list: String, noticing code: HuskError.Code = .checkMismatch
  ) -> Set<Int> {
    let whole = select(list, file)
    #expect(whole.error == nil)
    #expect(whole.bytes.count > 2100)
    return Set(
      (SectionReader.smallCount..<sections.count).filter { section in
        let result = select(list, damaging(section))
        if let error = result.error {
          #expect(error.code == code)
          #expect(result.pieces.isEmpty)
          return true
        }
        #expect(result == whole)
        return false
      })
  }

  @Test("Other columns are not even decompressed") func otherColumnsAreLeftAlone() {
    #expect(sections.dropFirst(SectionReader.smallCount).contains { $0.codec != .none })
    let first = sectionsRead(for: "a")
    let second = sectionsRead(for: "n.b")
    #expect(!first.isEmpty)
    #expect(!second.isEmpty)
    #expect(first.isDisjoint(with: second))
    #expect(sectionsRead(for: "a,n.b") == first.union(second))
    let all = Set(SectionReader.smallCount..<sections.count)
    #expect(first.union(second).isStrictSubset(of: all))
    // What is written whole is verified as a whole, behind the decompression.
    #expect(sectionsRead(for: "id,a,n,t,c", noticing: .invalidCompression) == all)
  }

  @Test("A byte that is wrong is noticed where it is read") func wrongBytesAreNoticed() {
    for list in ["a", "n.b", "t", "c"] {
      let read = sectionsRead(for: list)
      for section in sections.indices {
        let range = sections[section].range
        for offset in Set([0, range.count / 2, range.count - 1]) where range.count > 0 {
          var damaged = file
          damaged[range.offset + offset] ^= 0x10
          let isRead = section < SectionReader.smallCount || read.contains(section)
          let code = isRead ? HuskError.Code.checkMismatch : nil
          #expect(select(list, damaged).error?.code == code)
        }
      }
    }
  }

  @Test("Damage of templates and heads is noticed") func headsAreVerified() throws {
    // Magic, version, and the tag and length of the template frame come before its payload.
    for offset in 4..<sections[0].range.offset {
      for bit in 0..<8 {
        var damaged = file
        damaged[offset] ^= 1 << UInt8(bit)
        #expect(select("a", damaged).error != nil, "bit \(bit) of byte \(offset)")
      }
    }
  }

  @Test("A check that is wrong is for those who read the section") func wrongChecksMatterLater()
    throws
  {
    var damaged = file
    let text = sections[SectionReader.smallCount - 1].range
    damaged[text.end] ^= 1
    #expect(try Husk.decode(damaged) == document)
    #expect(select("a", damaged).error?.code == .checkMismatch)
    var strict = StreamDecoder(options: DecodeOptions(verifiesSections: true))
    #expect(strict.run(damaged).error?.code == .checkMismatch)
    #expect(strict.progress.blockCount == 0)
    var sound = StreamDecoder(options: DecodeOptions(verifiesSections: true))
    #expect(sound.run(file).bytes == document)
  }

  @Test("A text that is written whole is verified as a whole") func wholeTextIsVerified() throws {
    var damaged = file
    damaged[sections[SectionReader.smallCount].range.offset] ^= 1
    var everything = SelectiveDecoder(Selection(rows: 0..<1))
    #expect(everything.run(damaged).error != nil)
    var stored = try Husk.encode(json: Array(#"{"a":1,"b":2}"#.utf8))
    var reader = BlockReader(whole: stored, limits: Limits())
    let block = try #require(try reader.next())
    #expect(block.contentHeader.form == .stored)
    stored[block.endOffset - 2] ^= 1
    #expect(select("a", stored).error?.code == .checkMismatch)
  }

  @Test("A file that is cut is refused") func truncationIsNoticed() throws {
    let rows = (0..<20).map { #"{"a":\#($0),"b":"\#($0 * 31)"}"# }
    let options = EncodeOptions(layout: .column)
    let small = try Husk.encode(json: Array(rows.joined(separator: "\n").utf8), options: options)
    #expect(select("a", small).error == nil)
    for count in 0..<small.count {
      #expect(select("a", Array(small.prefix(count))).error != nil)
    }
  }
}
