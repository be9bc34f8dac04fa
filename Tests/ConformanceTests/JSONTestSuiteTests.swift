// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite(
  "The JSON parsing test suite",
  .enabled(if: Corpus.parsingTestSuite != nil, "the JSON parsing test suite is not there"))
struct JSONTestSuiteTests {
  private static func files(_ prefix: String) -> [CorpusFile] {
    Corpus.files(in: Corpus.parsingTestSuite, suffix: ".json")
      .filter { $0.name.hasPrefix(prefix) }
  }

  /// The error that a file is refused with, or nothing where it is accepted and comes back.
  private static func refusal(of file: CorpusFile) throws -> HuskError? {
    let document = try file.bytes()
    do throws(HuskError) {
      let encoded = try Husk.encode(json: document, options: EncodeOptions(input: .json))
      #expect(try Husk.decode(encoded) == document)
      return nil
    } catch {
      return error
    }
  }

  /// The cells of the rows of Docs/json-test-suite.md whose first cell is code.
  private static func rows() throws -> [[String]] {
    let page = Corpus.root.appending(path: "Docs/json-test-suite.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { row in
        row.split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
        }
      }
  }

  @Test func isComplete() {
    #expect(Self.files("y_").count == 95)
    #expect(Self.files("n_").count == 188)
    #expect(Self.files("i_").count == 35)
  }

  @Test(arguments: files("y_"))
  func validTextComesBack(file: CorpusFile) throws {
    #expect(try Self.refusal(of: file) == nil)
  }

  @Test(arguments: files("n_"))
  func invalidTextIsRefusedWithItsPlace(file: CorpusFile) throws {
    let error = try #require(try Self.refusal(of: file))
    let offset = try #require(error.offset)
    let position = try #require(error.position)
    let bytes = try file.bytes()
    // A slow parser that knows nothing of the tokenizer finds the same byte at fault; in UTF-8 it
    // may look further into a character.
    let failure = #expect(throws: ReferenceParser.Failure.self) {
      try ReferenceParser.parse(bytes, depthLimit: 512)
    }
    let found = try #require(failure).offset
    #expect(found == offset || error.code == .invalidUTF8 && offset..<offset + 4 ~= found)
    let lines = bytes.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(position.line == lines.count)
    #expect(position.column == (lines.last?.count ?? 0) + 1)
  }

  @Test(arguments: files("i_"))
  func otherTextDoesWhatThePageSays(file: CorpusFile) throws {
    let row = try #require(try Self.rows().first { $0[0] == file.name })
    let code = try Self.refusal(of: file)?.code.rawValue
    #expect(row[1] == code ?? "accepted")
  }

  @Test func pageListsWhatIsThere() throws {
    let rows = try Self.rows()
    #expect(rows.map { $0[0] }.filter { $0.hasSuffix(".json") } == Self.files("i_").map(\.name))
    var counts: [String: Int] = [:]
    for file in Self.files("n_") {
      let code = try #require(try Self.refusal(of: file)).code.rawValue
      counts[code, default: 0] += 1
    }
    let listed = rows.filter { !$0[0].hasSuffix(".json") }.map { ($0[0], Int($0[1])) }
    #expect(Dictionary(uniqueKeysWithValues: listed) == counts)
  }
}
