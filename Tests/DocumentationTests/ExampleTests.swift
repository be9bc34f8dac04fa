// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("The examples")
struct ExampleTests {
  private static let catalogue = Corpus.root.appending(path: "Sources/Husk/Husk.docc")
  private static let articles = Corpus.filesRecursively(in: catalogue, suffix: ".md")

  /// What the programs say, and what they must say; `#` stands for a number.
  private static let programs = [
    "DatasetExample": [
      "# bytes of JSON are # bytes of Husk", "every byte is back: true",
      #"{"sensor":"s203","celsius":23.0}"#, #"{"sensor":"s46","celsius":19.8}"#,
      "the stream gives the same text: true", "row 0: object #0", "1 of 10000 rows",
    ],
    "MessagesExample": [
      "template orders@1 is kept", "# bytes of JSON are a message of # bytes",
      "every byte is back: true", "a surprise is back too: true",
      "without the store: unknownTemplate",
    ],
    "SealedFieldsExample": [
      "with the key: true",
      #"[{"id":1,"country":"SE","card":{"number":null}},"#
        + #"{"id":2,"country":"UA","card":{"number":null}}]"#,
      "without the key: missingFieldKey", "the whole file, sealed and opened: true",
      "a pipeline: true",
    ],
  ]

  @Test(arguments: programs.keys.sorted())
  func programsSayWhatTheyShould(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "output").path
    let errors = folder.appending(path: "errors").path
    let child = try Child([Child.built(name)], output: output, errors: errors)
    #expect(child.waitHere() == .exited(0))
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    // Sizes change from version to version.
    let words = lines.map {
      $0.contains(" bytes of ") ? $0.replacing(/[0-9]+/, with: "#") : $0
    }
    for line in try #require(Self.programs[name]) {
      #expect(words.contains(line), "\(name) does not say: \(line)")
    }
    #expect(try String(contentsOfFile: errors, encoding: .utf8).isEmpty)
  }

  /// The code of all programs, its lines without what stands before them.
  private static func code() throws -> [String] {
    let folder = Corpus.root.appending(path: "Examples")
    return try Corpus.filesRecursively(in: folder, suffix: ".swift").map { file in
      try trimmed(String(contentsOf: file.url, encoding: .utf8))
    }
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  @Test(arguments: articles)
  func codeInArticlesStandsInAProgram(article: CorpusFile) throws {
    let text = try String(contentsOf: article.url, encoding: .utf8)
    let programs = try Self.code()
    for block in text.matches(of: /```swift\n([\s\S]*?)```/) {
      // An empty line between two parts says that something is left out.
      for part in block.1.split(separator: "\n\n") {
        let wanted = Self.trimmed(String(part))
        #expect(programs.contains { $0.contains(wanted) }, "\(article.name): \(part)")
      }
    }
  }

  @Test func theArticlesThatWereAskedForAreThere() throws {
    let names = Self.articles.map(\.name).sorted()
    #expect(
      names == [
        "CacheTemplates.md", "ChooseALevel.md", "EncodeADataset.md", "EncryptFields.md",
        "Husk.md", "ServeOverHTTP.md", "WriteADecoder.md",
      ])
    let landing = try String(
      contentsOf: Self.catalogue.appending(path: "Husk.md"), encoding: .utf8)
    for name in names where name != "Husk.md" {
      #expect(landing.contains("<doc:\(name.dropLast(3))>"), "\(name)")
    }
  }
}
