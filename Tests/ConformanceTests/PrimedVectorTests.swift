// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of primed templates", .timeLimit(.minutes(60)))
struct PrimedVectorTests {
  private func coder(_ vector: Vector) throws -> MessageCoder {
    MessageCoder(
      try MessageTemplate(
        content: try #require(vector.content["template"]), limits: vector.limits),
      limits: vector.limits)
  }

  @Test(arguments: Vector.all(in: "primed", succeed: true))
  func messageIsDecoded(vector: Vector) throws {
    var coder = try coder(vector)
    let document = try #require(vector.content["document"])
    let message = try #require(vector.content["message"])
    #expect(coder.template.content == vector.content["template"])
    #expect(try coder.decode(message) == document)
    #expect(try coder.encode(document, as: .bare) == message)
  }

  @Test(arguments: Vector.all(in: "primed", succeed: false))
  func messageIsRefused(vector: Vector) throws {
    let error = #expect(throws: HuskError.self) {
      var coder = try coder(vector)
      _ = try coder.decode(try #require(vector.content["message"]))
    }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    let folder = Vector.folder.appending(path: "primed")
    #expect(Set(PrimedVector.all.map(\.name)).count == PrimedVector.all.count)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for vector in PrimedVector.all {
        try Data(vector.text().utf8).write(to: folder.appending(path: vector.fileName))
      }
    }
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(names == Set(PrimedVector.all.map(\.fileName)))
    for vector in PrimedVector.all {
      let file = CorpusFile(url: folder.appending(path: vector.fileName))
      #expect(try file.bytes() == Array(vector.text().utf8), "\(vector)")
    }
  }
}
