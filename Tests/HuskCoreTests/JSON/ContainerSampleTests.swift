// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("The sample of a text that is one container for the most part")
struct ContainerSampleTests {
  private static func elements(_ count: Int) -> String {
    (0..<count).map { #"{"id":\#($0),"of":["]"]}"# }.joined(separator: ",")
  }

  private func sample(_ text: String, byteCount: Int = 400) -> ContainerSample? {
    let bytes = PaddedBytes(Array(text.utf8))
    return ContainerSample(of: bytes.source, byteCount: byteCount)
  }

  @Test(
    "has the first elements and the end",
    arguments: [
      (#"{"kind":"a, [b]","rows":["#, #"],"count":9}"#, 1),
      (#"{"rows":["#, #"],"more":[{"id":1},[2,{"x":[]}]],"next":{"of":[]}}"#, 1),
      (#"{"a":{"b":{"rows":["#, #"],"x":[]},"y":{}},"z":[[]]}"#, 3),
      ("{ \"rows\" : [\n", "\n] }", 1),
    ])
  func sampleHasStartAndEnd(start: String, end: String, depth: Int) throws {
    let text = start + Self.elements(100) + end
    for blanks in ["", "\n", " \r\n"] {
      let sample = try #require(self.sample(text + blanks))
      let count = sample.omitted.lowerBound
      #expect(sample.text == Array(text.utf8.prefix(count)) + Array(end.utf8))
      let elements = String(decoding: sample.text, as: UTF8.self).dropFirst(start.count)
      #expect(elements.hasPrefix(Self.elements(8)))
      #expect(sample.omitted.upperBound == text.utf8.count - end.utf8.count)
      #expect(sample.valueEnd == text.utf8.count)
      #expect(sample.path.count == depth && !sample.isObject)
      #expect(200...400 ~= count)
    }
  }

  @Test("takes the members of a map")
  func membersAreTaken() throws {
    let members = (0..<100).map { #""key \#($0)":{"id":\#($0),"of":{}}"# }.joined(separator: ",")
    let text = #"{"a":{\#(members)},"b":{"c":{}}}"#
    let sample = try #require(self.sample(text))
    #expect(sample.isObject && sample.path.count == 1)
    #expect(String(decoding: sample.text, as: UTF8.self).hasSuffix(#"},"b":{"c":{}}}"#))
    #expect(try #require(self.sample("{\(members)}")).path.isEmpty)
  }

  @Test(
    "is not there where the text is not that of one container",
    arguments: [
      // More follows than a little.
      #"{"a":[\#(elements(90))],"b":"\#(String(repeating: "x", count: 5000))"}"#,
      // It stands in one element of an array.
      #"{"a":[{"b":[\#(elements(90))]}]}"#,
      // The text is not closed, or another follows, or it has one long string or nests deeply.
      #"{"a":[\#(elements(90)),"#, #"{"a":[\#(elements(90))]} 2"#,
      #"{"a":"\#(String(repeating: "x", count: 5000))"}"#,
      #"{"a":\#(String(repeating: "[", count: 5000))"#,
    ])
  func otherTextsHaveNone(text: String) {
    #expect(sample(text) == nil)
  }
}
