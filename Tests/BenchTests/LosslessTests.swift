// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTestKit
import Testing

@Suite("Forms of others lose no value")
struct LosslessTests {
  /// What the originals lose, or mistake for something else.
  private static let texts = [
    "[]", "[[]]", "[[[]]]", "[0]", "[0,1]", #"[1,"a"]"#, #"[1,"a","b"]"#, "[[0]]", "[{}]",
    "[{},{}]",
    "[{},[]]", #"[["a"]]"#, #"[["a"],["b"]]"#, #"[[],["a"],[0]]"#, #"[{"a":1},{"b":2}]"#,
    #"[{"a":1},{"a":1,"b":2},{"b":null}]"#, #"[{"a":[]},{"b":[[]]},{"a":[0],"b":[[],[]]}]"#,
    #"[{"a":1,"b":2},{"b":3,"a":4}]"#, #"[{"a":1,"a":2}]"#, #"{"":[1,2]}"#, #"{"":{"":{}}}"#,
    #"[{"a":[{"b":1},{"b":2}]},{"a":[{"b":1,"c":{}}]}]"#, "[1.0,1e5,-0,1E-7,0.10]",
    "[123456789012345678901234567890,1e400,-9223372036854775808,-9223372036854775809]",
    #"["\ud800","\u00e9\n\/","\ud83d\ude00",{"\udc00":1}]"#, #"{"__proto__":{"isAdmin":true}}"#,
    #"[{"a":"x"},{"a":"x"},{"a":3},{"a":[1]},{"a":"y"}]"#, #"{"f":"cjson","t":[],"v":1}"#, "3",
    #""text""#, "null",
  ]

  @Test("Values that the originals lose come back", arguments: SampleForms.all.keys.sorted(), texts)
  func valuesComeBack(name: String, text: String) throws {
    let value = try JSONValue.text(of: Array(text.utf8))
    try check(name, [value], isSequence: false)
  }

  @Test("Sequences come back", arguments: SampleForms.all.keys.sorted())
  func sequencesComeBack(name: String) throws {
    try check(name, Self.texts.map { try JSONValue.text(of: Array($0.utf8)) }, isSequence: true)
    try check(name, [], isSequence: true)
  }

  @Test("The documents of the corpus come back", arguments: SampleForms.all.keys.sorted())
  func documentsComeBack(name: String) throws {
    for file in Corpus.files(in: Corpus.documents) {
      let texts = try JSONValue.texts(of: file.bytes())
      try check(name, texts, isSequence: file.name.hasSuffix(".ndjson"))
    }
  }

  @Test("Random values come back", arguments: SampleForms.all.keys.sorted())
  func randomValuesComeBack(name: String) throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let value = Self.value(&random, depth: 4)
      try check(name, [value], isSequence: false)
    }
  }

  private func check(_ name: String, _ texts: [JSONValue], isSequence: Bool) throws {
    let form = try #require(SampleForms.all[name])
    let bytes = try form.encode(texts, isSequence: isSequence)
    let decoded = try form.decode(bytes, isSequence: isSequence)
    let isSame = decoded.count == texts.count && zip(decoded, texts).allSatisfy { $0.means($1) }
    #expect(
      isSame, "\(name): \(String(decoding: JSONValue.lines(of: texts).prefix(300), as: UTF8.self))")
    // Forms that are JSON keep how numbers and strings are written, too.
    if form is any TreeForm { #expect(decoded == texts) }
  }

  /// A value made of few distinct parts, so that arrays look alike and like what forms make of them.
  private static func value(
    _ random: inout SystemRandomNumberGenerator, depth: Int
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0: return .integer(Int.random(in: 0...2, using: &random))
    case 1: return .string(Array(#""a""#.utf8))
    case 2: return .literal(.null)
    case 3: return .array([])
    case 4:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in value(&random, depth: depth - 1) })
    case 5:
      let count = Int.random(in: 1...4, using: &random)
      return .array((0..<count).map { _ in object(&random, depth: depth - 1) })
    default: return object(&random, depth: depth - 1)
    }
  }

  private static func object(
    _ random: inout SystemRandomNumberGenerator, depth: Int
  ) -> JSONValue {
    let keys = ["a", "b", ""].filter { _ in Bool.random(using: &random) }
    return .object(
      keys.map {
        JSONValue.Member(key: Array("\"\($0)\"".utf8), value: value(&random, depth: depth))
      })
  }
}
