// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Strings as other bytes", .seeded, .timeLimit(.minutes(60)))
struct StringCodingTests {
  private static let forms = (0..<4).map { Base64Form(variant: UInt8($0), prefix: []) }

  private func decode(_ strings: [String], _ form: Base64Form) -> (
    lengths: [Int64], bytes: [UInt8]
  )? {
    let text = ColumnText(strings.map { "\"\($0)\"" })
    return text.source.decodeBase64(text.tokens[...], form)
  }

  /// Base64 as nobody would write it who wants to be fast.
  private func encode(_ bytes: [UInt8], _ form: Base64Form) -> String {
    let bits = bytes.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    var result = String(decoding: form.prefix, as: UTF8.self)
    var rest = Substring(bits)
    while !rest.isEmpty {
      let digit = rest.prefix(6) + String(repeating: "0", count: max(6 - rest.count, 0))
      result.unicodeScalars.append(Unicode.Scalar(form.digits[Int(digit, radix: 2) ?? 0]))
      rest = rest.dropFirst(6)
    }
    let padding = form.isPadded ? (3 - bytes.count % 3) % 3 : 0
    return result + String(repeating: "=", count: padding)
  }

  @Test("are Base64 of every length", arguments: 0..<4) func base64(variant: Int) throws {
    var random = SeededGenerator(stream: variant)
    let form = Base64Form(variant: UInt8(variant), prefix: Array("k-".utf8))
    let values = (0..<60).map { count in (0..<count).map { _ in UInt8(random.below(256)) } }
    let found = try #require(decode(values.map { encode($0, form) }, form))
    #expect(found.lengths == values.map { Int64($0.count) })
    #expect(found.bytes == values.flatMap { $0 })
  }

  @Test(
    "or not, where other digits mean the same bytes",
    arguments: [
      "aGk", "aGl=", "aGk==", "aGk=a", "aB==", "a===", "a", "aGk =", "=", "==", "====", "aG=k",
      "a-k=", "aGk\u{e9}", "\\u0061Gk=", "aGVsbG8", "aG\\/b",
    ])
  func notBase64(string: String) {
    #expect(decode([string], Self.forms[0]) == nil)
  }

  @Test("or not, in the other forms")
  func notTheOtherForms() {
    for string in ["aGk=", "a", "aB", "aGl", "aGVsb"] {
      #expect(decode([string], Self.forms[2]) == nil)
    }
    for string in ["+/8=", "-_8"] { #expect(decode([string], Self.forms[1]) == nil) }
    for string in ["-_8=", "+_8", "--", "-_9"] { #expect(decode([string], Self.forms[3]) == nil) }
    #expect(decode(["-_8"], Self.forms[3])?.bytes == [0xFB, 0xFF])
  }

  @Test("share what they start with", arguments: 1...20) func frontCoding(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    let strings = (0..<100).map { _ in
      String(repeating: random.pick(["ab", "\u{e9}", "x"]), count: random.below(20))
        + random.pick(["", "y", "0123456789"])
    }
    let text = ColumnText(strings.map { "\"\($0)\"" })
    let (lengths, rests) = text.source.frontCode(text.tokens[...])
    var last: [UInt8] = []
    var parts = rests.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    #expect(parts.removeLast().isEmpty)
    for (string, (length, rest)) in zip(strings, zip(lengths, parts)) {
      let value = last.prefix(Int(length)) + rest
      #expect(Array(value) == Array(string.utf8))
      // No more bytes are the same.
      #expect(Int(length) == zip(last, string.utf8).prefix { $0 == $1 }.count)
      last = Array(value)
    }
  }
}
