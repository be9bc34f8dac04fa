// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// A decoder copies the entries of dictionaries together with the key before them where both are short.
@Suite("Entries of dictionaries with keys of every length", .seeded, .timeLimit(.minutes(60)))
struct JoinedEntryTests {
  /// Strings, of which the longest has `length` bytes.
  private func entries(_ length: Int) -> [String] {
    (0..<5).map { "\"" + String(repeating: "x", count: max(0, length - $0 * 3)) + "\($0)\"" }
  }

  /// Rows with a dictionary behind a key of each length, in objects that may lack fields.
  private func rows(_ count: Int, keyLength: Int, entryLength: Int) -> [UInt8] {
    var random = SeededGenerator(stream: keyLength * 100 + entryLength)
    let key = String(repeating: "k", count: keyLength)
    let entries = entries(entryLength)
    let rows = (0..<count).map { row in
      let parts = (0..<3).compactMap { (number: Int) -> String? in
        guard number == 0 || random.below(3) > 0 else { return nil }
        return "\"\(key)\(number)\":\(entries[random.below(entries.count)])"
      }
      let list = (0..<random.below(4)).map { _ in "\(random.below(7) * 1999)" }
      return "{\(parts.joined(separator: ",")),\"l\":[\(list.joined(separator: ","))],\"i\":\(row)}"
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test(
    "come back, and not into less room",
    arguments: [0, 8, 20, 27, 28, 29, 30, 58, 59, 60, 61, 90])
  func entriesComeBack(keyLength: Int) throws {
    for entryLength in [0, 1, 2, 3, 4, 30, 33, 61, 64, 130] {
      let json = rows(300, keyLength: keyLength, entryLength: entryLength)
      let block = try ColumnBlock(json, .default)
      #expect(try block.decodeTwice() == json)
      for missing in [1, 2, 17, json.count / 2, json.count - 1] {
        #expect(throws: HuskError.self) { try block.decode(byteLimit: json.count - missing) }
      }
    }
  }

  /// Rows with a constant behind a key of each length, in objects that may lack it.
  private func constants(keyLength: Int, length: Int) -> [UInt8] {
    var random = SeededGenerator(stream: keyLength * 200 + length)
    let key = String(repeating: "k", count: keyLength)
    let constant = "\"" + String(repeating: "c", count: length) + "\""
    let rows = (0..<200).map { row in
      let parts = (0..<3).compactMap { random.below(3) > 0 ? "\"\(key)\($0)\":\(constant)" : nil }
      return "{\((parts + ["\"i\":\(row)"]).joined(separator: ","))}"
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test("or of constants come back, and not into less room", arguments: [0, 20, 27, 28, 58, 60])
  func constantsComeBack(keyLength: Int) throws {
    for length in [0, 1, 2, 30, 31, 61, 62, 130] {
      let json = constants(keyLength: keyLength, length: length)
      let block = try ColumnBlock(json, .default)
      #expect(try block.decodeTwice() == json)
      for missing in [1, 2, 17, 64, json.count / 2, json.count - 1] {
        #expect(throws: HuskError.self) { try block.decode(byteLimit: json.count - missing) }
      }
    }
  }

  /// Rows with objects of one kind at several places, where constants and entries of dictionaries stand
  /// behind the same bytes or others.
  private func alikeObjects(_ places: Int, keyLength: Int) -> [UInt8] {
    var random = SeededGenerator(stream: places * 100 + keyLength)
    let key = String(repeating: "k", count: keyLength)
    let words = entries(9)
    func object(_ row: Int) -> String {
      let word = "\"w\":\(words[random.below(words.count)])"
      let optional = random.below(3) == 0 ? ",\"o\":\(random.below(100))" : ""
      return "{\"\(key)\":\"constant\",\(word),\"r\":\(row)\(optional),\"l\":true}"
    }
    let rows = (0..<150).map { row in
      let parts = (0..<places).compactMap { place in
        place > 1 && random.below(4) == 0 ? nil : "\"p\(place)\":\(object(row))"
      }
      return "{\(parts.joined(separator: ","))}"
    }
    return Array(rows.joined(separator: "\n").utf8)
  }

  @Test("in objects that are alike come back, however often they stand in a row", arguments: 1...10)
  func alikeObjectsComeBack(places: Int) throws {
    for keyLength in [1, 15, 40, 60] {
      let json = alikeObjects(places, keyLength: keyLength)
      let block = try ColumnBlock(json, .default)
      #expect(try block.decodeTwice() == json)
      for missing in [1, 2, 17, 64, json.count / 2, json.count - 1] {
        #expect(throws: HuskError.self) { try block.decode(byteLimit: json.count - missing) }
      }
      // One row more or less than there are values for.
      for rowCount in [block.rowCount - 1, block.rowCount + 1] {
        #expect(throws: HuskError.self) {
          try ColumnBlockDecoder.decode(
            block.payload.span, block.plan, BlockFrame(), rowCount: rowCount,
            byteLimit: 2 * json.count, limits: Limits())
        }
      }
    }
  }

  @Test("and texts of every length come back, and not into less room") func textsComeBack() throws {
    var random = SeededGenerator(stream: 4)
    let lengths = Array(0...70) + [127, 128, 129, 255, 256, 257, 1000]
    let texts = lengths.map { length in
      String((0..<length).map { _ in Character(UnicodeScalar(UInt8(0x23 + random.below(0x30)))) })
    }
    for lead in ["", "1,"] {
      let rows = texts.shuffled(using: &random).map { "[\(lead)\"\($0)\",\"\($0.count)\"]" }
      let json = Array(rows.joined(separator: "\n").utf8)
      let block = try ColumnBlock(json, .default)
      #expect(try block.decodeTwice() == json)
      for missing in Array(1...80) + [500, 1000, 1500, json.count - 1] {
        #expect(throws: HuskError.self) { try block.decode(byteLimit: json.count - missing) }
      }
    }
  }

  @Test("are written within the limit where objects nest, and end one after the other")
  func nestedEntriesStayWithinTheLimit() throws {
    let words = entries(20)
    let rows = (0..<4).map { row in
      (0..<200).reduce("null") { inner, level in
        let fields = (0..<12).map { "\"key\($0)\":\(words[(row + level * $0) % words.count])" }
        return "{\"inner\":\(inner),\(fields.joined(separator: ","))}"
      }
    }
    let json = Array(rows.joined(separator: "\n").utf8)
    let block = try ColumnBlock(json, .default)
    #expect(try block.decodeTwice() == json)
    // All objects are open after so many bytes; what follows is written as they end.
    let opened = 200 * #"{"inner":"#.utf8.count
    for limit in [opened, opened + 100, 20_000, json.count / 4, json.count - 1] {
      #expect(throws: HuskError.self) { try block.decode(byteLimit: limit) }
    }
  }

  @Test("are those of the table, whatever their number") func integersComeBack() throws {
    var random = SeededGenerator(stream: 9)
    let numbers = (0..<30_000).map { number in
      number < 10_100 ? number : Int(random.next() >> UInt64(1 + random.below(62)))
    }
    let json = Array(
      numbers.shuffled(using: &random).map { "{\"n\":\($0),\"m\":-\($0)}" }
        .joined(separator: "\n").utf8)
    #expect(try ColumnBlock(json, .default).decodeTwice() == json)
  }
}
