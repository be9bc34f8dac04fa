// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Padded bytes")
struct PaddedBytesTests {
  @Test func areFollowedByZeros() {
    let padded = PaddedBytes([1, 2, 3])
    #expect(padded.count == 3)
    #expect((0..<3).map { padded.source[$0] } == [1, 2, 3])
    #expect((3..<PaddedBytes.padding).allSatisfy { padded.source[$0] == 0 })
    let empty = PaddedBytes([])
    #expect(empty.source.count == 0 && empty.source.word(at: 0) == 0)
  }

  @Test func wordsStartWithTheLowestByte() {
    let padded = PaddedBytes([1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(padded.source.word(at: 0) == 0x0807_0605_0403_0201)
    #expect(padded.source.word(at: 1) == 0x0908_0706_0504_0302)
    #expect(padded.source.halfWord(at: 6) == 0x0009_0807)
  }

  @Test func rangesAreComparedByteByByte() {
    let bytes = Array("abcdefghabcdefghiabcdefgxabcd".utf8)
    let padded = PaddedBytes(bytes)
    for count in 0..<12 {
      for left in 0..<bytes.count - count {
        for right in 0..<bytes.count - count {
          let first = ByteRange(offset: left, count: count)
          let second = ByteRange(offset: right, count: count)
          let expected = bytes[left..<left + count] == bytes[right..<right + count]
          #expect(padded.source.areEqual(first, second) == expected)
          #expect(padded.source.areEqual(first, padded.source.bytes(second)) == expected)
        }
      }
    }
    let short = ByteRange(offset: 0, count: 1)
    #expect(!padded.source.areEqual(short, ByteRange(offset: 0, count: 2)))
    #expect(!padded.source.areEqual(short, [UInt8(ascii: "a"), UInt8(ascii: "b")]))
  }

  @Test func rangesAreCopied() {
    let padded = PaddedBytes(Array("abcdef".utf8))
    var target: [UInt8] = [0]
    padded.source.append(ByteRange(offset: 2, count: 3), to: &target)
    #expect(target == [0] + Array("cde".utf8))
    #expect(padded.source.bytes(ByteRange(offset: 5, count: 0)).isEmpty)
  }

  #if DEBUG
    @Test func readingBeyondThePaddingIsCaught() async throws {
      #expect(Child.isTrap(try await Child.ending(ofMistake: "reading-beyond-the-padding")))
    }
  #endif
}
