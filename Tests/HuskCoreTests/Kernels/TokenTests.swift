// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Tokens")
struct TokenTests {
  private static let kinds: [Token.Kind] = [
    .openObject, .closeObject, .openArray, .closeArray, .key, .string, .number, .literal,
  ]

  @Test(arguments: kinds)
  func holdKindOffsetAndExtent(kind: Token.Kind) {
    for offset in [0, 1, 255, 1 << 31, Token.maxOffset] {
      for extent in [0, 1, 15, 16, Token.maxExtent] {
        let token = Token(kind, offset: offset, extent: extent)
        #expect(token.kind == kind && token.offset == offset && token.extent == extent)
        #expect(Token(word: token.word) == token)
      }
    }
    #expect(
      Token(kind, offset: 0, extent: 0).isScalar == [.string, .number, .literal].contains(kind))
  }

  @Test func tapesGrowAndForget() {
    var tape = TokenTape()
    for index in 0..<5_000 {
      tape.reserve(1)
      tape.append(Token(.number, offset: index, extent: 1))
    }
    #expect(tape.count == 5_000)
    #expect((0..<5_000).allSatisfy { tape[$0].offset == $0 })
    tape.replace(7, with: Token(.key, offset: 9, extent: 2))
    #expect(tape[7].kind == .key && tape[7].range == ByteRange(offset: 9, count: 2))
    tape.textCount = 3
    tape.removeAll()
    #expect(tape.count == 0 && tape.textCount == 0)
  }
}
