// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of the column layout")
struct ColumnVectorTests {
  /// The text of an input that arrives in pieces.
  private func decode(_ vector: Vector, _ pieces: PieceFeed.Pieces) throws(HuskError) -> [UInt8] {
    var feed = PieceFeed(vector.content["file"] ?? [], pieces, SeededGenerator(seed: 1))
    var decoder = FileDecoder(vector.decodeOptions)
    var text: [UInt8] = []
    while true {
      while let block = try decoder.next() { text += block }
      if decoder.isFinished { return text }
      var bytes: [UInt8] = []
      if feed.read(appendingTo: &bytes, atMost: 1 << 16) == 0 { decoder.finish() }
      decoder.append(bytes)
    }
  }

  @Test(arguments: Vector.all(in: "column", succeed: true))
  func fileIsDecoded(vector: Vector) throws {
    let file = try #require(vector.content["file"])
    #expect(try Husk.decode(file, options: vector.decodeOptions) == vector.content["document"])
    for pieces in PieceFeed.Pieces.allCases {
      #expect(try decode(vector, pieces) == vector.content["document"])
    }
  }

  @Test(arguments: Vector.all(in: "column", succeed: false))
  func fileIsRefused(vector: Vector) throws {
    let file = try #require(vector.content["file"])
    // Where the error is within a block is not the concern of vectors.
    let error = #expect(throws: HuskError.self) {
      try Husk.decode(file, options: vector.decodeOptions)
    }
    #expect(error?.code.rawValue == vector.content.expect)
    for pieces in PieceFeed.Pieces.allCases {
      let error = #expect(throws: HuskError.self) { try decode(vector, pieces) }
      #expect(error?.code.rawValue == vector.content.expect)
    }
  }

  private func inspect(_ vector: Vector) throws(HuskError) -> FileInspection {
    var inspector = FileInspector(limits: vector.limits)
    try inspector.append(vector.content["file"] ?? [])
    try inspector.finish()
    return inspector.inspection
  }

  @Test(arguments: Vector.all(in: "column", succeed: true))
  func fileIsInspected(vector: Vector) throws {
    let inspection = try inspect(vector)
    #expect(inspection.decodedByteCount == vector.content["document"]?.count)
    #expect(inspection.sizes.byteCount == vector.content["file"]?.count)
  }

  @Test(arguments: Vector.all(in: "column", succeed: false))
  func fileIsNotInspected(vector: Vector) throws {
    let error = #expect(throws: HuskError.self) { try inspect(vector) }
    #expect(error?.code.rawValue == vector.content.expect)
  }

  @Test(arguments: Vector.all(in: "column", succeed: true))
  func documentComesBack(vector: Vector) throws {
    let document = try #require(vector.content["document"])
    let form: InputForm = document.contains { !ASCII.isWhitespace($0) } ? .auto : .ndjson
    let options = EncodeOptions(layout: .column, input: form)
    let encoded = try Husk.encode(json: document, options: options)
    #expect(try Husk.decode(encoded) == document)
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    let folder = Vector.folder.appending(path: "column")
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(Set(ColumnVector.all.map(\.name)).count == ColumnVector.all.count)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for vector in ColumnVector.all where !(vector.isCompressed && names.contains(vector.fileName))
      {
        let file = folder.appending(path: vector.fileName)
        try Data(vector.text.utf8).write(to: file)
      }
    }
    #expect(names == Set(ColumnVector.all.map(\.fileName)))
    for vector in ColumnVector.all where !vector.isCompressed {
      let file = CorpusFile(url: folder.appending(path: vector.fileName))
      #expect(try file.bytes() == Array(vector.text.utf8), "\(vector)")
    }
  }
}
