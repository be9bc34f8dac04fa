// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// A form of values as it will stand in a message template, whether or not that is allowed
/// (SPEC §13.6 Forms).
package struct RowForm: Sendable {
  /// How integers are counted (SPEC §13.7 Integers).
  package struct Integers: Sendable {
    /// What is counted from.
    package var base: Int64
    /// The slot whose last integer is counted from.
    package var reference: Int?
    /// The magnitudes that are listed.
    package var magnitudes: [Int]
    /// Their frequencies, and that of others.
    package var frequencies: [Int]

    /// Creates a model from its parts.
    package init(
      _ base: Int64 = 0, reference: Int? = nil, _ magnitudes: [Int] = [],
      _ frequencies: [Int] = [1]
    ) {
      self.base = base
      self.reference = reference
      self.magnitudes = magnitudes
      self.frequencies = frequencies
    }

    /// The bytes of the model.
    package var bytes: [UInt8] {
      IntegerSketch.zigzag(base)
        + RowSlot.varints([reference.map { $0 + 1 } ?? 0, magnitudes.count] + magnitudes)
        + RowSlot.varints(frequencies)
    }
  }

  /// A part of a string.
  package enum Part: Sendable {
    case literal(String)
    case digits(Int, Integers)
    case hexadecimal(Int, isUpper: Bool = false, Integers)
    case characters(UInt8, count: Int)
    case moment(UInt8, separators: String, Integers)
    case copy(Int)
    case text
    case raw([UInt8])

    /// The bytes of the part.
    package var bytes: [UInt8] {
      switch self {
      case .literal(let literal): [0] + RowSlot.string(literal)
      case .digits(let width, let integers): [1] + RowSlot.varints([width]) + integers.bytes
      case .hexadecimal(let width, let isUpper, let integers):
        [isUpper ? 3 : 2] + RowSlot.varints([width]) + integers.bytes
      case .characters(let set, let count): [4, set] + RowSlot.varints([count])
      case .moment(let unit, let separators, let integers):
        [5, unit] + Array(separators.utf8) + integers.bytes
      case .copy(let slot): [6] + RowSlot.varints([slot])
      case .text: [7]
      case .raw(let bytes): bytes
      }
    }
  }

  /// The bytes of the form.
  package let bytes: [UInt8]
  /// What it is.
  package let note: String
  /// Whether text is a part of it.
  package let hasText: Bool

  /// A number with so many digits behind the point.
  package static func number(_ scale: Int = 0, _ integers: Integers) -> RowForm {
    RowForm(
      bytes: [0] + RowSlot.varints([scale]) + integers.bytes, note: "a number", hasText: false)
  }

  /// A string of parts.
  package static func string(_ parts: Part...) -> RowForm {
    RowForm(
      bytes: [1] + RowSlot.varints([parts.count]) + parts.flatMap(\.bytes), note: "a string",
      hasText: parts.contains { if case .text = $0 { true } else { false } })
  }

  /// Bytes as they are.
  package static func raw(_ bytes: [UInt8]) -> RowForm {
    RowForm(bytes: bytes, note: "as it is", hasText: false)
  }
}
