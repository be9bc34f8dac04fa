// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of encryption")
struct EncryptionVectorTests {
  /// How a vector is to be decoded.
  static func options(_ vector: Vector) throws(HuskError) -> DecodeOptions {
    DecodeOptions(
      limits: vector.limits, keys: try keyring(vector, "keys"),
      fieldKeys: try keyring(vector, "field-keys"),
      redactsFields: vector.content.options.contains("redact"),
      requiresSeal: vector.content.options.contains("sealed"))
  }

  private static func keyring(_ vector: Vector, _ section: String) throws(HuskError) -> Keyring {
    if section == "keys",
      let passphrase = vector.content["passphrase"].flatMap({ Passphrase(bytes: $0) })
    {
      return Keyring(passphrase)
    }
    guard let text = vector.content[section] else { return Keyring() }
    return try Keyring(text: text)
  }

  private func decoded(_ vector: Vector) throws(HuskError) -> [UInt8] {
    try Husk.decode(vector.content["sealed"] ?? [], options: Self.options(vector))
  }

  private func streamed(_ vector: Vector) throws(HuskError) -> [UInt8] {
    var decoder = StreamDecoder(options: try Self.options(vector))
    var output: [UInt8] = []
    for byte in vector.content["sealed"] ?? [] {
      decoder.append([byte])
      while let text = try decoder.next() { output += text }
    }
    decoder.finish()
    while let text = try decoder.next() { output += text }
    return output
  }

  @Test(arguments: Vector.all(in: "encryption", succeed: true))
  func documentsComeOut(vector: Vector) throws {
    #expect(try decoded(vector) == vector.content["document"])
    #expect(try streamed(vector) == vector.content["document"])
  }

  @Test(arguments: Vector.all(in: "encryption", succeed: false))
  func inputIsRefused(vector: Vector) throws {
    #expect(throws: try #require(vector.error)) { try decoded(vector) }
    #expect(throws: try #require(vector.error)) { try streamed(vector) }
  }

  @Test func theExampleOfTheSpecificationIsAVector() throws {
    let body = try #require(try SpecDocument().section("14.4")?.body)
    let lines = body.split(separator: "\n").filter { $0.hasPrefix("    ") }
      .map { $0.prefix { $0 != "#" }.filter { $0 != " " } }
    let vector = try #require(
      Vector.all(in: "encryption", succeed: true)
        .first { $0.description.contains("without_blocks") })
    #expect(lines.joined().lowercased() == Hexadecimal.string(vector.content["sealed"] ?? []))
  }

  @Test func filesAreThoseThatAreSealedNow() throws {
    let folder = Vector.folder.appending(path: "encryption")
    let vectors = try EncryptionVector.all()
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for vector in vectors {
        try Data(vector.text.utf8).write(to: folder.appending(path: vector.name + ".txt"))
      }
    }
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(names == Set(vectors.map { $0.name + ".txt" }))
    for vector in vectors {
      let file = CorpusFile(url: folder.appending(path: vector.name + ".txt"))
      #expect(try file.bytes() == Array(vector.text.utf8), "\(vector.name)")
    }
  }
}

/// The example shares no line with the library, and its cryptography is another implementation.
@Suite(
  "Encryption in Python",
  .enabled(if: Python.hasCryptography, "python3 or its package cryptography is not there"))
struct EncryptionExampleTests {
  private static let script = Corpus.root.appending(path: "Examples/sealed.py").path

  /// Opens in Python what the library sealed, and seals it again.
  private func resealed(
    _ sealed: [UInt8], _ keys: [UInt8], salt: [UInt8]
  ) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(keys).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let opened = try Python.run([Self.script, "open", file.path], sealed)
    try #require(opened.status == 0, "\(opened.message)")
    let again = try Python.run(
      [Self.script, "seal", file.path, Hexadecimal.string(salt)], opened.output)
    try #require(again.status == 0, "\(again.message)")
    return again.output
  }

  @Test(
    arguments: Vector.all(in: "encryption", succeed: true).filter {
      let sealed = $0.content["sealed"] ?? []
      // One file at a time, with the active key.
      let isOne = sealed.count < 130 && sealed.first == 0xFD || SealedMessage.isSealed(sealed)
      return isOne && !["old_key", "keys", "open_one"].contains(where: $0.description.contains)
    })
  func sealsTheSameBytes(vector: Vector) throws {
    let sealed = try #require(vector.content["sealed"])
    let keys = try #require(vector.content["keys"] ?? vector.content["passphrase"])
    let salt = (0..<16).map { 200 + UInt8($0) }
    #expect(try resealed(sealed, keys, salt: salt) == sealed)
    let other = try resealed(sealed, keys, salt: Array(0..<16))
    #expect(other.count == sealed.count && other != sealed)
    var options = try EncryptionVectorTests.options(vector)
    options.requiresSeal = true
    #expect(try Husk.decode(other, options: options) == vector.content["document"])
  }

  @Test func sealsFilesOfManyBlocks() throws {
    let text = (0..<5000).flatMap { (number: Int) -> [UInt8] in
      Array(#"{"id":\#(number),"name":"\#(number * 7919 % 1000)"}"#.utf8) + [0x0A]
    }
    var encoder = StreamEncoder(
      options: SampleKeys.options(), threadCount: 1, blockByteCount: 2000)
    encoder.append(text)
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    let keys = Keyring(SampleKeys.first)
    let again = try resealed(file, keys.text, salt: (0..<16).map { 200 + UInt8($0) })
    #expect(again == file)
    let index = try ContainerIndex(
      reading: again, limits: Limits(), policy: SealPolicy(keys: keys, isRequired: true))
    #expect(index.rowCount == 5000 && index.blockCount > 32)
    for block in try index.blocks(holding: 1234..<1235, in: file) {
      #expect(block.rows.contains(1234))
      #expect(try !index.content(of: block, in: file).isEmpty)
    }
    #expect(try index.template(of: 0, in: file) != nil)
  }
}

/// Written from SPEC.md, too; it takes cryptography from elsewhere, and the rest from the decoder of blocks.
@Suite(
  "Sealed fields in Python",
  .enabled(if: Python.hasCryptography, "python3 or its package cryptography is not there"))
struct FieldExampleTests {
  private func decoded(
    _ file: [UInt8], _ keys: [UInt8]
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try Python.decode("sealed_fields", file, attached: keys)
  }

  private static func vectors(succeed: Bool) -> [Vector] {
    Vector.all(in: "encryption", succeed: succeed).filter {
      // The example has no limits, and always asks for the values.
      $0.content["field-keys"] != nil && $0.content.options.isEmpty
    }
  }

  @Test(arguments: vectors(succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let keys = try #require(vector.content["field-keys"])
    let result = try decoded(vector.content["sealed"] ?? [], keys)
    #expect(result.output == vector.content["document"], "\(result.message)")
  }

  @Test(arguments: vectors(succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let keys = try #require(vector.content["field-keys"])
    let result = try decoded(vector.content["sealed"] ?? [], keys)
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.status == 1 && result.output.isEmpty)
  }

  @Test(arguments: [CompressionMethod.none, .deflate])
  func decodesFilesOfManyBlocks(compression: CompressionMethod) throws {
    let text = (0..<900).flatMap { (number: Int) -> [UInt8] in
      Array(#"{"id":\#(number), "p":[{"card":"\#(number * 7919 % 1000)"},{"card":{"n": 1}}]}"#.utf8)
        + [0x0A]
    }
    var options = SampleKeys.fieldOptions(try #require(FieldPaths(["p.card", "none"])))
    options.compression = compression
    var encoder = StreamEncoder(options: options, threadCount: 2, blockByteCount: 2000)
    encoder.append(text)
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    let result = try decoded(file, Keyring(SampleKeys.first).text)
    #expect(result.output == text, "\(result.message)")
  }
}
