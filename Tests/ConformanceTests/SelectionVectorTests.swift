// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of selected reading")
struct SelectionVectorTests {
  /// What is given of an input that arrives in pieces.
  private func select(_ vector: Vector, _ pieces: PieceFeed.Pieces) throws -> [UInt8] {
    var selection = Selection()
    if let fields = vector.option("fields") {
      selection.fields = try #require(FieldSelection(list: fields))
    }
    if let rows = vector.option("rows"), rows != ":" {
      selection.rows = try #require(Selection.rows(of: rows))
    }
    if let array = vector.option("at") {
      let isPath = selection.setArray(array)
      #expect(isPath)
    }
    var feed = PieceFeed(vector.content["file"] ?? [], pieces, SeededGenerator(seed: 1))
    var decoder = SelectiveDecoder(selection)
    var given: [UInt8] = []
    var isFinished = false
    while true {
      while let piece = try decoder.next() { given += piece }
      if isFinished { return given }
      var bytes: [UInt8] = []
      isFinished = feed.read(appendingTo: &bytes, atMost: 1 << 16) == 0
      if isFinished { decoder.finish() } else { decoder.append(bytes) }
    }
  }

  @Test(arguments: Vector.all(in: "selection", succeed: true))
  func rowsAreGiven(vector: Vector) throws {
    for pieces in PieceFeed.Pieces.allCases {
      #expect(try select(vector, pieces) == vector.content["given"])
    }
  }

  @Test(arguments: Vector.all(in: "selection", succeed: false))
  func rowsAreRefused(vector: Vector) throws {
    for pieces in PieceFeed.Pieces.allCases {
      let error = #expect(throws: HuskError.self) { try select(vector, pieces) }
      #expect(error?.code.rawValue == vector.content.expect)
    }
  }

  @Test func filesAreThoseThatTheBuilderWrites() throws {
    let folder = Vector.folder.appending(path: "selection")
    let vectors = Dictionary(
      uniqueKeysWithValues: SelectionVector.all.map { ("\($0.name).txt", $0.text) })
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for (name, text) in vectors { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }
    #expect(Set(Corpus.files(in: folder, suffix: ".txt").map(\.name)) == Set(vectors.keys))
    for (name, text) in vectors {
      let file = CorpusFile(url: folder.appending(path: name))
      #expect(try file.bytes() == Array(text.utf8), "\(name)")
    }
  }
}
