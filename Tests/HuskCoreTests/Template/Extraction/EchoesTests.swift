// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Small objects that say again what is around them", .seeded)
struct EchoesTests {
  /// How many shapes there are that have these keys.
  private func shapeCount(of keys: [String], in lines: [String]) throws -> Int {
    let padded = PaddedBytes(Array(lines.joined(separator: "\n").utf8))
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(padded, as: .ndjson)
    var values = SlotValues()
    let plan = TemplateExtractor.split(
      tokenizer.tape, padded.source, limits: Limits(), into: &values)
    let template = try TemplateEncoding.decode(plan.canonicalBytes, limits: Limits())
    return template.allFields.count { $0.map(\.key.description) == keys }
  }

  /// Orders with links, as interfaces have them that follow HAL.
  private func orders(
    _ count: Int, says: (_ number: Int, _ other: Int) -> Int = { number, _ in number }
  ) -> [String] {
    var random = SeededGenerator()
    return (0..<count).map { _ in
      let number = 10_000 + random.below(90_000)
      let link = "https://example.com/orders/\(says(number, 10_000 + random.below(90_000)))"
      let links = #"{"self":{"href":"\#(link)"},"items":{"href":"\#(link)/items"}}"#
      return #"{"id":\#(number),"links":\#(links)}"#
    }
  }

  /// Tracks of albums whose web addresses have the identifiers that stand behind them.
  private func tracks(_ count: Int) -> [String] {
    var random = SeededGenerator()
    func item(_ kind: String, _ rest: String) -> String {
      let id = String(random.below(1 << 60), radix: 36)
      let web = #"{"web":"https://example.com/\#(kind)/\#(id)"}"#
      return #"{"urls":\#(web),"id":"\#(id)",\#(rest)}"#
    }
    return (0..<count).map { row in
      item("track", #""number":\#(row),"album":\#(item("album", #""year":2001"#))"#)
    }
  }

  /// Articles as interfaces have them that follow JSON:API, whose links say the identifier of the article, and stand
  /// three objects deeper.
  private func articles(_ count: Int) -> [String] {
    var random = SeededGenerator()
    return (0..<count).map { _ in
      let id = 10_000 + random.below(90_000)
      let related = ["author", "image"].map { name in
        let data = #"{"type":"\#(name)s","id":"\#(random.below(900))"}"#
        let links = #"{"self":"https://example.com/articles/\#(id)/\#(name)"}"#
        return #""\#(name)":{"data":\#(data),"links":\#(links)}"#
      }
      return #"{"id":"\#(id)","relationships":{\#(related.joined(separator: ","))}}"#
    }
  }

  @Test func whatStandsBetweenHasShapesOfItsOwnToo() throws {
    #expect(try shapeCount(of: ["self"], in: articles(40)) == 2)
    #expect(try shapeCount(of: ["data", "links"], in: articles(40)) == 2)
    #expect(try shapeCount(of: ["type", "id"], in: articles(40)) == 2)
  }

  @Test func linksHaveAShapeForEach() throws {
    #expect(try shapeCount(of: ["href"], in: orders(40)) == 2)
  }

  @Test func linksBesideWhatTheySayHaveOneForEachThatTheyStandIn() throws {
    #expect(try shapeCount(of: ["web"], in: tracks(40)) == 2)
  }

  /// Orders with links to so many things, each of which one in so many lacks or has as null.
  private func orders(_ count: Int, linkCount: Int, lacking period: Int, null: Bool) -> [String] {
    var random = SeededGenerator()
    return (0..<count).map { row in
      let number = 10_000 + random.below(90_000)
      let links = (0..<linkCount).compactMap { link -> String? in
        let name = "\"link\(link)\""
        guard (row + link) % period == 0 else {
          return #"\#(name):{"href":"https://example.com/orders/\#(number)/\#(link)"}"#
        }
        return null ? "\(name):null" : nil
      }
      return #"{"id":\#(number),"links":{\#(links.joined(separator: ","))}}"#
    }
  }

  @Test("Where they may be missing they have one for each, too", arguments: [false, true])
  func thoseThatMayBeMissing(null: Bool) throws {
    func count(_ linkCount: Int, _ period: Int) throws -> Int {
      let lines = orders(400, linkCount: linkCount, lacking: period, null: null)
      return try shapeCount(of: ["href"], in: lines)
    }
    #expect(try count(4, 20) == 4)
    #expect(try count(4, 2) == 4)
    #expect(try count(2, 2) == 2)
    #expect(try count(4, 1000) == 4)
  }

  @Test("Some may stand less deeply than what the others say", arguments: [(0, 1), (1, 3), (9, 3)])
  func someMayStandLessDeeply(row: Int, count: Int) throws {
    let lines = articles(40).enumerated().map { number, line in
      guard number == row else { return line }
      let link = #"{"self":"https://example.com/articles/7/author"}"#
      return #"{"author":{"data":{"type":"authors","id":"7"},"links":\#(link)}}"#
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    for level in [3, 9] {
      let options = EncodeOptions(layout: .column, effort: Effort(level: level))
      #expect(try Husk.decode(Husk.encode(json: text, options: options)) == text)
    }
    // The ones that stand there have a shape of their own.
    #expect(try shapeCount(of: ["self"], in: lines) == count)
  }

  @Test(arguments: [1, 3, 5, 9]) func thoseThatMayBeMissingComeBack(level: Int) throws {
    let lines = orders(2000, linkCount: 3, lacking: 3, null: false)
    let text = Array(lines.joined(separator: "\n").utf8)
    let options = EncodeOptions(effort: Effort(level: level))
    #expect(try Husk.decode(Husk.encode(json: text, options: options)) == text)
  }

  @Test("Of other values, and of one that never changes, they have one together")
  func othersShareOne() throws {
    #expect(try shapeCount(of: ["href"], in: orders(400) { _, other in other }) == 1)
    let same = orders(40).map { $0.replacing(/"id":[0-9]+/, with: #""id":"example""#) }
    #expect(try shapeCount(of: ["href"], in: same) == 1)
  }

  @Test("Nearly all say it", arguments: [(16, 2), (4, 1)])
  func someMayBeOtherwise(period: Int, count: Int) throws {
    var row = 0
    let lines = orders(200) { number, other in
      row += 1
      return row % period == 0 ? other : number
    }
    #expect(try shapeCount(of: ["href"], in: lines) == count)
  }

  @Test func aFewShareOne() throws {
    #expect(try shapeCount(of: ["href"], in: orders(7)) == 1)
    #expect(try shapeCount(of: ["href"], in: orders(8)) == 2)
  }

  @Test("What is said again takes nothing", arguments: [1, 3, 6, 9])
  func theyTakeLittle(level: Int) throws {
    let options = EncodeOptions(layout: .column, effort: Effort(level: level))
    func size(_ lines: [String]) throws -> Int {
      let text = Array(lines.joined(separator: "\n").utf8)
      let encoded = try Husk.encode(json: text, options: options)
      #expect(try Husk.decode(encoded) == text)
      return encoded.count
    }
    let lines = orders(3000)
    let alone = lines.map { $0.prefix { $0 != "," } + "}" }.map(String.init)
    #expect(try size(lines) < size(alone) + 400)
  }
}
