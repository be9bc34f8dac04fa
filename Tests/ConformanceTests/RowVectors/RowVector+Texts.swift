// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let text = RowForm.string(.text)

  private static func learnt(_ entries: [String], _ samples: [(Int, String)]) -> RowTemplate {
    RowTemplate(
      [0, 4, 0],
      [
        .heads([1, 2, 3], [1, 1, 1, 1]),
        .scalars(entries, [Int](repeating: 1, count: entries.count + 1), forms: [text], [9, 1]),
      ], samples: samples)
  }

  private static func texts(
    _ name: String, _ comment: String, _ template: RowTemplate, _ texts: String...
  ) -> RowVector {
    let document = "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    return RowVector(name, "§13.8", comment, template, document) {
      $0.noGaps()
      $0.symbol(texts.count - 1, at: 0)
      for text in texts {
        $0.form(0, at: 1)
        $0.text(text, at: 1)
      }
    }
  }

  /// Numbers that hardly follow from one another.
  private static func squares(_ numbers: Range<Int>) -> String {
    numbers.map { "\($0 * $0 % 1009)" }.joined(separator: " ")
  }

  private static let sample =
    "GET /index.html HTTP/1.1\nGET /images/logo.png HTTP/1.1\nPOST /login HTTP/1.1\n"

  /// Texts that the model has or has not learnt.
  static let texts: [RowVector] = [
    texts("text", "A model that has learnt nothing.", learnt([], []), "hi"),
    texts("text_empty", "A text of no bytes.", learnt([], []), ""),
    texts(
      "text_bytes", "Characters of more bytes, and escapes.", learnt([], []), "né\\u0000 \\\"☃"),
    texts(
      "text_of_entries", "A model that has learnt the entries of a slot with texts.",
      learnt(["\"alpha one\"", "17", "\"alpha two\""], []), "alpha three", "alpha 4"),
    texts(
      "text_of_samples", "A model that has learnt a sample.", learnt([], [(1, sample)]),
      "GET /images/logo.jpg HTTP/1.1"),
    texts(
      "text_of_other_slot", "A sample of another slot says less.",
      learnt([], [(0, sample), (1, "x\n")]), "GET /images HTTP/1.1", "POST /images"),
    texts(
      "text_match", "A match with a text of the same message, longer than 31 bytes.",
      learnt([], []), "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF",
      "-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF!"),
    texts(
      "text_match_learnt", "Matches of all lengths in what was learnt.",
      learnt([], [(1, String(repeating: "abcdefghijklmnopqrstuvwxyz0123456789\n", count: 6))]),
      "abcdefghijklmnopqrstuvwxyz012345678", "abcdefgh", "defghijklmnopq+"),
    texts(
      "text_learnt_often", "Lessons that were learnt a thousand times and more.",
      learnt([], [(1, String(repeating: "a\n", count: 1200))]), "a", "b"),
    texts(
      "text_learnt_surely", "A sample with bits that are all but certain, which teach nothing.",
      learnt([], [(1, squares(0..<130) + "\n")]), squares(40..<60), "1 4 9 1000 17"),
    texts(
      "text_learns", "A message that learns from its texts, once they surprise.",
      learnt([], []), squares(0..<120), squares(60..<140)),
    texts(
      "text_learns_samples", "A message that changes what a sample has taught, guesses included.",
      learnt([], [(1, sample)]), squares(0..<130),
      "GET /images/logo.png HTTP/1.1 GET /images/logo.jpg HTTP/1.0 GET /img/logo.png HTTP/1.1",
      "POST /login HTTP/1.1 POST /logins HTTP/1.1 POST /login/1 HTTP/1.1"),
    texts(
      "text_learns_late", "Surprises that wear off, and then last.", learnt([], [(1, sample)]),
      "GET /login HTTP/1.1 POST /images/index.html",
      "GET /logo.png 23 65 GET /images/login.html HTTP/1.1",
      "POST /logo HTTP/1.1 -1 5 " + squares(20..<60)),
    RowVector(
      "text_starts_anew", "§13.8", "Texts that are keys, strings and values of no slot.",
      RowTemplates.any, #"{"k":["k","k"]}"#
    ) {
      $0.noGaps()
      $0.form(nil, at: 0)
      $0.container(0, "its text")
      $0.text(#"{"k":["k","k"]}"#)
    },
  ]
}
