// SPDX-License-Identifier: Apache-2.0

import Husk

/// What `husk template diff` prints.
package enum TemplateDifferenceText {
  /// The findings in words.
  package static func text(
    _ difference: TemplateDifference, _ first: String, _ second: String
  ) -> String {
    let first = Printable.text(first)
    let second = Printable.text(second)
    if difference.isSame { return "\(first) and \(second) are the same template\n" }
    var text = part(difference.forward, of: first, in: second)
    text += "\n" + part(difference.backward, of: second, in: first)
    if !difference.added.isEmpty {
      text += "\nnew in \(second):\n"
      text += difference.added.map { "  \(Printable.text($0))\n" }.joined()
    }
    return text
  }

  private static func part(
    _ entries: [TemplateDifference.Entry], of reader: String, in other: String
  ) -> String {
    guard !entries.isEmpty else {
      return "readers of \(reader) can read \(other)\n"
    }
    let lines = entries.map { "  \(Printable.text($0.path)): \(words($0.finding))\n" }
    return "readers of \(reader) may trip over \(other):\n" + lines.joined()
  }

  private static func words(_ finding: TemplateDifference.Finding) -> String {
    switch finding {
    case .missing: "is never there"
    case .optional: "may be absent"
    case .kinds(let kinds):
      "may be \(Prose.list(kinds.sorted().map(words), "or"))"
    }
  }

  private static func words(_ kind: TemplateDifference.Kind) -> String {
    switch kind {
    case .array, .object: "an \(kind.rawValue)"
    case .null: "null"
    case .boolean, .number, .string: "a \(kind.rawValue)"
    }
  }

  /// One line of JSON: `forward` is what readers of the first miss in the second, `backward` the
  /// other way round.
  package static func json(
    _ difference: TemplateDifference, _ first: String, _ second: String
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("first")
      writer.text(first)
      writer.name("second")
      writer.text(second)
      writer.name("isSame")
      writer.boolean(difference.isSame)
      writer.name("forward")
      write(difference.forward, &writer)
      writer.name("backward")
      write(difference.backward, &writer)
      writer.name("added")
      writer.array { writer in
        for path in difference.added { writer.text(path) }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(
    _ entries: [TemplateDifference.Entry], _ writer: inout JSONWriter
  ) {
    writer.array { writer in
      for entry in entries {
        writer.object { writer in
          writer.name("path")
          writer.text(entry.path)
          writer.name("finding")
          switch entry.finding {
          case .missing: writer.text("missing")
          case .optional: writer.text("optional")
          case .kinds(let kinds):
            writer.text("kinds")
            writer.name("kinds")
            writer.array { writer in
              for kind in kinds.sorted() { writer.text(kind.rawValue) }
            }
          }
        }
      }
    }
  }
}
