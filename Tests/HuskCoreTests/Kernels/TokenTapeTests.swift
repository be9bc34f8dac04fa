// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("The tape", .seeded)
struct TokenTapeTests {
  @Test("adds up its tokens as a plain loop does")
  func tokensAreAddedUp() throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<200 {
      let text = PaddedBytes(generator.sequence())
      var tokenizer = Tokenizer(limits: Limits())
      try tokenizer.tokenize(text, as: .ndjson)
      var twin = TokenTape.Sums()
      for index in 0..<tokenizer.tape.count {
        let token = tokenizer.tape[index]
        switch token.kind {
        case .key:
          twin.keyCount += 1
          twin.byteCount += token.extent
        case .string, .number, .literal:
          twin.valueCount += 1
          twin.byteCount += token.extent
        case .openObject, .openArray:
          twin.valueCount += 1
          twin.byteCount += 1
        case .closeObject, .closeArray:
          twin.byteCount += 1
          if token.extent > 0 { twin.filledCount += 1 }
        }
      }
      #expect(tokenizer.tape.sums() == twin)
    }
  }
}
