// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static func level(_ message: inout MessageBuilder) {
    message.noGaps()
    message.symbol(0, at: 0)
    message.symbol(0, at: 1)
    message.form(0, at: 2)
    message.difference(5, .init(1000, [3, 5, 7], [1, 3, 2, 1]))
  }

  /// The number of a document whose check starts with some bytes.
  private static func number(withCheck low: UInt32) -> Int64 {
    let seed = Checksum.crc32(PaddedBytes(RowTemplates.numbers.id.bytes))
    return (1...).lazy.map(Int64.init).first { number in
      Checksum.crc32(PaddedBytes(Array(String(number).utf8)), seed: seed) & 0xFFFF == low
    } ?? 0
  }

  private static let looksReferenced = number(withCheck: 0x4DFD)
  private static let looksEmbedded = number(withCheck: 0x54FD)

  private static func bare(
    _ name: String, _ number: Int64, _ comment: String
  ) -> RowVector {
    RowVector(name, "§13.1", comment, RowTemplates.numbers, String(number)) { message in
      message.noGaps()
      message.form(0, at: 0)
      message.difference(number, .init(0))
    }
  }

  /// Whole messages, and the ends of values.
  static let messages: [RowVector] = [
    RowVector(
      "worked_example", "§13.11 §13.4 §13.6", "The example of the specification.",
      RowTemplates.levels, #"{"level":"info","id":1005}"#, message: level),
    RowVector(
      "worked_array", "§13.11 §13.9", "The example of the specification, in an array.",
      RowTemplates.levels, #"[{"level":"info","id":1005}]"#
    ) {
      $0.noGaps()
      $0.misfit(at: 0, isObject: false)
      $0.container(1, "an array")
      $0.number(1, "elements")
      $0.container(2, "an object")
      $0.number(0, "shape")
      $0.bit(1, 3840, "the next field")
      $0.symbol(0, at: 1)
      $0.bit(1, 3840, "the next field")
      $0.form(0, at: 2)
      $0.difference(5, .init(1000, [3, 5, 7], [1, 3, 2, 1]))
      $0.bit(1, 3840, "the end of the shape")
    },
    RowVector(
      "referenced", "§13.1", "A message that names its template.", RowTemplates.levels,
      #"{"level":"info","id":1005}"#
    ) {
      $0.form = .referenced()
      level(&$0)
    },
    RowVector(
      "embedded", "§13.1 §9.3", "A message that brings its template; an encoder compresses it.",
      RowTemplates.levels, #"{"level":"info","id":1005}"#, canonical: false
    ) {
      $0.form = .embedded()
      level(&$0)
    },
    bare("bare_looks_referenced", looksReferenced, "A check that starts with FD 4D."),
    bare("bare_looks_embedded", looksEmbedded, "A check that starts with FD 54."),
    RowVector(
      "no_values", "§13.3", "A message whose values have no bytes.",
      RowTemplate([0, 0], [.scalars(["1", "2"], [1, 65_534, 1])]), "2"
    ) {
      $0.noGaps()
      $0.symbol(1, at: 0)
    },
    RowVector(
      "carry", "§13.3", "A carry runs through bytes that are FF.",
      RowTemplates.forms(.string(.characters(0, count: 40))),
      "\"7342174671327465264778835440755438002828\""
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.characters(
        "7342174671327465264778835440755438002828".compactMap(\.wholeNumberValue), of: 10)
    },
    RowVector(
      "bits_of_64", "§13.3 §13.7", "63 bits as they are, in runs of 16.",
      RowTemplates.forms(.number(0, .init(Int64.min))), "-1"
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.difference(Int64.max, .init())
    },
  ]
}
