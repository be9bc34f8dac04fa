// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let nested = RowTemplate(
    [0, 4, 4, 0], [.heads([1], [7, 1]), .heads([1], [7, 1]), .scalars(["null"], [7, 1])])

  private static func sampled(
    _ name: String, _ comment: String, _ samples: (Int, String)...
  ) -> RowVector {
    RowVector(
      name, "§13.2 §13.8", comment,
      RowTemplate(
        [0, 0], [.scalars(forms: [.string(.text)], [9, 1])], samples: samples),
      "\"GET /images/logo.jpg HTTP/1.1\""
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.text("GET /images/logo.jpg HTTP/1.1", at: 0)
    }
  }

  /// What is exactly as much as is allowed, and samples that are like no text.
  static let limits: [RowVector] = [
    sampled(
      "sample_without_line_end", "A sample is learnt as it is, whatever it ends with.",
      (0, "GET /images/logo.png HTTP/1.1"), (0, "POST /images HTTP/1.1\nGET ")),
    sampled(
      "sample_of_nothing", "A sample may have no bytes.", (0, ""),
      (0, "GET /images/logo.png HTTP/1.1\n")),
    RowVector(
      "depth_as_allowed", "§13.4 §10.1", "Arrays as deep as the limit.", nested, "[[null]]",
      options: "depth=2"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(0, at: 2)
    },
    RowVector(
      "length_as_allowed", "§13.4 §10.1", "As many bytes as the limit.", nested, "[[null]]",
      options: "decodedByteCount=8"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(0, at: 2)
    },
    RowVector(
      "parts_of_64", "§13.6", "As many parts as a string can have.",
      RowTemplates.forms(.raw([1, 64] + repeatElement([0, 1, 0x2D], count: 64).joined())),
      "\"" + String(repeating: "-", count: 64) + "\""
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
    },
  ]

  /// A form of so many texts, which fits nothing.
  private static func texts(_ count: UInt8) -> RowForm {
    .raw([1, count] + [UInt8](repeating: 7, count: Int(count)))
  }

  /// More than is allowed.
  static let badLimits: [RowVector] = [
    RowVector(
      "length_beyond_limit", "§13.4 §10.1", refused: .limitExceeded,
      "A byte more than the limit.", nested, "[[null]]", options: "decodedByteCount=7"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.symbol(0, at: 2)
    },
    RowVector(
      "entries_times_parts", spec: "§13.2 §10.1", refused: .limitExceeded,
      "1,182 entries and 3,549 parts of forms, of which there may be 4,194,304 pairs.",
      RowTemplate(
        [0, 0],
        [
          .scalars(
            [String](repeating: "1", count: 1182), [Int](repeating: 1, count: 1183),
            forms: [RowForm](repeating: texts(64), count: 55) + [texts(29)],
            [Int](repeating: 1, count: 57))
        ])),
  ]
}
