// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Index of runs", .seeded)
struct RunIndexTests {
  /// Texts of messages with others between them, which are searched too by mistake if places are taken
  /// for texts.
  private static func texts(_ seed: Int) -> (bytes: [UInt8], texts: [RunIndex.Text]) {
    var generator = SeededGenerator(stream: seed)
    var bytes: [UInt8] = []
    var texts: [RunIndex.Text] = []
    for message in 0..<Int32(20) {
      for _ in 0...generator.below(3) {
        bytes += (0..<generator.below(4)).map { _ in generator.pick([UInt8]("ab".utf8)) }
        let count = generator.below(40)
        texts.append(
          RunIndex.Text(
            message: message, range: ByteRange(offset: bytes.count, count: count)))
        bytes += (0..<count).map { _ in generator.pick([UInt8]("aaab".utf8)) }
      }
    }
    return (bytes, texts)
  }

  @Test(arguments: 0..<20) func runsAreFoundWhereTheyStand(seed: Int) {
    let (bytes, texts) = Self.texts(seed)
    let padded = PaddedBytes(bytes)
    let index = RunIndex(texts.reversed(), padded.source)
    var generator = SeededGenerator(stream: seed + 100)
    var answers: Set<Bool> = []
    let long = texts.filter { $0.range.count >= RunIndex.window }
    for _ in 0..<200 {
      let text = generator.pick(long)
      let count = RunIndex.window + generator.below(text.range.count - RunIndex.window + 1)
      let offset = text.range.offset + generator.below(text.range.count - count + 1)
      let run = ByteRange(offset: offset, count: count)
      let messages = Set(
        texts.filter { text in
          (text.range.offset..<max(text.range.end - count + 1, text.range.offset)).contains {
            bytes[$0..<$0 + count] == bytes[offset..<offset + count]
          }
        }.map(\.message))
      for support in 1...6 {
        let isFound = index.stands(run, inMany: support)
        #expect(isFound == (messages.count >= support))
        answers.insert(isFound)
      }
      let support = index.support(ofWindowAt: offset)
      #expect(count > RunIndex.window || support == messages.count)
    }
    #expect(answers.count == 2)
  }

  @Test func longRunsAtTheEndReadNothingBehindIt() {
    let bytes = [UInt8](repeating: ASCII.lowerN, count: 3000)
    let padded = PaddedBytes(bytes)
    let texts = [0, 1000, 2000].enumerated().map {
      RunIndex.Text(
        message: Int32($0.offset), range: ByteRange(offset: $0.element, count: 1000))
    }
    let index = RunIndex(texts, padded.source)
    let found = [1000, 1001].map { count in
      index.stands(ByteRange(offset: 0, count: count), inMany: count == 1000 ? 3 : 1)
    }
    #expect(found == [true, false])
  }
}
