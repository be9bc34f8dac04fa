// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about a message, as it is thought of: the file in `Corpus/vectors/row` is made from it.
struct RowVector: Sendable, CustomStringConvertible {
  /// The name of the file.
  let name: String
  /// The sections of SPEC.md.
  let spec: String
  /// What it shows.
  let comment: String
  /// The error that is expected.
  let error: HuskError.Code?
  /// The options of the decoder.
  let options: String?
  /// Whether an encoder writes the same.
  let isCanonical: Bool
  private let template: RowTemplate
  private let document: String
  private let write: (@Sendable (inout MessageBuilder) -> Void)?

  var description: String { name }

  /// A message that decodes to `document`, or is refused.
  init(
    _ name: String, _ spec: String, refused error: HuskError.Code? = nil, _ comment: String,
    _ template: RowTemplate, _ document: String, options: String? = nil, canonical: Bool = true,
    message write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    self.options = options
    isCanonical = canonical
    self.template = template
    self.document = document
    self.write = write
  }

  /// A template that is refused.
  init(
    _ name: String, spec: String = "§13.2",
    refused error: HuskError.Code = .invalidTemplate, _ comment: String, _ template: RowTemplate
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    options = nil
    isCanonical = true
    self.template = template
    document = ""
    write = nil
  }

  /// The name of its file.
  var fileName: String { name + ".txt" }

  /// The vector as it stands in a file.
  var text: String {
    var text = "expect: \(error?.rawValue ?? "success")\nspec: \(spec)\n"
    if let options { text += "options: \(options)\n" }
    if !isCanonical { text += "canonical: no\n" }
    text += "comment: \(comment)\n\n"
    text += Self.section("template", template.listing)
    guard let write else { return text }
    var message = MessageBuilder(template)
    write(&message)
    text += Self.section("message", message.listing(Array(document.utf8)))
    return error == nil ? text + VectorBuilder.section("document", document) : text
  }

  private static func section(_ name: String, _ listing: HexListing) -> String {
    "-- \(name) hex --\n" + listing.lines.joined(separator: "\n") + "\n"
  }

  /// All vectors.
  static let all =
    messages + values + symbols + forms + integers + texts + misfits + badMessages + badTemplates
    + badTables + badForms + badValues + lastValues + limits + badLimits
}

/// Templates that vectors share.
enum RowTemplates {
  /// The root is any, and nothing is known of it.
  static let any = RowTemplate([0, 0], [.scalars()])

  /// The root is any, and is written in some forms.
  static func forms(_ forms: RowForm..., entries: [String] = []) -> RowTemplate {
    RowTemplate(
      [0, 0],
      [
        .scalars(
          entries, [Int](repeating: 1, count: entries.count + 1), forms: forms,
          [Int](repeating: 3, count: forms.count) + [1])
      ])
  }

  /// The root is an array of scalars in some forms.
  static func array(_ element: RowSlot) -> RowTemplate {
    RowTemplate([0, 4, 0], [.heads([2], [3, 1]), element])
  }

  /// An object with the fields `level` and `id`: the example of SPEC §13.11 Worked example.
  static let levels = RowTemplate(
    [1, 0, 2, 10, 0x6C, 0x65, 0x76, 0x65, 0x6C, 0, 4, 0x69, 0x64, 0, 3, 0],
    [
      .heads([0], [15, 1]),
      .scalars(["\"info\"", "\"warn\""], [12, 3, 1], forms: [.string(.text)], [15, 1]),
      .scalars(forms: [.number(0, .init(1000, [3, 5, 7], [1, 3, 2, 1]))], [15, 1]),
    ])

  /// The same with a check that a bare message can be found for.
  static let numbers = forms(.number(0, .init(0)))
}
