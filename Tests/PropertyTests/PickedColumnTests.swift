// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns that repeat some of others", .seeded, .timeLimit(.minutes(60)))
struct PickedColumnTests {
  /// What an identifier looks like, as JSON.
  enum Kind: CaseIterable {
    case number, decimal, word, hexadecimal, uuid, address

    func value(_ random: inout SeededGenerator) -> String {
      let (high, low) = (random.below(1 << 60), random.below(1 << 60))
      switch self {
      case .number: return "\(high)"
      case .decimal: return "\(1000 + high % 1_000_000).\(1 + low % 9)"
      case .word: return "\"\(String(high, radix: 36))Zé\""
      case .hexadecimal: return "\"\(String(high | 1 << 60, radix: 16))\""
      case .uuid:
        let digits = String(high | 1 << 62, radix: 16) + String(low | 1 << 62, radix: 16)
        let parts = [(0, 8), (8, 4), (12, 4), (16, 4), (20, 12)].map { start, count in
          String(digits.dropFirst(start).prefix(count))
        }
        return "\"\(parts.joined(separator: "-"))\""
      case .address: return "\"https://example.com/things/\(high)?page=1\""
      }
    }
  }

  private func text(_ rows: [String]) -> [UInt8] { Array(rows.joined(separator: "\n").utf8) }

  /// Encodes rows, expects them back, and returns how the columns are written.
  private func encodings(_ rows: [String], _ level: Int) throws -> [String] {
    let json = text(rows)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    return try block.encodings()
  }

  /// Orders whose items say to which order they belong, by a column in front of those or behind.
  private func orders(
    _ count: Int, _ kind: Kind, isBehind: Bool, _ random: inout SeededGenerator,
    item: (_ order: String, _ row: Int) -> String = { order, _ in order }
  ) -> [String] {
    (0..<count).map { row in
      let identifier = kind.value(&random)
      let items = (0..<random.below(5)).map { _ in
        #"{"order":\#(item(identifier, row)),"amount":\#(random.below(1000))}"#
      }
      let list = #""items":[\#(items.joined(separator: ","))]"#
      let own = #""id":\#(identifier)"#
      return "{" + (isBehind ? list + "," + own : own + "," + list) + "}"
    }
  }

  @Test("as parts do of the whole", arguments: Kind.allCases, [false, true])
  func partsRepeatTheWhole(kind: Kind, isBehind: Bool) throws {
    for (level, count) in [(1, 20), (3, 400), (6, 300), (9, 300)] {
      var random = SeededGenerator(stream: level)
      let rows = orders(count, kind, isBehind: isBehind, &random)
      // A row without items may be the first, and be another one.
      let names = try encodings([#"{"id":null,"items":[]}"#] + rows, level)
      guard count >= 300 else { continue }
      #expect(names.count { $0.hasPrefix("picked(") } == 1, "\(names)")
    }
  }

  @Test("with something around them", arguments: Kind.allCases)
  func partsSayItInOtherWords(kind: Kind) throws {
    for level in [1, 3, 9] {
      var random = SeededGenerator(stream: level)
      let rows = orders(300, kind, isBehind: false, &random) { order, _ in
        "\"<\(order.replacing("\"", with: ""))>\""
      }
      let names = try encodings(rows, level)
      #expect(names.count { $0.hasPrefix("picked(") } == 1, "\(names)")
    }
  }

  @Test("without what all of them start and end with") func partsSayLess() throws {
    var random = SeededGenerator()
    let rows = orders(300, .address, isBehind: false, &random) { order, _ in
      "\"" + order.replacing(/[^0-9]*things.([0-9]+)[^0-9].*/) { $0.1 } + "\""
    }
    #expect(try encodings(rows, 3).contains { $0.hasPrefix("picked(") })
  }

  @Test("where some are others", arguments: [1, 3, 9])
  func someAreOthers(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let rows = orders(400, .number, isBehind: false, &random) { order, row in
      row % 50 == 7 ? "\"elsewhere\"" : "\"https://example.com/orders/\(order)/\(row % 3)\""
    }
    let names = try encodings(rows, level)
    #expect(names.contains { $0.hasPrefix("spliced(") && $0.contains(" back by ") }, "\(names)")
  }

  @Test("behind what starts as in front of others", arguments: [20, 60, 150])
  func headsMayStartAlike(length: Int) throws {
    let address = "https://example.com/very/long/address/of/things/that/are/alike/"
    for (level, share) in [(3, 3), (3, 10), (3, 20), (9, 10)] {
      var random = SeededGenerator(stream: level * 100 + share)
      func word(_ count: Int, _ radix: Int) -> String {
        (0..<count).map { _ in String(random.below(radix), radix: radix) }.joined()
      }
      // There is little in the text but these: in front coding they have as many bytes as the text.
      let rows = (0..<80).map { _ in
        let (name, start) = (word(length, 16), address + word(10, 16) + "/")
        let links = (0..<40 + random.below(4)).map { _ in
          let part = start.prefix(32 + random.below(start.count - 31))
          let isOther = random.below(100) < share
          return "\"\(part)\(word(2 + random.below(5), 16))/\(isOther ? "" : name)\""
        }
        return "[\"\(name)\",[\(links.joined(separator: ","))]]"
      }
      _ = try encodings(rows, level)
    }
  }

  @Test("where a number is another one at the end, they are not picked")
  func numbersMustBeTheSame() throws {
    var random = SeededGenerator()
    let rows = orders(300, .number, isBehind: false, &random) { order, row in
      row > 290 ? "17" : order
    }
    #expect(try encodings(rows, 3).allSatisfy { !$0.contains("picked") && !$0.contains(" by ") })
  }

  @Test("as links do that some rows lack", arguments: [1, 3, 9])
  func linksMayBeMissing(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let rows = (0..<600).map { _ in
      let identifier = random.below(1 << 50)
      let links = ["self", "items", "payment"].filter { _ in random.below(3) > 0 }.map {
        #""\#($0)":{"href":"https://example.com/orders/\#(identifier)/\#($0)"}"#
      }
      return #"{"id":\#(identifier),"links":{\#(links.joined(separator: ","))}}"#
    }
    let names = try encodings(rows, level)
    // Links have shapes by which of them there are.
    #expect(names.count { $0.hasPrefix("picked(") } >= 3, "\(names)")
  }

  @Test("What is derived from such a column is picked, too") func derivedFromPicked() throws {
    var random = SeededGenerator()
    let rows = (0..<300).map { _ in
      let identifier = random.below(1 << 50)
      let item = #"{"a":\#(identifier),"b":"order \#(identifier)"}"#
      return #"{"id":\#(identifier),"items":[\#(item),\#(item),\#(item)]}"#
    }
    let names = try encodings(rows, 3)
    #expect(names.count { $0.hasPrefix("picked(") } == 2, "\(names)")
    #expect(names.contains { $0.hasSuffix("by derived(1 back)") }, "\(names)")
  }

  /// Steps that name one of the last few, or none.
  private func steps(
    _ count: Int, _ random: inout SeededGenerator, name: (inout SeededGenerator) -> String
  ) -> [String] {
    var names: [String] = []
    return (0..<count).map { row in
      let parent = row % 8 == 0 ? "null" : names[max(0, row - 1 - random.below(9))]
      names.append("\"\(name(&random))\"")
      return #"{"id":\#(names[row]),"parent":\#(parent),"took":\#(random.below(1000))}"#
    }
  }

  @Test("Rows may name each other, by names of one length or several", arguments: [1, 3, 9])
  func rowsNameEachOther(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let long = steps(600, &random) { String($0.below(1 << 60) | 1 << 60, radix: 16) }
    let short = steps(600, &random) { String($0.below(1 << 30), radix: 16) }
    for rows in [long, short] {
      let names = try encodings(rows, level)
      #expect(names.contains { $0.hasPrefix("spliced(1 back by ") }, "\(names)")
    }
  }

  @Test("Lists may name rows before and behind, with addresses of the same")
  func listsNameRows() throws {
    var random = SeededGenerator()
    let sums = (0..<501).map { _ in
      (0..<40).map { _ in String(random.below(16), radix: 16) }.joined()
    }
    let rows = (0..<500).map { row in
      let parents = [row + 1, (row + random.below(5)) % 500].prefix(1 + row % 2).map {
        #"{"sum":"\#(sums[$0])","url":"https://example.com/commits/\#(sums[$0])"}"#
      }
      return #"{"sum":"\#(sums[row])","parents":[\#(parents.joined(separator: ","))]}"#
    }
    for level in [3, 9] {
      let names = try encodings(rows, level)
      #expect(names.count { $0.contains(" back by ") || $0.hasPrefix("picked") } == 2, "\(names)")
    }
  }

  @Test("Rows that name each other by numbers are told as such") func numbersNameRows() throws {
    var random = SeededGenerator()
    var name = 100_000
    let rows = steps(600, &random) { random in
      name += 1 + random.below(9)
      return String(name)
    }
    #expect(try encodings(rows, 3).allSatisfy { !$0.contains("picked") && !$0.contains(" by ") })
  }

  @Test("More may be passed than a decoder allows") func manyColumns() throws {
    var random = SeededGenerator()
    let rows = (0..<200).map { row in
      let identifier = String(repeating: "long", count: 20) + String(random.below(1 << 50))
      let links = (0..<60).filter { ($0 + row) % 10 == 0 }.map { "\"\($0)\":[\"\(identifier)\"]" }
      return #"{"id":"\#(identifier)","links":{\#(links.joined(separator: ","))}}"#
    }
    for level in [3, 9] { _ = try encodings(rows, level) }
  }

  @Test("may be damaged") func damaged() throws {
    var random = SeededGenerator()
    let rows = orders(60, .uuid, isBehind: false, &random)
    let block = try ColumnBlock(text(rows), .default)
    #expect(try block.encodings().contains { $0.hasPrefix("picked(") })
    try block.damage(3000, &random)
  }

  @Test("are read where the others are passed over") func sourcesAreReadWhenNeeded() throws {
    var random = SeededGenerator()
    let rows = (0..<200).map { row in
      let identifier = random.below(1 << 50)
      let links = repeatElement("\"#\(identifier)\"", count: row % 3).joined(separator: ",")
      return "{\"a\":\(identifier),\"b\":[\(links)]}"
    }
    let block = try ColumnBlock(text(rows), .default)
    #expect(try block.encodings()[1].hasPrefix("picked(1 back)"))
    let others = rows.map { $0.replacing(/"a":[0-9]+/, with: "\"a\":0") }
    #expect(try block.decodeWithoutFirst() == text(others))
  }
}
