// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Husk

/// What `husk template show` prints for people, set for 80 columns.
package enum TemplateText {
  /// The whole description.
  ///
  /// - Parameters:
  ///   - known: The template.
  ///   - detail: How much of the lists of values is shown.
  /// - Returns: Lines, each with its line feed.
  package static func text(_ known: KnownTemplate, detail: SlotDescription.Detail) -> String {
    let template = known.template
    var text = "\(Printable.text(known.title))\n"
    for (term, value) in summary(known) { text += Prose.entry("  \(term)", value, column: 18) }
    text += InspectionText.structure(template.structure, SlotDescription(detail), counts: nil)
    let description = ValueDescription(template, detail)
    let lines = description.lines
    guard !lines.isEmpty else { return text }
    let widths = lines.map(\.path.columnCount).filter { $0 <= 34 }
    let column = (widths.max() ?? 0) + 4
    text += "\nvalues\n"
    for line in lines {
      text += Prose.entry("  \(Printable.text(line.path))", line.words, column: column)
    }
    return text
  }

  private static func summary(_ known: KnownTemplate) -> [(String, String)] {
    let template = known.template
    var rows = [
      ("identity", "\(template.id)"),
      ("size", Prose.count(known.entry?.contentByteCount ?? template.content.count, "byte")),
    ]
    if let entry = known.entry {
      rows.append(("stored", POSIX.dateText(entry.created)))
      rows.append(("expires", entry.expires.map(POSIX.dateText) ?? "never"))
    }
    let sampleByteCount = template.samples.reduce(0) { $0 + $1.text.count }
    rows.append(("shapes", "\(template.structure.shapes.count)"))
    rows.append(("listed values", "\(template.slots.reduce(0) { $0 + $1.entries.count })"))
    rows.append(("sample text", Prose.count(sampleByteCount, "byte")))
    if let lesson = template.lesson {
      let count = Prose.count(lesson.messageCount, "message")
      rows.append(("lesson", "\(count), \(Prose.count(lesson.bytes.count, "byte"))"))
    }
    return rows
  }
}

/// How the values at the slots of a template are written, in words.
struct ValueDescription {
  private let template: MessageTemplate
  private let paths: SlotPaths
  private let detail: SlotDescription.Detail

  init(_ template: MessageTemplate, _ detail: SlotDescription.Detail) {
    self.template = template
    self.detail = detail
    paths = SlotPaths(TemplatePlan(template.structure), hasElements: false)
  }

  /// A line for each slot of which something is known.
  var lines: [(path: String, words: String)] {
    template.slots.indices.compactMap { slot in
      let words = words(template.slots[slot], sampleByteCount(slot))
      return words.isEmpty ? nil : (paths.texts[slot], words)
    }
  }

  /// The bytes of sample text of a slot.
  func sampleByteCount(_ slot: Int) -> Int {
    template.samples.reduce(0) { $0 + ($1.slot == slot ? $1.text.count : 0) }
  }

  private func words(_ model: SlotModel, _ sampleByteCount: Int) -> String {
    var parts: [String] = []
    if !model.entries.isEmpty {
      parts.append(SlotDescription(detail).text(.enumeration(model.entries)))
    }
    parts += model.forms.map(text)
    if sampleByteCount > 0 { parts.append("\(Prose.count(sampleByteCount, "byte")) of samples") }
    return parts.joined(separator: "; ")
  }

  /// A form in words, such as `"id-{8 digits}"`.
  func text(_ form: ValueForm) -> String {
    switch form {
    case .number(let scale, let model):
      (scale == 0 ? "integer" : "number with \(Prose.count(scale, "decimal"))") + near(model)
    case .string(let parts):
      "\"" + parts.map(text).joined() + "\""
    }
  }

  private func text(_ part: ValueForm.Part) -> String {
    switch part {
    case .literal(let bytes): Printable.text(String(decoding: bytes, as: UTF8.self))
    case .digits(0, let model): "{integer\(near(model))}"
    case .digits(let width, let model): "{\(Prose.count(width, "digit"))\(near(model))}"
    case .hexadecimal(let width, _, let model): "{\(Prose.count(width, "hex digit"))\(near(model))}"
    case .characters(let set, let count): "{\(Prose.count(count, "character")) of \(set)}"
    case .moment(let unit, _, let model): "{time to the \(unit)\(near(model))}"
    case .copy(let slot): "{as \(paths.texts[slot])}"
    case .text: "{text}"
    }
  }

  private func near(_ model: IntegerModel) -> String {
    model.reference.map { " from \(paths.texts[$0])" } ?? ""
  }
}
