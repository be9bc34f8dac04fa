// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Samples of objects that are alike")
struct AlikeSampleTests {
  private func sample(_ json: String, byteCount: Int = 1 << 16) throws -> String? {
    let block = try RowBlock(whole: Array(json.utf8), as: .auto, .preserved, Limits())
    return AlikeSample.json(block, byteCount: byteCount).map { String(decoding: $0, as: UTF8.self) }
  }

  private func list(_ count: Int, _ object: (Int) -> String) -> String {
    "[\((0..<count).map(object).joined(separator: ","))]"
  }

  @Test func objectsAreSpreadOverAllInPairs() throws {
    let text = try #require(try sample(list(702) { "{\"a\":\($0),\"b\":[{}]}" }))
    #expect(text.hasPrefix(#"[{"a":0,"b":[{}]},{"a":1,"b":[{}]},{"a":100,"b":[{}]},{"a":101,"#))
    #expect(text.hasSuffix(#"{"a":700,"b":[{}]},{"a":701,"b":[{}]}]"#))
    _ = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
  }

  @Test(
    "The objects stand in what most of a text is in",
    arguments: [
      ("", ""), ("\n", " "), (#"{"count":1,"items":"#, "}"), (#"[1,{"x":{"y":"#, "}}]"),
      (#"{"items":[["#, "]]}"),
    ])
  func objectsAreFound(before: String, behind: String) throws {
    let objects = list(40) { "{\"key\":\($0)}" }
    let text = try #require(try sample(before + objects + behind))
    #expect(text.hasPrefix(#"[{"key":0},{"key":1},"#))
  }

  @Test func valuesOfMembersAreTaken() throws {
    let members = (0..<30).map { "\"\($0)\":{\"key\":\($0)}" }.joined(separator: ",")
    let text = try #require(try sample("{\(members)}"))
    #expect(text.hasPrefix(#"[{"key":0},{"key":1},{"key":4},"#))
  }

  @Test func rowsAreTaken() throws {
    let text = try #require(try sample((0..<16).map { "{\"key\":\($0)}\n" }.joined()))
    #expect(text == list(16) { "{\"key\":\($0)}" })
  }

  @Test func ofLongObjectsTheSameMembersAreKept() throws {
    let json = list(100) { row in
      "{\((0..<90).map { "\"k\($0)\":\(row)" }.joined(separator: ","))}"
    }
    let text = try #require(try sample(json, byteCount: 16 * 70))
    #expect(text.hasPrefix(#"[{"k30":0,"k31":0,"#))
    #expect(text.hasSuffix("}]"))
    #expect(1000...1600 ~= text.utf8.count)
    let block = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
    let keys = (0..<block.tape.count).filter { block.tape[$0].kind == .key }
    #expect(keys.count % 16 == 0)
  }

  @Test func someMayBeUnlike() throws {
    func json(_ isOdd: @escaping (Int) -> Bool) -> String {
      list(16) { isOdd($0) ? "{\"b\":\($0)}" : "{\"a\":\($0)}" }
    }
    let text = try #require(try sample(json { $0 >= 12 }))
    #expect(text == list(12) { "{\"a\":\($0)}" })
    #expect(try sample(json { $0 >= 11 }) == nil)
    #expect(try sample(list(16) { "{\"\($0)\":1}" }) == nil)
  }

  @Test(
    "There is no sample of anything else",
    arguments: [
      "1", "[]", "{}", "[[[[]]]]", #"{"a":[1,2,3],"b":"c"}"#,
    ])
  func othersHaveNone(json: String) throws {
    #expect(try sample(json) == nil)
  }

  @Test func fewObjectsHaveNone() throws {
    #expect(try sample(list(16) { "{\"a\":\($0)}" }) != nil)
    #expect(try sample(list(15) { "{\"a\":\($0)}" }) == nil)
    #expect(try sample(list(40) { _ in "{}" }) == nil)
    // More than half of the text is something else.
    let words = String(repeating: "x", count: 1000)
    #expect(try sample("[\"\(words)\",\(list(16) { "{\"a\":\($0)}" })]") == nil)
  }

  @Test func longStringsHaveNone() throws {
    let words = String(repeating: "x", count: 200)
    #expect(try sample(list(40) { "{\"a\":\"\(words)\",\"b\":\($0)}" }) == nil)
  }

  @Test func objectsThatHoldTooMuchHaveNone() throws {
    let numbers = (0..<500).map(String.init).joined(separator: ",")
    let json = list(40) { "{\"a\":\($0),\"b\":[\(numbers)],\"c\":1}" }
    #expect(try sample(json, byteCount: 16 * 1000) != nil)
    #expect(try sample(json, byteCount: 16 * 900) == nil)
  }

  @Test func deepObjectsHaveNone() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth - 1) + list(40) { "{\"a\":\($0)}" }
        + String(repeating: "]", count: depth - 1)
    }
    #expect(try sample("{\"a\":\(nested(7))}") != nil)
    #expect(try sample("{\"a\":\(nested(9))}") == nil)
  }
}
