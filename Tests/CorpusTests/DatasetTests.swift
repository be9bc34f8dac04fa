// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCorpus
import HuskTestKit
import Testing

@Suite("Datasets")
struct DatasetTests {
  private static let names = Datasets.all.map { $0.name }
  private static let whitespaces: [JSONWriter.Whitespace] = [.none, .twoSpaces, .tab]

  @Test(arguments: names, whitespaces)
  func areValid(name: String, whitespace: JSONWriter.Whitespace) throws {
    for count in [0, 1, 2, 150] {
      let bytes = try make(name, .records(count), whitespace: whitespace)
      #expect(try ReferenceParser.parseSequence(bytes).count == (isLines(name) ? count : 1))
      #expect(bytes.isEmpty || bytes.last == 0x0A)
    }
  }

  @Test(arguments: names)
  func areAcceptedByFoundation(name: String) throws {
    let bytes = try make(name, .records(150))
    let texts = isLines(name) ? bytes.split(separator: 0x0A) : [bytes[...]]
    #expect(texts.count == (isLines(name) ? 150 : 1))
    for text in texts {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text)) }
    }
  }

  @Test(arguments: names)
  func haveAsManyRecordsAsWereAskedFor(name: String) throws {
    for count in [0, 1, 77] {
      let nodes = try ReferenceParser.parseSequence(make(name, .records(count)))
      #expect(records(of: name, in: nodes).count == count)
    }
  }

  @Test(arguments: names)
  func stopWithTheRecordThatReachesTheSize(name: String) throws {
    for byteCount in [1, 5_000, 100_000, 600_000] {
      let bytes = try make(name, .bytes(byteCount))
      let nodes = try ReferenceParser.parseSequence(bytes)
      let recordCount = records(of: name, in: nodes).count
      #expect(bytes.count >= byteCount)
      #expect(try make(name, .records(recordCount)) == bytes)
      guard recordCount > 0 else { continue }
      // Without its last record the data would be too small, but for the brackets of the end.
      let shorter = try make(name, .records(recordCount - 1))
      #expect(shorter.count < byteCount + 12)
    }
  }

  @Test(arguments: names)
  func dependOnTheSeedAlone(name: String) throws {
    let first = try make(name, .records(50), seed: 1)
    let isRepeated = try make(name, .records(50), seed: 1) == first
    let isOther = try make(name, .records(50), seed: 2) != first
    #expect(isRepeated)
    #expect(isOther)
  }

  @Test(arguments: names)
  func beginAlikeAtAnySize(name: String) throws {
    let long = try ReferenceParser.parseSequence(make(name, .records(40)))
    let short = try ReferenceParser.parseSequence(make(name, .records(10)))
    #expect(Array(records(of: name, in: long).prefix(10)) == records(of: name, in: short))
  }

  @Test(arguments: names)
  func areHandedOnInPieces(name: String) throws {
    let dataset = try #require(Datasets.named(name))
    var pieces: [[UInt8]] = []
    let request = DatasetRequest(dataset, size: .bytes(1_000_000), seed: 5)
    request.write { pieces.append($0) }
    #expect(pieces.count > 2)
    #expect(pieces.allSatisfy { $0.count < 300_000 })
    let isWhole = pieces.concatenated() == request.bytes()
    #expect(isWhole)
  }

  private func make(
    _ name: String, _ size: DatasetSize, seed: UInt64 = 7,
    whitespace: JSONWriter.Whitespace? = nil
  ) throws -> [UInt8] {
    let dataset = try #require(Datasets.named(name))
    return DatasetRequest(dataset, size: size, seed: seed, whitespace: whitespace).bytes()
  }

  private func isLines(_ name: String) -> Bool {
    Datasets.named(name)?.fileExtension == "ndjson"
  }

  private func records(of name: String, in nodes: [JSONNode]) -> [JSONNode] {
    if isLines(name) { return nodes }
    switch nodes.first {
    case .array(let elements): return elements
    case .object:
      return (nodes.first?["products"] ?? nodes.first?["features"])?.elements ?? []
    default: return []
    }
  }
}
