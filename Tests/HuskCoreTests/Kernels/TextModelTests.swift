// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Text model (SPEC §13.8 Text model)", .seeded)
struct TextModelTests {
  private static let lessons: [(slot: Int, text: String)] = [
    (0, "GET /index.html HTTP/1.1\n"), (1, "alpha\nbeta\nalpha\n"), (0, "GET /images HTTP/1.1\n"),
    (2, String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 5) + "\n"),
  ]

  private static let texts: [(slot: Int, text: String)] = [
    (0, "GET /index.htm HTTP/1.0\n"), (1, "gamma\n"), (3, "été ☃\n"), (0, "\n"),
    (2, "klmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n"), (1, "gamma gamma gamma\n"),
    // Surprises that last.
    (3, (0..<150).map { "\($0 * $0 % 1009)" }.joined(separator: ", ") + "\n"),
    (0, "A text that is learnt, and another text that was learnt: GET /index.html\n"),
  ]

  private func learnt() -> TextModel {
    var model = TextModel()
    for lesson in Self.lessons { model.learn(Array(lesson.text.utf8), slot: lesson.slot) }
    model.keep()
    return model
  }

  private func encode(_ model: inout TextModel) -> [UInt8] {
    var encoder = RangeEncoder()
    for text in Self.texts {
      model.start(text.slot)
      for byte in text.text.utf8 { model.encode(byte, to: &encoder) }
    }
    return encoder.finish()
  }

  @Test func aDecoderReadsWhatAnEncoderWrites() {
    var model = learnt()
    let bytes = PaddedBytes(encode(&model))
    model.forget()
    var decoder = RangeDecoder(bytes.source, ByteRange(offset: 0, count: bytes.count))
    for text in Self.texts {
      model.start(text.slot)
      for byte in text.text.utf8 { #expect(model.decode(from: &decoder) == byte) }
    }
  }

  @Test func bytesAreThoseOfTheReference() {
    var model = learnt()
    var reference = ReferenceTextModel()
    for lesson in Self.lessons { reference.learn(Array(lesson.text.utf8), slot: lesson.slot) }
    reference.startMessage()
    var encoder = ReferenceRangeEncoder()
    for text in Self.texts {
      reference.start(text.slot)
      for byte in text.text.utf8 { reference.learn(byte) { encoder.bit($0, $1) } }
    }
    #expect(encode(&model) == encoder.bytes)
  }

  @Test(arguments: 0...8) func messagesSurpriseAsTheReferenceSays(noise: Int) {
    let words = ["GET ", "/images", "/index.html", " HTTP/1.1", "alpha", "abcdefghijkl"]
    var generator = SeededGenerator(stream: noise)
    // From a text like those that were learnt to one that nothing foretells.
    let text = (0..<120).map { _ in
      generator.chance(noise, in: 8) ? String(generator.below(1000)) : generator.pick(words)
    }.joined()
    var model = learnt()
    var reference = ReferenceTextModel()
    for lesson in Self.lessons { reference.learn(Array(lesson.text.utf8), slot: lesson.slot) }
    reference.startMessage()
    model.start(0)
    reference.start(0)
    var encoder = RangeEncoder()
    var referenceEncoder = ReferenceRangeEncoder()
    for byte in text.utf8 {
      model.encode(byte, to: &encoder)
      reference.learn(byte) { referenceEncoder.bit($0, $1) }
    }
    #expect(encoder.finish() == referenceEncoder.bytes)
  }

  @Test func firstBytesThatAreLearntAreThoseOfTheSpecification() {
    var reference = ReferenceTextModel()
    reference.startMessage()
    reference.start(1)
    var read: [[Int]] = []
    for byte in (0..<120).map({ "\($0 * $0 % 1009)" }).joined(separator: " ").utf8.prefix(15) {
      read.append([])
      reference.learn(byte) { read[read.count - 1].append($1) }
    }
    #expect(read[..<14].allSatisfy { $0 == [Int](repeating: 2048, count: 8) })
    #expect(read[14] == [1640, 1636, 2456, 2456, 1632, 1632, 2460, 1632])
  }

  @Test func whatIsForgottenChangesNothing() {
    var model = learnt()
    let first = encode(&model)
    #expect(encode(&model).count < first.count, "a message is matched with itself")
    model.forget()
    #expect(encode(&model) == first)
  }

  @Test func tablesAreThoseOfTheReference() {
    let tables = LogisticTables()
    for value in -2100...2100 {
      #expect(tables.squash(value) == ReferenceTextModel.squash(value))
    }
    for probability in 0..<4096 {
      #expect(tables.stretch(probability) == ReferenceTextModel.stretch(probability))
    }
    #expect(tables.squash(0) == 2048 && tables.stretch(2048) == 0)
  }
}
