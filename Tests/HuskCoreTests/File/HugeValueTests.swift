// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

/// Values that have more bytes than a token can span: what they hold is taken apart, or text is stored.
@Suite("Values of more than 256 MB (SPEC §8.7 Stored blocks)")
struct HugeValueTests {
  private static let range = ByteRange(offset: 5, count: Token.maxExtent + 1)

  /// The tokens of an empty array of so many bytes.
  private func tape(_ range: ByteRange) -> TokenTape {
    var tape = TokenTape()
    tape.reserve(2)
    tape.append(Token(.openArray, offset: range.offset, extent: 1))
    tape.append(Token(.closeArray, offset: range.end - 1, extent: 0))
    return tape
  }

  @Test func noTokenSpansThem() throws {
    #expect(Token(.openArray, spanning: Self.range) == nil)
    let tape = tape(Self.range)
    let range = tape.range(at: 0)
    #expect(range == Self.range)
    let none = tape.whole(at: 0)
    #expect(none == nil)
    let smaller = ByteRange(offset: 5, count: Token.maxExtent)
    let whole = self.tape(smaller).whole(at: 0)
    let token = try #require(whole)
    #expect(token.offset == 5 && token.extent == Token.maxExtent)
  }

  @Test func valuesSayThatTheyAreNotAll() {
    var values = SlotValues()
    values.take([(.openArray, ByteRange(offset: 0, count: 2))])
    let areComplete = values.areComplete
    #expect(areComplete)
    values.take([(.openArray, ByteRange(offset: 0, count: 2)), (.openObject, Self.range)])
    let areMissing = !values.areComplete
    #expect(areMissing)
    values.removeAll()
    let areCompleteAgain = values.areComplete
    #expect(areCompleteAgain)
  }

  @Test func rowsOfThemAreNotKeptUndivided() {
    let text = PaddedBytes(Array("[1]".utf8))
    func rows(_ tape: consuming TokenTape) -> UndividedRows? {
      UndividedRows(
        RowBlock(
          bytes: PaddedBytes(Array("[1]".utf8)), tape: tape, rowCount: 1, frame: BlockFrame(),
          openOffset: nil, closeOffset: nil, isRepetitive: false), Limits())
    }
    let huge = rows(tape(Self.range))
    #expect(huge == nil)
    let small = rows(tape(ByteRange(offset: 0, count: text.count)))
    #expect(small?.text == Array("[1]".utf8) + [2])
  }
}
