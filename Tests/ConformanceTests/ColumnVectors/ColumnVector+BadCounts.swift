// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Templates and rows that would take much longer than their bytes let expect.
  static let badCounts: [ColumnVector] = [
    ColumnVector(
      "presence_words_too_many", "§8.3 §10.1", refused: .limitExceeded,
      "330,000 words beyond the first of each object, where 329,528 are allowed.",
      template: [1, 0] + FileBuilder.varint(992)
        + repeatElement([3, 0x78, 0], count: 992).joined() + [3, 0],
      rows: 11_000, repeatElement("{}", count: 11_000).joined(separator: "\n")
    ) {
      $0.controls(31 * 11_000, .constant(0), of: 0)
      for slot in 1...992 { $0.shared(slot) }
    },
    ColumnVector(
      "slots_too_deep", "§10.1", refused: .limitExceeded,
      "Five slots in one another, at a depth of one.", options: "depth=1"
    ) { file in
      file.template([0, 4, 4, 4, 4, 0])
      file.end()
    },
    ColumnVector(
      "template_of_too_many_slots", "§9.3 §10.1", refused: .limitExceeded,
      "82 shapes with the same 81 fields: 6,642 slots in a frame of 410 bytes, where 6,560 are allowed."
    ) { emptyShapes(&$0, of: 81) },
    ColumnVector(
      "template_of_many_slots", "§9.3 §10.1",
      "81 shapes with the same 80 fields: 6,480 slots in a frame of 405 bytes, as many as are allowed."
    ) { emptyShapes(&$0, of: 80) },
  ]

  /// A file whose template has some fields in a shape, and in as many that add nothing to it.
  static func emptyShapes(_ file: inout VectorBuilder, of count: Int) {
    file.template(
      FileBuilder.varint(count + 1) + [0] + FileBuilder.varint(count)
        + repeatElement([2, 0x78, 0], count: count).joined()
        + repeatElement([1, 0], count: count).joined() + [0])
    file.block(rows: 1, "1", flags: 0, [BlockBuilder.Part([0, 0x31], "not compressed")])
    file.end()
  }
}
