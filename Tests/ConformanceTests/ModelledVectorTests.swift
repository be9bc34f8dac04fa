// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of modelled blocks", .timeLimit(.minutes(60)))
struct ModelledVectorTests {
  @Test(arguments: Vector.all(in: "modelled", succeed: true))
  func fileIsDecoded(vector: Vector) throws {
    let file = try #require(vector.content["file"])
    #expect(try Husk.decode(file, options: vector.decodeOptions) == vector.content["document"])
    var inspector = FileInspector(limits: vector.limits)
    try inspector.append(file)
    try inspector.finish()
    #expect(inspector.inspection.sizes.byteCount == file.count)
  }

  @Test(arguments: Vector.all(in: "modelled", succeed: false))
  func fileIsRefused(vector: Vector) throws {
    let file = try #require(vector.content["file"])
    let error = #expect(throws: HuskError.self) {
      try Husk.decode(file, options: vector.decodeOptions)
    }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    let folder = Vector.folder.appending(path: "modelled")
    #expect(Set(ModelledVector.all.map(\.name)).count == ModelledVector.all.count)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for vector in ModelledVector.all {
        try Data(vector.text().utf8).write(to: folder.appending(path: vector.fileName))
      }
    }
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(names == Set(ModelledVector.all.map(\.fileName)))
    for vector in ModelledVector.all {
      let file = CorpusFile(url: folder.appending(path: vector.fileName))
      #expect(try file.bytes() == Array(vector.text().utf8), "\(vector)")
    }
  }
}
