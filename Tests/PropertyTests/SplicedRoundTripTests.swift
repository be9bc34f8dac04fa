// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Strings with other fields in them come back", .seeded, .timeLimit(.minutes(60)))
struct SplicedRoundTripTests {
  private func word(_ random: inout SeededGenerator) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzé-")
    return String((0..<random.within(3...12)).map { _ in random.pick(letters) })
  }

  /// Encodes objects of these members, expects them back, and returns how the columns are written, in the order of
  /// the members.
  private func encodings(_ rows: [[(String, String)]], _ level: Int) throws -> [String] {
    let json = Array(
      rows.map { row in "{" + row.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}" }
        .joined(separator: "\n").utf8)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    let sizes = try ColumnSizes(
      block.payload.span, block.plan, rowCount: block.rowCount, byteLimit: json.count,
      limits: Limits())
    return sizes.columns.filter { $0.kind == .values }.map(\.encoding)
  }

  @Test("whole, between others", arguments: [1, 3, 5, 9])
  func whole(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let rows = (0..<300).map { _ in
      let name = word(&random)
      let size = "\(random.below(9)).\(random.below(10))"
      return [("name", "\"\(name)\""), ("title", "\"M \(size) - \(name)\"")]
    }
    let encodings = try encodings(rows, level)
    #expect(encodings[1].hasPrefix("spliced(1 back, 2 × constant) of quoted decimals(scale 1)"))
    #expect(encodings[1].hasSuffix(" / constant"))
  }

  @Test("in part", arguments: [1, 3, 5, 9])
  func part(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let rows = (0..<300).map { _ in
      let (network, code) = (random.pick(["ci", "us", "ak", "ismp"]), random.below(100_000_000))
      return [("id", "\"\(network)\(code)\""), ("code", "\"\(code)\"")]
    }
    #expect(try encodings(rows, level)[1].hasPrefix("spliced(1 back, "))
  }

  @Test("where some are null, numbers or have nothing in common", arguments: [1, 3, 5, 9])
  func exceptions(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let rows = (0..<400).map { row in
      let identifier = "\(random.below(1_000_000_000))"
      let address =
        switch row % 20 {
        case 3: "null"
        case 7: "\(random.below(100))"
        case 12: "\"\(word(&random))\""
        default: "\"https://example.org/users/\(identifier)/\(word(&random))\""
        }
      return [("id", identifier), ("url", address)]
    }
    #expect(try encodings(rows, level)[1].hasPrefix("spliced(1 back, "))
  }

  @Test("at the end of a text, whatever it is") func atTheEnd() throws {
    var random = SeededGenerator(stream: 7)
    for last in ["null", "\"\"", "\"x\"", "7"] {
      var lines = (0..<100).map { _ in
        let name = word(&random)
        return "[\"\(name)\",\"\(name)!\"]"
      }
      lines.append("[\"\(String(repeating: "long", count: 200))\",\(last)]")
      let json = Array(lines.joined(separator: "\n").utf8)
      let block = try ColumnBlock(json, Effort(level: 3))
      #expect(try block.decodeTwice() == json)
    }
  }

  @Test("beside long ones that are alike to the end") func long() throws {
    // To look for each of these in the other would take a step for each byte of both.
    var random = SeededGenerator(stream: 9)
    let rows = (0..<200).map { row -> [(String, String)] in
      if row % 10 == 5 {
        let run = String(repeating: "a", count: 1 << 14)
        return [("name", "\"\(run)b\""), ("title", "\"\(run)\(run)\"")]
      }
      let name = word(&random)
      return [("name", "\"\(name)\""), ("title", "\"The \(name)\"")]
    }
    _ = try encodings(rows, 3)
  }

  @Test("whatever stands in what", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SeededGenerator(stream: seed)
    let words = (0..<random.within(20...400)).map { _ in word(&random) }
    let count = random.within(64...300)
    let rows = (0..<count).map { _ -> [(String, String)] in
      var values: [String] = []
      for column in 0..<5 {
        let other = values.isEmpty ? random.pick(words) : random.pick(values)
        let value =
          switch random.below(column == 0 ? 1 : 6) {
          case 0: random.pick(words)
          case 1: other
          case 2: random.pick(words) + other
          case 3: other + random.pick(["", ".jpg", "/"])
          case 4: String(other.dropFirst(random.below(3)))
          default: String(other.dropLast(random.below(5)))
          }
        values.append(value)
      }
      return values.enumerated().map { index, value in
        (
          "f\(index)",
          random.chance(1, in: 50) ? random.pick(["null", "3", "true", "1.50"]) : "\"\(value)\""
        )
      }
    }
    _ = try encodings(rows, random.pick([1, 2, 3, 4, 6, 9]))
  }
}
