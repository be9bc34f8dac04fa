// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("README.md is true")
struct ReadmeTests {
  private let text: String

  init() throws {
    text = try String(contentsOf: Corpus.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test func exampleOfTheLibraryWorks() throws {
    // README: begins
    let json = Array(#"[{"x":1,"y":2},{"x":3,"y":4}]"#.utf8)

    let file = try Husk.encode(json: json)
    // a block file, the smallest form

    let text = try Husk.encode(json: json, options: EncodeOptions(layout: .text))
    // {"husk":1,"template":{"shapes":[["x","y"]],"root":[0]},…,"values":[2,1,2,3,4]}

    let decoded = try Husk.decode(file)
    // decoded == json, byte for byte

    let inspection = try Husk.inspect(text)
    // inspection.template.shapes[0].fields[1].key.description == "y"

    let id = TemplateID(of: inspection.template)
    // the SHA-256 of the template: the same for every document of this kind

    do {
      _ = try Husk.encode(json: Array("[1,]".utf8))
    } catch {
      // error.code == .unexpectedCharacter, error.offset == 3
    }
    // README: ends
    let parts = String(decoding: text, as: UTF8.self).split(separator: #""check""#)
    #expect(parts.first == #"{"husk":1,"template":{"shapes":[["x","y"]],"root":[0]},"#)
    #expect(parts.last?.hasSuffix(#""values":[2,1,2,3,4]}"# + "\n") == true)
    #expect(decoded == json)
    #expect(inspection.template.shapes[0].fields[1].key.description == "y")
    #expect(try Husk.decode(text) == json)
    let other = try Husk.encode(
      json: Array(#"[{"x":5,"y":6}]"#.utf8), options: EncodeOptions(layout: .text))
    #expect(try TemplateID(of: Husk.inspect(other).template) == id)
    #expect(throws: HuskError(.unexpectedCharacter, at: 3, "")) {
      try Husk.encode(json: Array("[1,]".utf8))
    }
  }

  @Test func exampleOfTheLibraryIsTheOneThatIsTested() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let body = try #require(
      source.firstMatch(of: /README: begins\n([\s\S]*?) *\/\/ README: ends/)?.1)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    #expect(text.contains("```swift\n" + lines.joined(separator: "\n") + "```"))
  }

  @Test func firstExampleIsRealOutput() throws {
    let blocks = text.matches(of: /```json\n([\s\S]*?)```/).map { Array($0.1.utf8) }
    try #require(blocks.count == 2)
    let document = try ReferenceParser.parse(blocks[0]).minified
    let encoded = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
    let expected = try ReferenceParser.parse(blocks[1]).minified
    #expect(try ReferenceParser.parse(encoded).minified == expected)
  }

  @Test func sizesAreReal() throws {
    let rows = text.matches(
      of: /\n\| `(\S+)` \| ([0-9,]+) \| [0-9,]+ \| [0-9,]+ \| [0-9,]+ \| ([0-9,]+) \|/)
    let documents = Corpus.files(in: Corpus.folder.appending(path: "documents"))
    #expect(rows.map { String($0.1) } == documents.map(\.name))
    for (row, document) in zip(rows, documents) {
      let bytes = try document.bytes()
      #expect(Int(row.2.filter { $0 != "," }) == bytes.count)
      let encoded = try Husk.encode(json: bytes)
      #expect(
        Int(row.3.filter { $0 != "," }) == encoded.count, "run Scripts/sizes to measure again")
    }
  }

  @Test func numbersInTheTextAreReal() throws {
    #expect(text.contains("with \(Vector.files.count) test vectors"))
    let decoder = Corpus.root.appending(path: "Examples/decoder.py")
    let lineCount = try String(contentsOf: decoder, encoding: .utf8).count { $0 == "\n" }
    #expect(text.contains("the text layout, in \(lineCount) lines"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 150)
  }
}
