// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ModelledVector {
  private static let sentence =
    #"["She sells sea shells on the sea shore","the shells she sells are sea shells"]"#

  /// Objects and arrays in one another, deeper than keys are kept for, and what stands behind them.
  private static let nested: String = {
    let depth = 70
    let start = (0..<depth).map { $0 % 3 == 2 ? "[" : #"{"k\#($0 % 7)":"# }.joined()
    let end = (0..<depth).reversed().map { $0 % 3 == 2 ? ",true]" : #","l\#($0 % 5)":\#($0)}"# }
    return "[\(start)0\(end.joined()),\(start)1\(end.joined())]"
  }()

  /// Strings with what ends pieces elsewhere, and with quotes and backslashes, on lines of their own.
  private static let quoted: String = (0..<12).map { index in
    #"""
    {
      "a{[,:\#(index)": "\"x\":[1,{\\",
      "b\\\\": ["\\", "\\\"", "]},:\#(index * 7)"]
    }

    """#
  }.joined()

  /// Pieces of 4,096 bytes, one of a byte more, and one of several times as many.
  private static let long: String = {
    let strings = [4093, 4094, 10_000, 4093, 4092].map { count in
      (0..<count).map { String(($0 * $0 / 7 + count) % 10) }.joined()
    }
    return "[" + strings.map { "\"\($0)\"" }.joined(separator: ",") + ",[7]]"
  }()

  /// Blocks whose text a model predicts as a whole.
  static let stored = [
    ModelledVector(
      stored: "stored", "§8.7 §16.11", "A block that stores its text in codec 5.", sentence),
    ModelledVector(
      stored: "stored_preset", codec: .presetModelled, "§8.7 §16.11 §9.8.1",
      "A block that stores its text in codec 7.", sentence),
    ModelledVector(
      stored: "stored_nested", "§16.11", "Pieces at more levels than have keys.", nested),
    ModelledVector(
      stored: "stored_quoted", "§16.11", "Strings that hold what ends pieces elsewhere.",
      quoted, rows: 12),
    ModelledVector(
      stored: "stored_long_pieces", "§16.11", "Pieces of as many bytes as they may have, and more.",
      long),
    ModelledVector(
      stored: "stored_preset_memory", codec: .presetModelled, "§16.11",
      "Memory that the text is worth only together with the dictionary.",
      String(repeating: "[1,2]\n", count: 400)),
    ModelledVector(
      stored: "stored_preset_memory_too_high", codec: .presetModelled, "§16.11",
      refused: .invalidCompression, "More memory than the text and the dictionary are worth.",
      sentence
    ) { $0[0] += 1 },
    ModelledVector(
      stored: "stored_preset_memory_too_low", codec: .presetModelled, "§16.11",
      refused: .invalidCompression, "Less memory than the text and the dictionary are worth.",
      sentence
    ) { $0[0] -= 1 },
    ModelledVector(
      stored: "stored_preset_other_check", codec: .presetModelled, "§16.11",
      refused: .invalidCompression, "The check of another text.", sentence
    ) { $0[1] ^= 1 },
    ModelledVector(
      stored: "stored_preset_cut", codec: .presetModelled, "§16.11", refused: .invalidCompression,
      "The last coded byte is missing.", sentence
    ) { $0.removeLast() },
    ModelledVector(
      stored: "stored_memory_too_low", "§16.11", refused: .invalidCompression,
      "Less memory than models have.", sentence
    ) { $0[0] = 15 },
    ModelledVector(
      stored: "stored_memory_too_high", "§16.11", refused: .invalidCompression,
      "More memory than the text is worth.", sentence
    ) { $0[0] += 1 },
    ModelledVector(
      stored: "stored_other_check", "§16.11", refused: .invalidCompression,
      "The check of another text.", sentence
    ) { $0[1] ^= 1 },
    ModelledVector(
      stored: "stored_cut", "§16.11", refused: .invalidCompression,
      "The last coded byte is missing.", sentence
    ) { $0.removeLast() },
    ModelledVector(
      stored: "stored_left", "§16.11", refused: .invalidCompression,
      "A byte behind the coded bytes.", sentence
    ) { $0.append(0) },
    ModelledVector(
      stored: "stored_without_check", "§16.11", refused: .invalidCompression,
      "Nothing behind the memory.", sentence
    ) { $0 = [$0[0]] },
  ]
}
