// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Lexemes", .seeded)
struct LexemeTests {
  @Test(
    arguments: [
      (#""""#, ""), (#""a""#, "a"), (#""\n\r\t\b\f\\\/\"""#, "\n\r\t\u{8}\u{C}\\/\""),
      (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00x""#, "😀x"), (#""é😀""#, "é😀"),
    ])
  func stringsAreUnescaped(lexeme: String, content: String) {
    #expect(StringLexeme.unescape(Array(lexeme.utf8)) == Array(content.utf8))
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\u0041""#, #""\udc00\ud800""#,
  ])
  func loneSurrogatesHaveNoMeaning(lexeme: String) {
    #expect(StringLexeme.unescape(Array(lexeme.utf8)) == nil)
  }

  @Test func stringsMeanWhatFoundationSays() throws {
    var random = SeededGenerator()
    var count = 0
    for _ in 0..<500 {
      let lexeme = LexemeGenerator.string(&random)
      guard let content = StringLexeme.unescape(lexeme) else { continue }
      let expected = try JSONDecoder().decode(String.self, from: Data(lexeme))
      #expect(Array(expected.utf8) == content)
      count += 1
    }
    #expect(count > 400)
  }

  @Test(arguments: ["1", "-0", "1.5e-7", "true", "false", "null", #""""#, #""\ud800""#, #""é""#])
  func scalarsAreValid(text: String) {
    #expect(ScalarLexeme.isValid(Array(text.utf8)))
  }

  @Test(
    arguments: [
      "", " 1", "1 ", "01", "1,", "nul", "nulll", "tru\u{0}", "[]", "{}", #""a"#, #"a""#, #""a"b"#,
      #"""""#, "\"\n\"", "+1", "-", "1e", "NaN",
    ])
  func anythingElseIsNoScalar(text: String) {
    #expect(!ScalarLexeme.isValid(Array(text.utf8)))
  }
}
