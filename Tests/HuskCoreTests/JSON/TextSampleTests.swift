// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Samples of texts")
struct TextSampleTests {
  private func sample(_ json: String, byteCount: Int, as form: InputForm = .auto) throws -> String {
    let block = try RowBlock(whole: Array(json.utf8), as: form, .preserved, Limits())
    return String(decoding: TextSample.json(block, byteCount: byteCount), as: UTF8.self)
  }

  @Test(arguments: ["1", "[]", "{}", #"{"a":[1,{"b":null}],"c":"d"}"#, "[[[[]]]]"])
  func shortTextsAreKeptWhole(json: String) throws {
    #expect(try sample(json, byteCount: 1000) == "[\(json)]")
  }

  @Test func rowsOfSequencesBecomeElements() throws {
    #expect(try sample("1\n[2]\n{\"a\":3}\n", byteCount: 1000, as: .ndjson) == #"[1,[2],{"a":3}]"#)
  }

  @Test func whatIsKeptIsSpreadOverTheText() throws {
    let json = "[\((0..<10_000).map { "{\"id\":\(1_000_000 + $0)}" }.joined(separator: ","))]"
    let text = try sample(json, byteCount: 8000)
    #expect(7000...10_000 ~= text.utf8.count)
    _ = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    let eighths = Set(numbers.map { ($0 - 1_000_000) / 1250 })
    #expect(eighths == Set(0..<8))
    // Neighbours stay neighbours.
    let steps = zip(numbers, numbers.dropFirst()).filter { $1 == $0 + 1 }.count
    #expect(steps >= numbers.count - 8)
  }

  @Test func longValuesAreKeptInPart() throws {
    let elements = (0..<5000).map { "[\($0),\"\($0)\"]" }.joined(separator: ",")
    let json = #"{"name":"x","inner":{"list":[\#(elements)],"other":{"list":[\#(elements)]}}}"#
    let text = try sample(json, byteCount: 6000)
    #expect(text.hasPrefix(#"[{"name":"x","inner":{"list":[[0,"0"],[1,"1"]"#))
    #expect(text.contains(#"],"other":{"list":[["#))
    #expect(text.hasSuffix("]}}}]"))
    #expect(5000...8000 ~= text.utf8.count)
    _ = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
  }

  @Test(
    "Of long strings the start is kept, whole characters and escape sequences",
    arguments: [
      "x", "дом", "\u{1F600}", #"\u0434\u043e"#, #"\\\\\""#, #"ab\n"#, #"\ud83d\ude00"#,
      "abcdefgh \u{20AC}",
    ])
  func longStringsAreCut(piece: String) throws {
    let long = String(repeating: piece, count: 4000)
    for shift in 0..<12 {
      let start = String(repeating: "-", count: shift)
      let json = #"{"name":"x","a":"\#(start)\#(long)","b":["\#(long)",1]}"#
      let text = try sample(json, byteCount: 2000)
      #expect(text.hasPrefix(#"[{"name":"x","a":"\#(start)"#))
      #expect(text.utf8.count < 6000)
      _ = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
    }
  }

  @Test func depthIsBounded() throws {
    let depth = 500
    let inner = (0..<2000).map { "\($0)" }.joined(separator: ",")
    let json =
      String(repeating: "[1,", count: depth) + "[\(inner)]" + String(repeating: "]", count: depth)
    let text = try sample(json, byteCount: 500)
    #expect(text.utf8.count < json.utf8.count)
    _ = try RowBlock(whole: Array(text.utf8), as: .json, .preserved, Limits())
  }
}
