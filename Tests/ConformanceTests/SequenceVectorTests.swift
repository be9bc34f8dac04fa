// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of sequences of messages and of template files")
struct SequenceVectorTests {
  private func decode(_ vector: Vector) throws(HuskError) -> [UInt8] {
    let template = try MessageTemplate(content: vector.content["template"] ?? [])
    let messages = MessageDecoder(template) { id throws(HuskError) in
      throw HuskError(unknownTemplate: id)
    }
    var stream = MessageStreamDecoder(messages)
    stream.append(vector.content["sequence"] ?? [])
    stream.finish()
    var document: [UInt8] = []
    while let piece = try stream.next() { document += piece }
    return document
  }

  @Test(arguments: Vector.all(in: "sequence", succeed: true))
  func sequenceIsDecoded(vector: Vector) throws {
    #expect(try decode(vector) == vector.content["document"])
  }

  @Test(arguments: Vector.all(in: "sequence", succeed: false))
  func sequenceIsRefused(vector: Vector) {
    let error = #expect(throws: HuskError.self) { try decode(vector) }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test(arguments: Vector.all(in: "template-file", succeed: true))
  func fileIsRead(vector: Vector) throws {
    let bytes = try #require(vector.content["file"])
    let file = try TemplateFile(bytes)
    #expect(file.content == vector.content["template"])
    #expect(try file.template().content == file.content)
    #expect(file.name.isEmpty == (file.version == 0))
    // Ours are compressed where that is smaller.
    #expect(try TemplateFile(file.bytes) == file)
  }

  @Test(arguments: Vector.all(in: "template-file", succeed: false))
  func fileIsRefused(vector: Vector) throws {
    let bytes = try #require(vector.content["file"])
    let error = #expect(throws: HuskError.self) { try TemplateFile(bytes).template() }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    for vector in SequenceVector.all {
      let url = Vector.folder.appending(path: vector.name)
      if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(vector.text.utf8).write(to: url)
      }
      #expect(try CorpusFile(url: url).bytes() == Array(vector.text.utf8), "\(vector)")
    }
    let names = Set(
      ["sequence", "template-file"].flatMap { area in
        Corpus.files(in: Vector.folder.appending(path: area), suffix: ".txt").map {
          "\(area)/\($0.name)"
        }
      })
    #expect(names == Set(SequenceVector.all.map(\.name)))
  }
}
