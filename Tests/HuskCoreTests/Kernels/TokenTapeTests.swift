// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("The tape", .seeded)
struct TokenTapeTests {
  @Test("counts what stands between its tokens as a plain loop does")
  func gapsAreCounted() throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<200 {
      let text = PaddedBytes(generator.sequence())
      var tokenizer = Tokenizer(limits: Limits())
      try tokenizer.tokenize(text, as: .ndjson)
      var rest = text.count
      var punctuationCount = 0
      for index in 0..<tokenizer.tape.count {
        let token = tokenizer.tape[index]
        rest -= token.isScalar || token.kind == .key ? token.extent : 1
        switch token.kind {
        case .key: punctuationCount += 1
        case .closeObject, .closeArray: punctuationCount += max(token.extent - 1, 0)
        default: break
        }
      }
      #expect(tokenizer.tape.punctuationCount == punctuationCount)
      #expect(tokenizer.tape.gapByteCount == rest - punctuationCount)
    }
  }
}
