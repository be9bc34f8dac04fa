// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// A column of scalars as it will stand in a block, whether or not that is allowed
/// (SPEC §8.6 Scalar columns).
package indirect enum ScalarSketch: Sendable {
  /// Values, each with the byte behind it.
  case text([String])
  /// The lexeme of all entries.
  case constant(String)
  /// A number of entries, the entries and the indices.
  case dictionary(Int, ScalarSketch, IntegerSketch)
  /// Integers with a point in them.
  case decimals(Int, variant: UInt8 = 0, IntegerSketch)
  /// Mantissas and distances.
  case nearDecimals(Int, variant: UInt8 = 0, IntegerSketch, IntegerSketch)
  /// What numbers may have, where exponents start, and the columns.
  case floating(
    variant: UInt8 = 0, marks: UInt8 = 0, low: Int = 32, high: Int = 32, [IntegerSketch])
  /// The literals, the widths of the runs between them, and the columns.
  case pattern([String], [Int], calendar: UInt8 = 0, [IntegerSketch])
  /// Numbers of digits with the literals behind them, and the columns.
  case hexadecimal([(Int, String)], upper: Int = 0, [IntegerSketch])
  /// The classes, and a column for each.
  case mixed(IntegerSketch, [ScalarSketch])
  /// How many columns back, the bytes left out in front and behind, and what stands there instead.
  case derived(
    Int, front: Int = 0, back: Int = 0, String = "", String = "", steps: IntegerSketch? = nil)
  /// How many columns back, and which entries are taken from there as they are.
  case picked(Int, steps: IntegerSketch)
  /// What each string shares with the one before, and the rests with the byte behind each.
  case frontCoded(IntegerSketch, [String])
  /// What all start with, the numbers of bytes, and the bytes.
  case base64(variant: UInt8 = 0, prefix: String = "", IntegerSketch, [UInt8])
  /// What stands around numbers, and integers with a point in them.
  case quotedDecimals(String, String, Int, variant: UInt8 = 0, IntegerSketch)
  /// The literals, and the columns between them.
  case composed([String], [ScalarSketch])
  /// How many columns back, how many bytes are left out in front and behind, and what stands there instead.
  case spliced(
    Int, steps: IntegerSketch? = nil, fronts: IntegerSketch = .constant(0),
    backs: IntegerSketch = .constant(0),
    ScalarSketch = .constant("\"\""), ScalarSketch = .constant("\"\""))
  /// Descriptors as they are.
  case raw([UInt8], String)

  /// Adds the column to a block.
  func write(to block: inout BlockBuilder) {
    switch self {
    case .text(let values):
      let byteCount = values.reduce(0) { $0 + $1.utf8.count }
      block.describe([1] + FileBuilder.varint(byteCount), "text of \(byteCount) bytes")
      block.characters(values, "text")
    case .constant(let lexeme):
      block.describe([2] + FileBuilder.varint(lexeme.utf8.count) + lexeme.utf8, "constant")
    case .dictionary(let count, let entries, let indices):
      block.describe([3] + FileBuilder.varint(count), "dictionary of \(count)")
      entries.write(to: &block)
      indices.write(to: &block)
    case .decimals(let scale, let variant, let integers):
      block.describe(
        [4 | variant << 4] + FileBuilder.varint(scale), "decimals of \(scale) digits")
      integers.write(to: &block)
    case .nearDecimals(let scale, let variant, let mantissas, let distances):
      block.describe(
        [5 | variant << 4] + FileBuilder.varint(scale), "near decimals of \(scale) digits")
      mantissas.write(to: &block)
      distances.write(to: &block)
    case .floating(let variant, let marks, let low, let high, let columns):
      block.describe(
        [15 | variant << 4, marks] + FileBuilder.varint(low) + FileBuilder.varint(high),
        "floating point, with exponents below -\(low) and from \(high) on")
      for column in columns { column.write(to: &block) }
    case .pattern(let literals, let widths, let calendar, let columns):
      block.describe(
        [6] + FileBuilder.varint(widths.count) + [calendar], "pattern of \(widths.count) runs")
      for (index, literal) in literals.enumerated() {
        let width = index < widths.count ? FileBuilder.varint(widths[index]) : []
        block.describe(
          FileBuilder.varint(literal.utf8.count) + literal.utf8 + width,
          width.isEmpty ? "the last literal" : "a literal, and the width of a run")
      }
      for column in columns { column.write(to: &block) }
    case .hexadecimal(let parts, let upper, let columns):
      block.describe(
        [7] + FileBuilder.varint(upper) + FileBuilder.varint(parts.count),
        "hexadecimal in \(parts.count) parts")
      for (digits, literal) in parts {
        block.describe(
          FileBuilder.varint(digits) + FileBuilder.varint(literal.utf8.count) + literal.utf8,
          "\(digits) digits, and a literal")
      }
      for column in columns { column.write(to: &block) }
    case .mixed(let classes, let columns):
      block.describe([8] + FileBuilder.varint(columns.count), "\(columns.count) classes")
      classes.write(to: &block)
      for column in columns { column.write(to: &block) }
    case .raw(let bytes, let note): block.describe(bytes, note)
    case .picked(let distance, let steps):
      block.describe([0x29] + FileBuilder.varint(distance), "picked from \(distance) back")
      steps.write(to: &block)
    case .derived, .frontCoded, .base64, .quotedDecimals, .composed, .spliced:
      writeStrings(to: &block)
    }
  }

  /// Adds a column that is always of strings.
  private func writeStrings(to block: inout BlockBuilder) {
    switch self {
    case .derived(let distance, let front, let back, let prefix, let suffix, let steps):
      block.describe(
        [steps == nil ? 9 : 0x19] + FileBuilder.varint(distance) + FileBuilder.varint(front)
          + FileBuilder.varint(back),
        "derived from \(distance) back, without \(front) and \(back) bytes")
      for affix in [prefix, suffix] {
        block.describe(FileBuilder.varint(affix.utf8.count) + affix.utf8, "an affix")
      }
      steps?.write(to: &block)
    case .frontCoded(let lengths, let rests):
      block.describe([10], "front coding")
      lengths.write(to: &block)
      block.describe(rests.reduce(0) { $0 + $1.utf8.count }, "bytes of text")
      block.characters(rests, "rests")
    case .base64(let variant, let prefix, let lengths, let bytes):
      block.describe(
        [11 | variant << 4] + FileBuilder.varint(prefix.utf8.count) + prefix.utf8, "Base64")
      lengths.write(to: &block)
      block.describe(bytes.count, "bytes")
      block.stream(bytes, "bytes")
    case .quotedDecimals(let prefix, let suffix, let scale, let variant, let integers):
      block.describe([12 | variant << 4], "quoted decimals")
      for affix in [prefix, suffix] {
        block.describe(FileBuilder.varint(affix.utf8.count) + affix.utf8, "an affix")
      }
      block.describe(scale, "digits")
      integers.write(to: &block)
    case .composed(let literals, let columns):
      block.describe([13] + FileBuilder.varint(columns.count), "\(columns.count) parts")
      for literal in literals {
        block.describe(FileBuilder.varint(literal.utf8.count) + literal.utf8, "a literal")
      }
      for column in columns { column.write(to: &block) }
    case .spliced(let distance, let steps, let fronts, let backs, let heads, let tails):
      block.describe(
        [steps == nil ? 14 : 0x1E] + FileBuilder.varint(distance), "spliced, \(distance) back")
      steps?.write(to: &block)
      for cuts in [fronts, backs] { cuts.write(to: &block) }
      for parts in [heads, tails] { parts.write(to: &block) }
    default: preconditionFailure("no such column")
    }
  }
}
