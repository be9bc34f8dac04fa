// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of the row layout")
struct RowVectorTests {
  private func template(_ vector: Vector) throws -> MessageTemplate {
    try MessageTemplateReader.read(
      try #require(vector.content["template"]), limits: vector.limits)
  }

  @Test(arguments: Vector.all(in: "row", succeed: true))
  func messageIsDecoded(vector: Vector) throws {
    let template = try template(vector)
    #expect(template.content == vector.content["template"])
    #expect(template.id == TemplateID(hashing: template.content))
    let message = try #require(vector.content["message"])
    let document = try #require(vector.content["document"])
    var coder = MessageCoder(template, limits: vector.limits)
    #expect(try coder.decode(message) == document)
    for form in MessageForm.allCases {
      #expect(try coder.decode(coder.encode(document, as: form)) == document)
    }
    guard vector.content.isCanonical else { return }
    let form = message.starts(with: template.id.bytes[..<8], at: 2) ? MessageForm.referenced : .bare
    #expect(try coder.encode(document, as: form) == message)
  }

  @Test(arguments: Vector.all(in: "row", succeed: false))
  func messageIsRefused(vector: Vector) throws {
    // Where the error is within a template or message is not the concern of vectors.
    let error = #expect(throws: HuskError.self) {
      var coder = MessageCoder(try template(vector), limits: vector.limits)
      _ = try coder.decode(vector.content["message"] ?? [])
    }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    let folder = Vector.folder.appending(path: "row")
    #expect(Set(RowVector.all.map(\.name)).count == RowVector.all.count)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for vector in RowVector.all {
        try Data(vector.text.utf8).write(to: folder.appending(path: vector.fileName))
      }
    }
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(names == Set(RowVector.all.map(\.fileName)))
    for vector in RowVector.all {
      let file = CorpusFile(url: folder.appending(path: vector.fileName))
      #expect(try file.bytes() == Array(vector.text.utf8), "\(vector)")
    }
  }
}

extension [UInt8] {
  /// Whether some bytes stand at an offset.
  fileprivate func starts(with bytes: some Sequence<UInt8>, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: bytes)
  }
}
