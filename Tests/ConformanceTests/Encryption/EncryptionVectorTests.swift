// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of encryption")
struct EncryptionVectorTests {
  private func options(_ vector: Vector) throws(HuskError) -> DecodeOptions {
    DecodeOptions(
      keys: try vector.content["keys"].map { text throws(HuskError) in try Keyring(text: text) }
        ?? Keyring(), requiresSeal: vector.content.options.contains("sealed"))
  }

  private func decoded(_ vector: Vector) throws(HuskError) -> [UInt8] {
    try Husk.decode(vector.content["sealed"] ?? [], options: options(vector))
  }

  private func streamed(_ vector: Vector) throws(HuskError) -> [UInt8] {
    var decoder = StreamDecoder(options: try options(vector))
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
    let keys = try #require(vector.content["keys"])
    let salt = (0..<16).map { 200 + UInt8($0) }
    #expect(try resealed(sealed, keys, salt: salt) == sealed)
    let other = try resealed(sealed, keys, salt: Array(0..<16))
    #expect(other.count == sealed.count && other != sealed)
    let options = DecodeOptions(keys: try Keyring(text: keys), requiresSeal: true)
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
