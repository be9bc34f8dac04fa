// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// What `husk inspect` prints for people, set for 80 columns.
package enum InspectionText {
  /// The whole description of a file.
  ///
  /// - Parameters:
  ///   - inspection: What was found in the file.
  ///   - name: What the file is called.
  ///   - detail: How much of the dictionaries is shown.
  /// - Returns: Lines, each with its line feed.
  package static func text(
    _ inspection: Inspection, name: String, detail: SlotDescription.Detail
  ) -> String {
    var text = "\(Printable.text(name))\n"
    for (term, value) in summary(inspection) {
      text += Prose.entry("  \(term)", value, column: leastColumn)
    }
    return text
      + structure(inspection.template, SlotDescription(detail), counts: inspection.shapeCounts)
  }

  /// The root and the shapes of a template, after an empty line.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - slots: How slots are described.
  ///   - counts: The number of objects of each shape, where it is known.
  /// - Returns: Lines, each with its line feed.
  package static func structure(
    _ template: Template, _ slots: SlotDescription, counts: [Int]?
  ) -> String {
    let column = columnOfSlots(template)
    var text = "\n" + Prose.entry("root", slots.text(template.root), column: column)
    for (index, shape) in template.shapes.enumerated() {
      let parent = shape.parent.map { " extends #\($0)" } ?? ""
      let count = counts.map { ", \(Prose.count($0[index], "object"))" } ?? ""
      text += "\n#\(index)\(parent)\(count)\n"
      for field in shape.fields {
        text += Prose.entry("  \(term(field))", slots.text(field.slot), column: column)
      }
    }
    return text
  }

  private static func summary(_ inspection: Inspection) -> [(String, String)] {
    let ratio = Transformation.percentage(
      inspection.encodedByteCount, of: inspection.decodedByteCount)
    return [
      ("layout", "\(inspection.layout.rawValue), format version \(inspection.formatVersion)"),
      ("decoded", Prose.count(inspection.decodedByteCount, "byte")),
      ("encoded", Prose.count(inspection.encodedByteCount, "byte")),
      ("ratio", ratio ?? "none"),
      ("texts", "\(inspection.textCount)"),
      ("values", "\(inspection.valueCount)"),
      ("gap surprises", "\(inspection.gapSurpriseCount)"),
      ("shapes", "\(inspection.template.shapes.count)"),
    ]
  }

  /// The widest of the keys that are not unusually long decides where slots are described.
  private static func columnOfSlots(_ template: Template) -> Int {
    let lengths = template.shapes.flatMap(\.fields).map { term($0).columnCount }
    return max((lengths.filter { $0 <= 28 }.max() ?? 0) + 4, leastColumn)
  }

  /// Where the values of the summary stand, and slots unless keys need more room.
  private static let leastColumn = 18

  /// A key, quoted unless it is an ordinary word, and the mark of an optional field.
  private static func term(_ field: Field) -> String {
    let key = Printable.text(field.key.description)
    let isPlain = !key.isEmpty && key.unicodeScalars.allSatisfy(isWordScalar)
    return (isPlain ? key : "\"\(key)\"") + (field.isOptional ? "?" : "")
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_-$@.".unicodeScalars.contains(scalar)
  }
}
