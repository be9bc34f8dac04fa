// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Sends bytes through a coder, so many at a time.
private func through<Coder: StreamCoder & ~Copyable>(
  _ coder: consuming Coder, _ bytes: [UInt8], pieceByteCount: Int = 1000
) throws -> [UInt8] {
  var coder = coder
  var output: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
    coder.append(Array(bytes[start..<min(start + pieceByteCount, bytes.count)]))
    while let piece = try coder.next() { output += piece }
  }
  coder.finish()
  while let piece = try coder.next() { output += piece }
  return output
}

@Suite("Sequences of messages")
struct MessageStreamTests {
  private let template: MessageTemplate

  init() throws {
    var trainer = TemplateTrainer()
    for number in 0..<20 {
      try trainer.add(bytes(#"{"id":\#(number),"kind":"k\#(number % 2)","note":null}"#))
    }
    template = try trainer.train()
  }

  private func decoder() -> MessageDecoder {
    MessageDecoder(template) { id throws(HuskError) in throw HuskError(unknownTemplate: id) }
  }

  @Test(
    "come back byte for byte, in any form and in pieces of any size",
    arguments: [
      "", "1", "1\n", "1\n\n", "1\r\n2\r\n", "{\"id\":3}\n{\"id\":4}",
      "\n\n{\"id\":3}\n \n\t{\"id\" : 4 }\n   \n", "1 \n 2 \n\n 3 ",
      "\u{FEFF}{\"id\":1}\n{\"id\":2,\n \"kind\":\"k1\"}\n", "[\n1,\n2\n]\n{}\n\"\\n\"\nnull\n",
    ], [1, 1000])
  func comeBack(text: String, pieceByteCount: Int) throws {
    for form in MessageForm.allCases {
      let encoded = try through(
        MessageStreamEncoder(template, form: form), bytes(text), pieceByteCount: pieceByteCount)
      let decoded = try through(
        MessageStreamDecoder(decoder()), encoded, pieceByteCount: pieceByteCount)
      #expect(decoded == bytes(text), "\(form)")
    }
  }

  @Test(
    "are refused where there is whitespace and no text", arguments: ["\n", " \n\t\n"], [1, 1000])
  func whitespaceIsNoSequence(text: String, pieceByteCount: Int) throws {
    let error = #expect(throws: HuskError.self) {
      try through(
        MessageStreamEncoder(template, form: .bare), bytes(text), pieceByteCount: pieceByteCount)
    }
    #expect(error?.code == .emptyInput)
    let minified = try through(
      MessageStreamEncoder(template, form: .bare, whitespace: .minified), bytes(text),
      pieceByteCount: pieceByteCount)
    #expect(minified.isEmpty)
  }

  @Test(
    "lose their whitespace where that is asked for",
    arguments: [
      (" {\"id\": 1} \n\n [2, 3]\n", "{\"id\":1}\n[2,3]\n"), ("1 \n2 ", "1\n2"), ("1\r\n", "1\n"),
    ])
  func loseWhitespace(text: String, minified: String) throws {
    let encoded = try through(
      MessageStreamEncoder(template, form: .bare, whitespace: .minified), bytes(text),
      pieceByteCount: 3)
    #expect(try through(MessageStreamDecoder(decoder()), encoded) == bytes(minified))
  }

  @Test("may bring the template with the first, and name it afterwards")
  func bringTheTemplate() throws {
    let text = bytes((0..<9).map { #"{"id":\#($0)}"# + "\n" }.joined())
    let encoded = try through(
      MessageStreamEncoder(template, form: .referenced, firstForm: .embedded), text)
    let stranger = MessageDecoder { id throws(HuskError) in throw HuskError(unknownTemplate: id) }
    #expect(try through(MessageStreamDecoder(stranger), encoded) == text)
    let each = try through(MessageStreamEncoder(template, form: .embedded), text)
    #expect(encoded.count < each.count / 3)
  }

  @Test("need lines of their own", arguments: ["1 2", "{} {}", "[1]\n2 3"])
  func needLines(text: String) throws {
    #expect {
      try through(MessageStreamEncoder(template, form: .bare), bytes(text))
    } throws: { error in
      (error as? HuskError)?.code == .extraText
    }
  }

  @Test("that are cut give the texts before, and an error or a whole sequence")
  func cut() throws {
    let text = bytes("{\"id\":1}\n{\"id\":2,\"kind\":\"k1\"}\n")
    let encoded = try through(MessageStreamEncoder(template, form: .referenced), text)
    var wholes = 0
    for count in 0..<encoded.count {
      var stream = MessageStreamDecoder(decoder())
      stream.append(Array(encoded[..<count]))
      stream.finish()
      var decoded: [UInt8] = []
      do {
        while let piece = try stream.next() { decoded += piece }
        wholes += 1
        #expect(decoded.isEmpty || decoded == bytes("{\"id\":1}\n"))
      } catch {
        #expect(error.code == .truncated)
        #expect(text.starts(with: decoded))
      }
    }
    #expect(wholes == 2)
  }

  @Test(
    "that break a rule are refused",
    arguments: [
      ([0x00], HuskError.Code.truncated), ([0xFF, 0xFF, 0xFF, 0xFF, 0x7F], .limitExceeded),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], .invalidVarint),
    ])
  func refused(encoded: [UInt8], code: HuskError.Code) throws {
    #expect {
      try through(MessageStreamDecoder(decoder()), encoded)
    } throws: { error in
      (error as? HuskError)?.code == code
    }
    let whole = try through(MessageStreamEncoder(template, form: .bare), bytes("1"))
    #expect {
      try through(MessageStreamDecoder(decoder()), whole + [1, 0])
    } throws: { error in
      (error as? HuskError)?.code == .extraValue
    }
  }
}

@Suite("Messages of any template")
struct MessageDecoderTests {
  private static func template(_ key: String) throws -> MessageTemplate {
    var trainer = TemplateTrainer()
    for number in 0..<5 { try trainer.add(bytes(#"{"\#(key)":\#(number)}"#)) }
    return try trainer.train()
  }

  @Test("are decoded with what the store has, which each is asked for once")
  func storesAreAsked() throws {
    let store = MemoryTemplateStore()
    let decoder = MessageDecoder(store: store)
    for number in 0..<40 {
      let key = "key\(number % 20)"
      let template = try Self.template(key)
      let record = try store.put(template.content, named: key, expires: 0)
      #expect(record.id == template.id)
      var coder = MessageCoder(template)
      let text = bytes(#"{"\#(key)":7}"#)
      #expect(try decoder.decode(coder.encode(text, as: .referenced)) == text)
      #expect(try decoder.decode(coder.encode(text, as: .embedded)) == text)
      #expect(throws: HuskError(.templateMismatch, "")) {
        var coder = MessageCoder(template)
        _ = try decoder.decode([0] + coder.encode(text, as: .bare))
      }
    }
  }

  @Test("A message of no bytes is cut off, whether a template was named or not")
  func noBytes() throws {
    let named = MessageDecoder(try Self.template("key")) { id throws(HuskError) in
      throw HuskError(unknownTemplate: id)
    }
    for decoder in [named, MessageDecoder(store: MemoryTemplateStore())] {
      #expect(throws: HuskError(.truncated, at: 0, "")) { try decoder.decode([]) }
    }
  }

  @Test("The template that was named stays, however many others are met")
  func theNamedTemplateStays() throws {
    let named = try Self.template("named")
    let decoder = MessageDecoder(named) { id throws(HuskError) in
      throw HuskError(unknownTemplate: id)
    }
    var own = MessageCoder(named)
    let first = try Self.template("first")
    var firstCoder = MessageCoder(first)
    for number in 0..<40 {
      var other = MessageCoder(try Self.template("other\(number)"))
      _ = try decoder.decode(other.encode(bytes("{}"), as: .embedded))
      _ = try decoder.decode(
        firstCoder.encode(bytes("{}"), as: number == 0 ? .embedded : .referenced))
      for form in MessageForm.allCases {
        let text = bytes(#"{"named":\#(number)}"#)
        #expect(try decoder.decode(own.encode(text, as: form)) == text)
      }
    }
  }

  @Test("name the template that is missing")
  func missingTemplatesAreNamed() throws {
    let template = try Self.template("key")
    var coder = MessageCoder(template)
    let message = try coder.encode(bytes("{}"))
    for decode in [MessageDecoder(store: MemoryTemplateStore()).decode, { try Husk.decode($0) }] {
      #expect {
        try decode(message)
      } throws: { error in
        let error = error as? HuskError
        return error?.code == .unknownTemplate
          && error?.description.contains("\(template.id)".prefix(16)) == true
      }
    }
  }

  @Test("Content that is no template is an error, not a message")
  func contentMustBeATemplate() throws {
    let store = MemoryTemplateStore()
    let record = try store.put([9, 9, 9], named: "name", expires: nil)
    let message = [0xFD, 0x4D] + record.id.bytes.prefix(8) + [0, 0, 0, 0]
    #expect(throws: HuskError.self) { try MessageDecoder(store: store).decode(message) }
  }

  @Test("A small message cannot bring a template that takes long to learn")
  func templatesHaveALimit() throws {
    let limit = Limits().messageTemplateByteCount
    var template = try Self.template("key")
    for (byteCount, isTaken) in [(limit - 1000, true), (limit, false)] {
      template.samples = [
        MessageTemplate.Sample(slot: 0, text: [UInt8](repeating: 0x0A, count: byteCount))
      ]
      #expect((template.content.count <= limit) == isTaken)
      // What it takes to carry it compressed, without learning it.
      let file = try #require(TemplateFile(template)).bytes
      #expect(file.count < 1000)
      if isTaken {
        #expect(try TemplateFile(file).content == template.content)
        continue
      }
      // The frame of a template file is that of a message that embeds it.
      let frame = file.dropFirst(4).dropLast(4)
      let message = [0xFD, UInt8(ascii: "T")] + frame + [0, 0, 0, 0]
      for decode in [{ try Husk.decode($0) }, { try TemplateFile(file).content + $0 }] {
        let error = #expect(throws: HuskError.self) { try decode(message) }
        #expect(error?.code == .limitExceeded)
      }
    }
  }

  @Test("The row layout brings its template", arguments: ["{}", " [1, {\"a\": null}]\n", "-0.0e5"])
  func theRowLayoutBringsItsTemplate(text: String) throws {
    let encoded = try Husk.encode(json: bytes(text), options: EncodeOptions(layout: .row))
    #expect(MessageParts.isMessage(encoded))
    #expect(try Husk.decode(encoded) == bytes(text))
    #expect(try through(StreamDecoder(), encoded, pieceByteCount: 1) == bytes(text))
    let everything = try through(SelectiveDecoder(Selection()), encoded)
    #expect(try Husk.decode(Husk.encode(json: everything)) == everything)
  }
}

@Suite("Template files")
struct TemplateFileTests {
  private static func file() throws -> TemplateFile {
    var trainer = TemplateTrainer()
    for number in 0..<9 { try trainer.add(bytes(#"{"id":\#(number),"kind":"login"}"#)) }
    return try #require(TemplateFile(try trainer.train(), name: "events/login", version: 300))
  }

  @Test("come back")
  func comeBack() throws {
    let file = try Self.file()
    let read = try TemplateFile(file.bytes)
    #expect(read == file)
    #expect(try read.template().content == file.content)
    #expect(TemplateFile(try file.template(), name: "no name") == nil)
    #expect(TemplateFile(try file.template())?.name == "")
  }

  @Test("that are cut, changed or followed by something are refused")
  func damageIsFound() throws {
    let bytes = try Self.file().bytes
    for count in bytes.indices {
      #expect(throws: HuskError.self) { try TemplateFile(Array(bytes[..<count])) }
      for bit in 0..<8 {
        var changed = bytes
        changed[count] ^= 1 << UInt8(bit)
        #expect(throws: HuskError.self) { try TemplateFile(changed) }
      }
    }
    #expect(throws: HuskError(.extraValue, at: bytes.count, "")) { try TemplateFile(bytes + [0]) }
  }
}
