// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit

/// SPEC.md, as far as tests need to understand it.
struct SpecDocument: Sendable {
  /// A heading with a number, and what stands below it up to the next heading.
  struct Section: Sendable {
    var number: String
    var title: String
    var body: String

    /// Whether the section holds a rule that a test vector must show; 2.1 says what the word means.
    var hasRule: Bool { number != "2.1" && body.contains(/\bMUST\b/) }
  }

  /// An example that is a test vector too.
  struct Example: Sendable, CustomStringConvertible {
    /// The path of the vector in the folder of all vectors, without its ending.
    var vector: String
    /// The document and the file, as they are printed.
    var document: String
    var file: String

    var description: String { vector }
  }

  /// The page as it is.
  let text: String
  /// The sections with a number, in order.
  let sections: [Section]

  /// Reads the page of this repository.
  init() throws { self = try Self.page.get() }

  /// It is read once: many tests look at it.
  private static let page = Result {
    try SpecDocument(reading: Corpus.root.appending(path: "SPEC.md"))
  }

  private init(reading file: URL) throws {
    text = try String(contentsOf: file, encoding: .utf8)
    var sections: [Section] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("#") {
        let heading = line.drop { $0 == "#" }.dropFirst()
        let number = heading.prefix { $0.isNumber || $0 == "." }
        let title = heading.dropFirst(number.count).drop { $0 == " " }
        sections.append(Section(number: String(number), title: String(title), body: ""))
      } else if !sections.isEmpty {
        sections[sections.count - 1].body += line + "\n"
      }
    }
    self.sections = sections.filter { !$0.number.isEmpty }
  }

  /// The section with a number.
  func section(_ number: some StringProtocol) -> Section? {
    sections.first { $0.number == number }
  }

  /// The examples, in order.
  var examples: [Example] {
    text.matches(of: /<!-- vector: (\S+) -->\n```json\n([\s\S]*?)```[\s\S]*?```json\n([\s\S]*?)```/)
      .map { match in
        Example(
          vector: String(match.1), document: String(match.2), file: String(match.3))
      }
  }

  /// Bytes that are printed with what each of them is, and are those of a test vector, or a part of it.
  struct Listing: Sendable, CustomStringConvertible {
    /// The path of the vector in the folder of all vectors, without its ending.
    var vector: String
    /// The section of the vector that holds the bytes.
    var part: String
    /// Whether these are all bytes of that section.
    var isWhole: Bool
    /// The bytes.
    var bytes: [UInt8]

    var description: String { vector }
  }

  /// The listings behind `<!-- bytes: vector section -->` and `<!-- part: vector section -->`.
  var listings: [Listing] {
    text.matches(of: /<!-- (bytes|part): (\S+) (\S+) -->\n\n((?: {4}.*\n)+)/).map { match in
      let lines = match.4.split(separator: "\n").map { line in
        // Three spaces stand between the bytes of a line and what they are.
        line.drop { $0 == " " }.split(separator: "   ", maxSplits: 1).first ?? ""
      }
      let words = lines.flatMap { $0.split(separator: " ") }
      return Listing(
        vector: String(match.2), part: String(match.3), isWhole: match.1 == "bytes",
        bytes: words.map { UInt8($0, radix: 16) ?? 0 })
    }
  }

  /// The cells of the rows of the tables of a section, without the marks of code.
  func rows(of section: some StringProtocol) -> [[String]] {
    let lines = self.section(section)?.body.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("| `") }.map { line in
      line.dropFirst().dropLast().split(separator: "|").map { cell in
        cell.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
    }
  }
}
