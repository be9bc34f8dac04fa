// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("SPEC.md, the sources and the vectors agree")
struct SpecTests {
  private let spec: SpecDocument

  init() throws {
    spec = try SpecDocument()
  }

  private static let citingFiles =
    ["Sources", "Tests", "Docs", "Examples", "Scripts"]
    .flatMap { folder in
      Corpus.filesRecursively(in: Corpus.root.appending(path: folder))
        .map { CorpusFile(url: $0.url, name: folder + "/" + $0.name) }
    } + Corpus.files(in: Corpus.root, suffix: ".md").filter { $0.name != "SPEC.md" }

  /// The citations in a text: the number of the section, and what follows it.
  private static func citations(in text: String) -> [(number: String, rest: String)] {
    // Comments and paragraphs may be wrapped anywhere.
    let unwrapped = text.replacing(/\n[ \t]*(\/\/\/?|#)?[ \t]*/, with: " ")
    return unwrapped.matches(of: /SPEC §([0-9.]*[0-9])/)
      .map { (String($0.1), String(unwrapped[$0.range.upperBound...].prefix(80))) }
  }

  @Test(arguments: citingFiles)
  func sectionsAreCitedByNumberAndTitle(file: CorpusFile) throws {
    guard let text = String(validating: try file.bytes(), as: UTF8.self) else { return }
    for (number, rest) in Self.citations(in: text) {
      let section = try #require(spec.section(number), "there is no section \(number)")
      #expect(rest.hasPrefix(" " + section.title), "§\(number) is \(section.title)")
    }
  }

  @Test func citationsAreFound() {
    let text = """
      /// Reads (SPEC §6.4.2 Dictionary
      /// values) and (SPEC §10.1 Limits).
      """
    let found = Self.citations(in: text)
    #expect(found.map(\.number) == ["6.4.2", "10.1"])
    #expect(found.map(\.rest) == [" Dictionary values) and (SPEC §10.1 Limits).", " Limits)."])
    let count = Self.citingFiles.reduce(0) { count, file in
      let bytes = (try? file.bytes()) ?? []
      return count + Self.citations(in: String(decoding: bytes, as: UTF8.self)).count
    }
    #expect(count > 30)
  }

  @Test func sectionsAreNumberedInOrder() {
    let numbers = spec.sections.map { $0.number.split(separator: ".").compactMap { Int($0) } }
    for (number, next) in zip(numbers, numbers.dropFirst()) {
      let common = zip(number, next).prefix { $0 == $1 }.count
      let isChild = common == number.count && next.dropFirst(common) == [1]
      let isNext =
        next.count == common + 1 && number.count > common && next[common] == number[common] + 1
      #expect(isChild || isNext, "\(next) follows \(number)")
    }
  }

  @Test func everySectionWithARuleHasAVector() throws {
    let named = Set(try Vector.files.flatMap { try Vector($0).sections })
    for section in spec.sections where section.hasRule {
      #expect(
        named.contains { $0 == section.number || $0.hasPrefix(section.number + ".") },
        "no vector names §\(section.number) \(section.title)")
    }
    for number in named { #expect(spec.section(number) != nil, "there is no section \(number)") }
  }

  @Test func everyErrorIsListedAndExpected() throws {
    let listed = spec.rows(of: "11").map { $0[0] }
    #expect(Set(listed) == Set(HuskError.Code.allCases.map(\.rawValue)))
    #expect(listed.count == Set(listed).count)
    let expected = Set(try Vector.files.map { try Vector($0).content.expect })
    #expect(expected.subtracting(["success"]) == Set(listed))
    for row in spec.rows(of: "11") {
      for number in row[2].split(separator: ", ") {
        #expect(spec.section(number) != nil, "\(row[0]) cites section \(number)")
      }
    }
  }

  @Test func versionsAreEqual() throws {
    #expect(spec.text.contains("Format version \(TextEncoder.version) "))
    let changes = try String(
      contentsOf: Corpus.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    #expect(changes.contains("Version \(TextEncoder.version) of the text layout"))
    let row = try #require(spec.rows(of: "6.1").first)
    #expect(row[1].hasPrefix("the count \(TextEncoder.version): the format version"))
  }

  @Test func limitsAreEqual() {
    func integer(_ text: String) -> Int? { Int(text.filter { $0 != "," }) }
    let rows = spec.rows(of: "10.1")
    let limits = Limits()
    let defaults = [
      "depth": limits.depth, "shapes": limits.shapes, "templateEntries": limits.templateEntries,
      "templateByteCount": limits.templateByteCount,
      "messageTemplateByteCount": limits.messageTemplateByteCount,
      "frameByteCount": limits.frameByteCount,
      "passphraseCost": limits.passphraseCost, "blockRowCount": limits.blockRowCount,
      "blockByteCount": limits.blockByteCount,
      "decodedByteCount": limits.decodedByteCount, "decodedRatio": limits.decodedRatio,
    ]
    #expect(Mirror(reflecting: limits).children.count == defaults.count)
    #expect(Set(rows.map { $0[0] }) == Set(defaults.keys))
    for row in rows { #expect(integer(row[1]) == defaults[row[0]]) }
    let body = spec.section("10.1")?.body ?? ""
    #expect(body.contains("at most \(Limits.maxDepth) "))
    #expect(body.contains("beyond \(grouped(Limits.unratedByteCount)) bytes"))
    #expect(body.contains("at most 2*d* + 2 deep") && body.contains("at most 4*d* + 16 deep"))
    #expect(limits.slotDepth == 2 * limits.depth + 2)
    #expect(limits.fileDepth == 4 * limits.depth + 16)
    #expect(body.contains("| \(grouped(Token.maxOffset)) |"))
    #expect(body.contains("| \(grouped(Token.maxExtent))   |"))
    let gaps = spec.section("5.3")?.body ?? ""
    #expect(gaps.contains("at most \(GapStyle.maxIndentCount) bytes"))
    #expect(gaps.contains("from −\(GapStyle.levels.upperBound) to \(GapStyle.levels.upperBound)"))
    #expect(GapStyle.levels.lowerBound == -GapStyle.levels.upperBound)
  }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }

  @Test func examplesAreVectors() throws {
    #expect(spec.examples.count == 5)
    for example in spec.examples {
      let file = Vector.folder.appending(path: example.vector + ".txt")
      let vector = try Vector(CorpusFile(url: file))
      let text = try ReferenceParser.parse(try #require(vector.content["text"])).minified
      #expect(try ReferenceParser.parse(Array(example.file.utf8)).minified == text)
      let document = try #require(vector.content["document"])
      // Of these the whitespace counts.
      if example.vector.hasPrefix("gaps/") {
        #expect(Array(example.document.utf8) == document)
      } else {
        #expect(try ReferenceParser.parse(Array(example.document.utf8)).minified == document)
      }
    }
  }

  @Test func listingsAreThoseOfVectors() throws {
    #expect(spec.listings.count == 13)
    #expect(spec.text.matches(of: #/<!-- (bytes|part):/#).count == 13)
    for listing in spec.listings {
      let file = CorpusFile(url: Vector.folder.appending(path: listing.vector + ".txt"))
      let bytes = try #require(try Vector(file).content[listing.part], "\(listing)")
      if listing.isWhole {
        #expect(listing.bytes == bytes, "\(listing)")
      } else {
        #expect(bytes.firstRange(of: listing.bytes) != nil, "\(listing)")
      }
    }
  }

  /// Bytes between words, and the vectors that have them.
  @Test(arguments: [
    ("8.6.6", "09 01 00 00 01 23 02 2E 61", "column/derived"),
    ("8.6.6", "29 01 11 00", "column/picked_whole"),
    ("8.6.11", "1E 01 11 00 11 00 00 00 01 07 01 04", "column/spliced_picked"),
    ("9.5", "11 07 90 01 10 20 09 01 02 42 BD F5 4B", "container/index"),
  ])
  func bytesBetweenWordsAreThoseOfVectors(
    section: String, digits: String, vector: String
  ) throws {
    let body = try #require(spec.section(section)?.body)
    let printed = body.replacing(/[`,]/, with: "").replacing(/\s+/, with: " ")
    #expect(printed.contains(digits))
    let file = CorpusFile(url: Vector.folder.appending(path: vector + ".txt"))
    let bytes = try #require(try Vector(file).content["file"])
    let expected = digits.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    #expect(bytes.firstRange(of: expected) != nil)
  }

  /// What stands beside a mask, and the key file, are those of vectors.
  @Test func wordsOfKeysAndMasksAreThoseOfVectors() throws {
    let file = CorpusFile(url: Vector.folder.appending(path: "mask/mask.txt"))
    let vector = try Vector(file)
    let mask = String(decoding: try #require(vector.content["mask"]), as: UTF8.self)
    #expect(spec.section("14.10")?.body.contains("is `\(mask)`") == true)
    let keys = String(decoding: try #require(vector.content["keys"]), as: UTF8.self)
    let listing = keys.split(separator: "\n").map { "    \($0)\n" }.joined()
    #expect(spec.section("14.7")?.body.contains(listing) == true)
  }

  @Test func firstExampleIsRealOutput() throws {
    let blocks = spec.section("1.1")?.body.split(separator: "```") ?? []
    let json = blocks.filter { $0.hasPrefix("json\n") }.map { Array($0.dropFirst(5).utf8) }
    try #require(json.count == 2)
    let document = try ReferenceParser.parse(json[0]).minified
    #expect(try Husk.encode(json: document, options: EncodeOptions(layout: .text)) == json[1])
    let template = try Husk.inspect(json[1]).template
    let canonical = spec.section("4.4")?.body ?? ""
    let hexadecimal = canonical.matches(of: #/\n    ((?:[0-9A-F]{2} )+) /#).map { $0.1 }.joined()
    #expect(
      Hexadecimal.string(TemplateEncoding.encode(template))
        == hexadecimal.filter { $0 != " " }.lowercased())
    #expect(spec.section("4.5")?.body.contains(TemplateID(of: template).description) == true)
  }

  @Test func checksAreThoseOfTheTable() throws {
    let rows = spec.section("7")?.body.split(separator: "\n").filter { $0.hasPrefix("| ") } ?? []
    var count = 0
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let seed = UInt32(cells[1], radix: 16) else { continue }
      let data: [UInt8] =
        if let size = cells[0].prefixMatch(of: #/the bytes `00` to `[0-9A-F]{2}`, ([0-9]+) in all/#)
        {
          try (0..<#require(Int(size.1))).map { UInt8($0) }
        } else {
          cells[0] == "nothing" ? [] : Array(cells[0].filter { $0 != "`" }.utf8)
        }
      let check = Hexadecimal.string(Checksum.crc32(PaddedBytes(data), seed: seed))
      #expect("`\(check)`" == cells[2])
      count += 1
    }
    #expect(count == 13)
  }

  @Test func decoderOfTheAppendixIsTheExample() throws {
    let example = try String(
      contentsOf: Corpus.root.appending(path: "Examples/decoder.py"), encoding: .utf8)
    #expect(spec.text.contains("```python\n" + example + "```"))
  }
}
