// SPDX-License-Identifier: Apache-2.0

/// One of the experiments that the idea of Husk started with, made again.
package struct Scenario: Sendable {
  /// How much is done.
  package enum Scale: Sendable {
    /// What the original did, or more.
    case full
    /// A little of it, to see whether it works.
    case sketch
  }

  /// What came of it.
  package struct Report: Sendable {
    /// What it was about.
    package var title: String
    /// What was done, in paragraphs.
    package var paragraphs: [String]
    /// The figures, with those of the original where there are some.
    package var tables: [Table]

    /// The report for a terminal.
    ///
    /// - Parameter wrap: Breaks a paragraph into lines.
    /// - Returns: Lines, each with its line feed.
    package func text(wrap: (String) -> [String]) -> String {
      let paragraphs = paragraphs.map { wrap($0).map { $0 + "\n" }.joined() }
      return ([title + "\n"] + paragraphs + tables.map(\.text)).joined(separator: "\n")
    }

    /// The report in Markdown.
    ///
    /// - Parameter wrap: Breaks a paragraph into lines.
    /// - Returns: Lines, each with its line feed.
    package func markdown(wrap: (String) -> [String]) -> String {
      let paragraphs = paragraphs.map { wrap($0).map { $0 + "\n" }.joined() }
      return (["## \(title)\n"] + paragraphs + tables.map { $0.markdown() })
        .joined(separator: "\n")
    }

    /// The report as a JSON value.
    package var value: JSONValue {
      .object([
        JSONValue.Member("title", .text(title)),
        JSONValue.Member("paragraphs", .array(paragraphs.map(JSONValue.text))),
        JSONValue.Member("tables", .array(tables.map(\.value))),
      ])
    }
  }

  /// The name on the command line.
  package let name: String
  /// Makes the experiment; hears how much has been done, from 0 to 1.
  package let run: @Sendable (_ scale: Scale, _ report: (Double) -> Void) throws -> Report

  /// All experiments.
  package static let all: [Scenario] = [
    Scenario(name: "objects", run: ObjectsScenario.run),
    Scenario(name: "order", run: OrderScenario.run),
    Scenario(name: "smallest", run: SmallestScenario.run),
    Scenario(name: "2011", run: ArticleScenario.run),
    Scenario(name: "session", run: SessionScenario.run),
  ]

  /// The size that methods one after the other make of a text, which must come back.
  ///
  /// - Throws: ``BenchError`` where it does not, or what a method throws.
  static func size(
    of text: [UInt8], _ method: Method, then stages: [any Stage] = []
  ) throws -> Int {
    let workload = Workload.messages(name: "", [text], samples: [])
    guard let first = try method.pipeline(workload) else {
      throw BenchError("\(method.id) is not for such texts")
    }
    let pipeline = Pipeline(first.stages + stages)
    let encoded = try pipeline.encode(text)
    let decoded = try pipeline.decode(encoded)
    if decoded != text {
      let isSame =
        try method.keeps == .values
        && zip(JSONValue.texts(of: decoded), JSONValue.texts(of: text)).allSatisfy { $0.means($1) }
      guard isSame else { throw BenchError("\(method.id) does not give the text back") }
    }
    return encoded.bytes.count
  }

  /// Methods by their names, all of which there must be.
  static func methods(_ names: String...) throws -> [Method] {
    try names.map { name in
      guard let method = Methods.named(name) else { throw BenchError("there is no \(name)") }
      return method
    }
  }
}
