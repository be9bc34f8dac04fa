// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about selected reading, as it is thought of: the file in `Corpus/vectors/selection` is
/// made from it.
struct SelectionVector: Sendable, CustomStringConvertible {
  /// A part of what is given: a text, or an array of elements.
  enum Given: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case text(String)
    case elements([String])

    init(stringLiteral text: String) { self = .text(text) }

    init(arrayLiteral elements: String...) { self = .elements(elements) }

    /// The rows in it.
    var rows: [String] {
      switch self {
      case .text(let row): [row]
      case .elements(let rows): rows
      }
    }

    /// How it is given.
    var line: String {
      switch self {
      case .text(let row): row + "\n"
      case .elements(let rows): "[" + rows.joined(separator: ",") + "]\n"
      }
    }
  }

  /// The name of the file in the folder of vectors.
  let name: String
  /// The vector as it stands in the file.
  let text: String

  var description: String { name }

  /// A file of blocks, of which something is wanted.
  init(
    _ name: String, _ wanted: String, _ given: [Given], _ comment: String, spec: String = "§9.9",
    refused error: HuskError.Code? = nil, file write: (inout VectorBuilder) -> Void
  ) {
    var file = VectorBuilder()
    write(&file)
    self.name = name
    text = file.vector(
      expect: error?.rawValue ?? "success", spec: spec, comment: comment, options: wanted,
      outcome: Self.outcome(given))
  }

  private static func outcome(_ given: [Given]) -> String {
    VectorBuilder.section("given", given.map(\.line).joined())
      + VectorBuilder.section("rows", given.flatMap(\.rows).joined(separator: "\n"))
  }

  /// One text, or an array, in a stored block: what the block is like is of no meaning here.
  init(
    _ name: String, _ wanted: String, _ given: [Given], _ comment: String,
    refused error: HuskError.Code? = nil, stored document: String, rows: Int
  ) {
    let isArray = document.first == "["
    self.init(name, wanted, given, comment, refused: error) { file in
      file.block(
        rows: rows, document, flags: isArray ? 0x14 : 0, ColumnVector.stored(document))
      file.end()
    }
  }

  /// A document in the text layout.
  init(
    _ name: String, _ wanted: String, _ given: [Given], _ comment: String, layout text: String
  ) {
    self.name = name
    self.text =
      "expect: success\nspec: §9.9 §6\noptions: \(wanted)\ncomment: \(comment)\n\n"
      + VectorBuilder.section("file", text) + Self.outcome(given)
  }

  /// All vectors.
  static let all = rows + elements + documents + fields + paths + bad
}
