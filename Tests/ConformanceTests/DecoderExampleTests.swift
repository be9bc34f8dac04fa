// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

/// The decoder of Appendix B shares no line with the library, so where both agree SPEC.md is clear.
@Suite(
  "The decoder in Python",
  .enabled(if: Python.path != nil, "python3 is not there"))
struct DecoderExampleTests {
  /// Decodes a file, or gives nothing where the decoder fails.
  private func decode(_ text: [UInt8]) throws -> [UInt8]? {
    let result = try Python.decode("decoder", text)
    return result.status == 0 ? result.output : nil
  }

  @Test(arguments: Vector.all(in: "text", "gaps", succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let text = try #require(vector.content["text"])
    #expect(try decode(text) == Husk.decode(text))
  }

  @Test(arguments: Corpus.files(in: Corpus.folder.appending(path: "documents")))
  func decodesEveryDocument(file: CorpusFile) throws {
    let document = try file.bytes()
    let options = EncodeOptions(layout: .text)
    #expect(try decode(Husk.encode(json: document, options: options)) == document)
  }

  @Test func noticesAWrongCheck() throws {
    let text = #"{"husk":1,"template":{"root":null},"check":"00000000","values":[1]}"#
    #expect(try decode(Array(text.utf8)) == nil)
  }
}

/// The second decoder of blocks, written from SPEC.md.
@Suite(
  "The decoder of blocks in Python",
  .enabled(if: Python.path != nil, "python3 is not there"))
struct BlockDecoderExampleTests {
  /// The vectors that the standard library of Python is enough for.
  private static func vectors(succeed: Bool) -> [Vector] {
    Vector.all(in: "column", succeed: succeed).filter { vector in
      // The example has no limits.
      vector.content.options.isEmpty && (Python.hasCodecs || !needsCodecs(vector))
    }
  }

  private static func needsCodecs(_ vector: Vector) -> Bool {
    ["zstd.txt", "brotli.txt"].contains { vector.file.name.hasSuffix($0) }
  }

  @Test(arguments: vectors(succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let result = try Python.decode("block_decoder", try #require(vector.content["file"]))
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: vectors(succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let result = try Python.decode("block_decoder", try #require(vector.content["file"]))
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
  }

  @Test(
    .enabled(if: Python.hasCodecs, "python3 has no modules zstandard and brotli"),
    arguments: Corpus.files(in: Corpus.folder.appending(path: "documents")),
    [Effort.default, Effort(level: 6), .max])
  func decodesEveryDocument(file: CorpusFile, effort: Effort) throws {
    let document = try file.bytes()
    let encoded = try Husk.encode(
      json: document, options: EncodeOptions(layout: .column, effort: effort))
    let result = try Python.decode("block_decoder", encoded)
    #expect(result.output == document, "\(result.message)")
  }
}

/// The decoder of modelled blocks, written from SPEC.md.
@Suite(
  "The decoder of modelled blocks in Python",
  .enabled(if: Python.path != nil, "python3 is not there"), .timeLimit(.minutes(60)))
struct ModelledDecoderExampleTests {
  @Test(arguments: Vector.all(in: "modelled", succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let result = try Python.decode("modelled_decoder", try #require(vector.content["file"]))
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: Vector.all(in: "modelled", succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let result = try Python.decode("modelled_decoder", try #require(vector.content["file"]))
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: Vector.all(in: "modelled", succeed: true))
  func isNeededForEveryVector(vector: Vector) throws {
    let result = try Python.decode("block_decoder", try #require(vector.content["file"]))
    #expect(["invalidColumn\n", "unsupportedCodec\n"].contains(result.message))
    #expect(result.output.isEmpty)
  }

  @Test func tracesTheExampleOfTheSpecification() throws {
    let vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "modelled/one_text.txt")))
    let file = try #require(vector.content["file"])
    let script = Corpus.root.appending(path: "Examples/modelled_decoder.py").path
    let result = try Python.run([script, "--trace"], file)
    let spec = try SpecDocument()
    let rows = spec.rows(of: "16.12").filter { $0.count == 5 }
    let lines = rows.map { $0.dropFirst().joined(separator: " ") + "\n" }
    #expect(lines.count == 16)
    #expect(result.output == Array(lines.joined().utf8))
    let body = try #require(spec.section("16.12")).body
    // Three spaces stand between the bytes of a line and what they are; hashes have none.
    let digits = body.split(separator: "\n").filter { $0.hasPrefix("    ") }.compactMap { line in
      let parts = line.drop { $0 == " " }.split(separator: "   ", maxSplits: 1)
      return parts.count == 2 ? parts[0] : nil
    }
    let bytes = digits.flatMap { $0.split(separator: " ") }.map { UInt8($0, radix: 16) }
    #expect(bytes == file.map(Optional.some))
  }

  @Test func decodesBlocksInColumns() throws {
    let vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "column/worked_example.txt")))
    let result = try Python.decode("modelled_decoder", try #require(vector.content["file"]))
    #expect(result.output == vector.content["document"], "\(result.message)")
  }
}

/// The decoder of messages, written from SPEC.md.
@Suite(
  "The decoder of messages in Python",
  .enabled(if: Python.path != nil, "python3 is not there"))
struct RowDecoderExampleTests {
  /// The vectors that ask for no limits, which the example does not have.
  private static func vectors(succeed: Bool) -> [Vector] {
    Vector.all(in: "row", succeed: succeed).filter(\.content.options.isEmpty)
  }

  private func decode(
    _ vector: Vector
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try Python.decode(
      "row_decoder", vector.content["message"] ?? [],
      attached: vector.content["template"] ?? [])
  }

  @Test(arguments: vectors(succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: vectors(succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: Vector.all(in: "sequence", succeed: true))
  func decodesEverySequence(vector: Vector) throws {
    let result = try sequence(vector)
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: Vector.all(in: "sequence", succeed: false))
  func refusesEveryBadSequence(vector: Vector) throws {
    let result = try sequence(vector)
    // The example has no limit of bytes: the sequence ends too early for it.
    let isLimit = vector.content.expect == "limitExceeded"
    #expect(result.message == (isLimit ? "truncated" : vector.content.expect) + "\n")
  }

  private func sequence(
    _ vector: Vector
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try Python.run(
      [Corpus.root.appending(path: "Examples/row_decoder.py").path, "--sequence"],
      vector.content["sequence"] ?? [], attached: vector.content["template"] ?? [])
  }

  @Test(arguments: Vector.all(in: "template-file", succeed: false))
  func refusesEveryBadTemplateFile(vector: Vector) throws {
    // Another start is that of a template.
    guard vector.content.expect != "notHusk" else { return }
    let result = try Python.decode("row_decoder", [], attached: vector.content["file"] ?? [])
    #expect(result.message == vector.content.expect + "\n")
  }

  @Test(arguments: Vector.all(in: "template-file", succeed: true))
  func readsEveryTemplateFile(vector: Vector) throws {
    let template = try MessageTemplate(content: try #require(vector.content["template"]))
    var coder = MessageCoder(template)
    let text = Array("17".utf8)
    let result = try Python.decode(
      "row_decoder", coder.encode(text), attached: vector.content["file"] ?? [])
    #expect(result.output == text, "\(result.message)")
  }

  @Test(arguments: ["orders.ndjson", "telemetry.ndjson"])
  func decodesMessagesOfADocument(name: String) throws {
    let file = try #require(
      Corpus.files(in: Corpus.folder.appending(path: "documents")).first { $0.name == name })
    let lines = try file.bytes().split(separator: 0x0A).map(Array.init)
    var trainer = TemplateTrainer(options: TrainingOptions(byteBudget: 8192))
    for line in lines.dropFirst(3) { try trainer.add(line) }
    let template = try trainer.train()
    var coder = MessageCoder(template)
    for (line, form) in zip(lines, [MessageForm.bare, .referenced, .bare]) {
      let result = try Python.decode(
        "row_decoder", coder.encode(line, as: form), attached: template.content)
      #expect(result.output == line, "\(result.message)")
    }
  }
}
