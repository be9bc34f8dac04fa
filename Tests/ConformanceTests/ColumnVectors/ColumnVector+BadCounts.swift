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
      "401 shapes with the same 400 fields, in 2,007 bytes."
    ) { file in
      file.template(
        FileBuilder.varint(401) + [0] + FileBuilder.varint(400)
          + repeatElement([2, 0x78, 0], count: 400).joined()
          + repeatElement([1, 0], count: 400).joined() + [0])
      file.block(rows: 1, "1", flags: 0, [BlockBuilder.Part([0, 0x31], "not compressed")])
      file.end()
    },
  ]
}
