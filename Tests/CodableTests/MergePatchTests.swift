// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCodable
import HuskCore
import HuskTestKit
import Testing

@Suite("JSON Merge Patch (RFC 7396)")
struct MergePatchTests {
  private func apply(_ patch: String, to text: String) throws -> String {
    String(
      decoding: try MergePatch.apply(Array(patch.utf8), to: Array(text.utf8)), as: UTF8.self)
  }

  private func make(_ old: String, _ new: String) throws -> String {
    String(
      decoding: try MergePatch.make(from: Array(old.utf8), to: Array(new.utf8)), as: UTF8.self)
  }

  /// The cases of the appendix of the RFC: original, patch, result.
  private static let cases = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, #"null"#, #"null"#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test(arguments: cases)
  func patchesAreAppliedAsTheStandardSays(text: String, patch: String, result: String) throws {
    #expect(try apply(patch, to: text) == result)
  }

  @Test(arguments: [
    (
      "\u{FEFF}{ \"a\" : 1.0 ,\r\n \"\\u0062\" : [ 1, 2 ] , \"c\":3 }\n", #"{"b":7}"#,
      "\u{FEFF}{ \"a\" : 1.0 ,\r\n \"\\u0062\" : 7 , \"c\":3 }\n"
    ),
    ("{\n  \"a\": 1,\n  \"b\": 2\n}", #"{"a":null}"#, "{\n  \"b\": 2\n}"),
    ("{\n  \"a\": 1,\n  \"b\": 2\n}", #"{"b":null}"#, "{\n  \"a\": 1\n}"),
    ("{\n  \"a\": 1,\n  \"b\": 2\n}", #"{"c":3}"#, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}"),
    ("{ \"a\": 1 }", #"{"b":2}"#, "{ \"a\": 1, \"b\": 2 }"),
    ("{ \"a\": 1 }", #"{"a":null,"b":2}"#, "{ \"b\": 2 }"),
    ("{ }", #"{"b":2,"b":3}"#, "{\"b\":3 }"),
  ])
  func everythingElseKeepsItsBytes(text: String, patch: String, result: String) throws {
    #expect(try apply(patch, to: text) == result)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":1,"c":3}"#, #"{"b":null,"c":3}"#),
    (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"x":1}}"#, #"{"a":{"y":null}}"#),
    (#"{"a":{"x":1}}"#, #"{ "a": { "x": 1 } }"#, #"{}"#),
    (#"{"a":1,"b":{"c":[]}}"#, #"{"b":{"c":[null]},"a":1}"#, #"{"b":{"c":[null]}}"#),
    (#"[1]"#, #"{"a":1}"#, #"{"a":1}"#),
    (#"{"a":1}"#, #"null"#, #"null"#),
  ])
  func patchesSayWhatChanged(old: String, new: String, patch: String) throws {
    #expect(try make(old, new) == patch)
  }

  @Test(arguments: [#"{"a":null}"#, #"{"b":{"c":null}}"#])
  func aMemberCannotBecomeNull(new: String) {
    #expect(throws: HuskError.self) { try make(#"{"a":1}"#, new) }
  }

  @Test func aMemberThatIsNullMayStay() throws {
    #expect(try make(#"{"a":null,"b":1}"#, #"{"a":null,"b":2}"#) == #"{"b":2}"#)
  }

  private func value(_ generator: inout SeededGenerator, depth: Int) -> Any {
    switch Int.random(in: 0...(depth > 0 ? 5 : 2), using: &generator) {
    case 0: Int.random(in: 0...2, using: &generator)
    case 1: "text"
    case 2: [NSNull(), 1] as [Any]
    default:
      Dictionary(
        uniqueKeysWithValues: ["a", "b", "c", "é"].filter { _ in Bool.random(using: &generator) }
          .map { ($0, value(&generator, depth: depth - 1)) })
    }
  }

  @Test(arguments: UInt64(0)..<200)
  func whatIsMadeAndAppliedIsTheNewText(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = try (0..<2).map { _ in
      let value = value(&generator, depth: 4)
      let options: JSONSerialization.WritingOptions =
        Bool.random(using: &generator) ? [.prettyPrinted, .fragmentsAllowed] : .fragmentsAllowed
      return try JSONSerialization.data(withJSONObject: value, options: options)
    }
    let patch = try MergePatch.make(from: Array(texts[0]), to: Array(texts[1]))
    let result = try MergePatch.apply(patch, to: Array(texts[0]))
    let parsed = try [Data(result), texts[1]].map {
      try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) as? NSObject
    }
    #expect(parsed[0] == parsed[1])
    #expect(try MergePatch.apply(Array("{}".utf8), to: result) == result || result.first != 0x7B)
  }
}
