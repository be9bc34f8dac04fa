// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Damaged messages are refused (SPEC §13 Row layout)", .seeded, .timeLimit(.minutes(60)))
struct DamagedMessageTests {
  /// Documents that take all the ways that a message can take.
  private static let documents = [
    SampleMessages.message(6), SampleMessages.message(1007),
    Array(#"{"id":"x","level":7,"user":[1,{"a":null}],"new":"value","tags":["t0","other"]}"#.utf8),
    Array("[\n  1,\n  {\"id\" : 2}\n]\n".utf8),
  ]

  /// Decodes what may be damaged: it is refused, or the document comes out.
  private func expectRefusal(
    _ coder: inout MessageCoder, _ message: [UInt8], _ document: [UInt8],
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let decoded = try? coder.decode(message) {
      #expect(decoded == document, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: MessageForm.allCases)
  func messagesThatEndTooEarly(form: MessageForm) throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    for document in Self.documents {
      let message = try coder.encode(document, as: form)
      let counts =
        form == .embedded
        ? Array(stride(from: 0, to: message.count, by: 37)) : Array(0..<message.count)
      for count in counts { expectRefusal(&coder, Array(message[..<count]), document) }
      #expect(throws: HuskError.self) { try coder.decode(Array(message[..<3])) }
    }
  }

  @Test func everyBitThatChanges() throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    for document in Self.documents {
      let message = try coder.encode(document, as: .referenced)
      for bit in 0..<message.count * 8 {
        var damaged = message
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        expectRefusal(&coder, damaged, document)
      }
      #expect(try coder.decode(message) == document)
    }
  }

  @Test func bitsOfAnEmbeddedTemplate() throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    let document = Self.documents[0]
    let message = try coder.encode(document, as: .embedded)
    var random = SeededGenerator()
    for _ in 0..<60 {
      var damaged = message
      damaged[random.below(message.count)] ^= 1 << UInt8(random.below(8))
      expectRefusal(&coder, damaged, document)
    }
  }

  @Test func bytesBehindAMessage() throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    let message = try coder.encode(Self.documents[0])
    let error = #expect(throws: HuskError.self) { try coder.decode(message + [1, 2, 3, 4, 5]) }
    #expect(error?.code == .extraValue)
  }

  @Test(arguments: MessageForm.allCases)
  func fewBytesBehindAMessage(form: MessageForm) throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    for document in Self.documents {
      let message = try coder.encode(document, as: form)
      #expect(try coder.decode(message) == document)
      for tail in [[0], [1], [0xFF], [0, 0], [0, 1], [0, 0, 0], [0, 0, 0, 0]] as [[UInt8]] {
        let error = #expect(throws: HuskError.self) { try coder.decode(message + tail) }
        // What is no more in the interval becomes another document.
        if tail.allSatisfy({ $0 == 0 }) { #expect(error?.code == .extraValue) }
      }
    }
  }

  @Test func randomBytes() throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    var random = SeededGenerator()
    for start in [[], [0xFD, 0x4D], [0xFD, 0x54]] as [[UInt8]] {
      for _ in 0..<150 {
        let bytes = start + (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
        #expect(throws: HuskError.self) { try coder.decode(bytes) }
      }
    }
  }

  @Test func valuesThatAreRandomAreNoMoreThanALimit() throws {
    let template = try SampleMessages.template(20)
    var codec = RowCodec(template, limits: Limits(decodedByteCount: 20_000))
    var random = SeededGenerator()
    for _ in 0..<300 {
      let bytes = PaddedBytes((0..<random.below(40)).map { _ in UInt8(random.below(256)) })
      let range = ByteRange(offset: 0, count: bytes.count)
      if let decoded = try? codec.decode(bytes.source, range) { #expect(decoded.count <= 20_000) }
    }
  }

  @Test func templatesThatAreDamaged() throws {
    let content = try SampleMessages.template(20).content
    for count in stride(from: 0, to: content.count, by: 5) {
      #expect(throws: HuskError.self) { try MessageTemplate(content: Array(content[..<count])) }
    }
    var random = SeededGenerator()
    let document = Self.documents[0]
    for round in 0..<400 {
      var damaged = content
      damaged[random.below(content.count)] = UInt8(random.below(256))
      guard let template = try? MessageTemplate(content: damaged) else { continue }
      #expect(template.content == damaged, "two ways to write one template")
      // Making a coder is slow, so only some are used.
      guard round % 40 == 0 else { continue }
      var coder = MessageCoder(template)
      #expect(try coder.decode(coder.encode(document)) == document)
    }
  }

  @Test func messagesOfAnotherTemplate() throws {
    var coder = MessageCoder(try SampleMessages.template(20))
    var other = MessageCoder(try SampleMessages.template(21))
    #expect(coder.templateID != other.templateID)
    for form in [MessageForm.referenced, .embedded] {
      let message = try other.encode(Self.documents[0], as: form)
      let error = #expect(throws: HuskError.self) { try coder.decode(message) }
      #expect(error?.code == .templateMismatch)
    }
    let bare = try other.encode(Self.documents[0], as: .bare)
    #expect(throws: HuskError.self) { try coder.decode(bare) }
  }
}
