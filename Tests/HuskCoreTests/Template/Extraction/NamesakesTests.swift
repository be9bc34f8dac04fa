// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Objects of the same keys at several places", .seeded)
struct NamesakesTests {
  /// How many shapes there are that have these keys.
  private func shapeCount(
    of keys: [String], in json: [UInt8], isSample: Bool = false
  ) throws -> Int {
    let padded = PaddedBytes(json)
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(padded, as: .ndjson)
    var values = SlotValues()
    let plan = TemplateExtractor.split(
      tokenizer.tape, padded.source, isSample: isSample, limits: Limits(), into: &values)
    let template = try TemplateEncoding.decode(plan.canonicalBytes, limits: Limits())
    return template.allFields.count { $0.map(\.key.description) == keys }
  }

  /// Lines of items as DynamoDB has them, where each value stands in an object that says its type.
  private func items(_ count: Int, likeKeys: Bool = false) -> [UInt8] {
    var random = SeededGenerator()
    let lines = (0..<count).map { row in
      let name =
        likeKeys ? "key-\(random.below(900))" : "the name of number \(random.below(1 << 20))"
      let tags = (0..<random.below(4)).map { _ in #"{"S":"key-\#(random.below(900))"}"# }
      return
        #"{"key":{"S":"key-\#(random.below(900))"},"name":{"S":"\#(name)"},"#
        + #""count":{"N":"\#(row)"},"tags":{"L":[\#(tags.joined(separator: ","))]}}"#
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test func thoseThatLookOtherwiseHaveShapesOfTheirOwn() throws {
    #expect(try shapeCount(of: ["S"], in: items(3000)) == 3)
  }

  @Test func thoseThatLookAlikeShareOne() throws {
    #expect(try shapeCount(of: ["S"], in: items(3000, likeKeys: true)) == 1)
  }

  /// Identifiers that count up, and others of as many digits.
  @Test func thoseThatGoOnFromTheirLikeHaveShapesOfTheirOwn() throws {
    var random = SeededGenerator()
    let lines = (0..<3000).map { row in
      let number = String(0x65a0_0000_0000 + row * 3, radix: 16)
      let other = (0..<12).map { _ in String(random.below(16), radix: 16) }.joined()
      return #"{"_id":{"$oid":"\#(number)"},"user":{"$oid":"\#(other)"}}"#
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    #expect(try shapeCount(of: ["$oid"], in: text) == 2)
    #expect(try Husk.decode(Husk.encode(json: text)) == text)
  }

  /// Codes of two systems, each in an object in an object.
  private func codings(_ count: Int, paddedBy extra: String = "") -> [UInt8] {
    var random = SeededGenerator()
    func coding(_ system: String, _ code: Int) -> String {
      #"{"coding":{"system":"\#(system)","code":"\#(code)"}\#(extra)}"#
    }
    let lines = (0..<count).map { _ in
      let kind = coding("https://example.com/of-kinds", 100_000 + random.below(900_000))
      let unit = coding("urn:units", random.below(10))
      return #"{"kind":\#(kind),"unit":\#(unit)}"#
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test func thoseWithOthersInThemHaveShapesOfTheirOwn() throws {
    let keys = ["system", "code"]
    #expect(try shapeCount(of: keys, in: codings(3000)) == 2)
    // So do those with lists, but what holds a lot is better together.
    let numbers = (0..<64).map(String.init).joined(separator: ",")
    #expect(try shapeCount(of: keys, in: codings(600, paddedBy: ",\"all\":[\(numbers)]")) == 2)
    let members = (0..<40).map { "\"\($0)\":[]" }.joined(separator: ",")
    #expect(try shapeCount(of: keys, in: codings(600, paddedBy: ",\"all\":{\(members)}")) == 1)
  }

  /// Streams of a few activities, each of which is a long list.
  private func streams(_ count: Int, length: Int) -> [UInt8] {
    var random = SeededGenerator()
    let lines = (0..<count).map { _ in
      var distance = 0
      let values = (0..<length).map { _ in
        distance += random.below(9)
        return (distance, 90 + random.below(60))
      }
      func stream(_ name: String, _ data: [String]) -> String {
        #""\#(name)":{"data":[\#(data.joined(separator: ","))],"type":"\#(name)"}"#
      }
      let all = [
        stream("distance", values.map { "\($0.0).\($0.1 % 10)" }),
        stream("heart", values.map { "\($0.1)" }),
        stream("place", values.map { "[47.\(100_000 + $0.0),8.\(500_000 + $0.0)]" }),
      ]
      return "{\(all.joined(separator: ","))}"
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test func aFewWithLongListsHaveShapesOfTheirOwn() throws {
    #expect(try shapeCount(of: ["data", "type"], in: streams(4, length: 1000)) == 3)
    #expect(try shapeCount(of: ["data", "type"], in: streams(3, length: 1000)) == 1)
    #expect(try shapeCount(of: ["data", "type"], in: streams(8, length: 20)) == 1)
    let text = streams(5, length: 900)
    #expect(try Husk.decode(Husk.encode(json: text)) == text)
  }

  @Test func aFewShareOne() throws {
    #expect(try shapeCount(of: ["S"], in: items(20)) == 1)
  }

  /// A message has few of each, and its template is to be small.
  @Test func thoseOfMessagesShareOne() throws {
    #expect(try shapeCount(of: ["S"], in: items(3000), isSample: true) == 1)
  }

  @Test(arguments: [1, 3, 5, 9])
  func theyComeBack(level: Int) throws {
    let text = items(3000)
    let options = EncodeOptions(effort: Effort(level: level))
    #expect(try Husk.decode(Husk.encode(json: text, options: options)) == text)
  }
}
