// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ModelledVector {
  private static let sentence =
    #"["She sells sea shells on the sea shore","the shells she sells are sea shells"]"#

  /// Blocks whose text a model predicts as a whole.
  static let stored = [
    ModelledVector(
      stored: "stored", "§8.7 §16.11", "A block that stores its text in codec 5.", sentence),
    ModelledVector(
      stored: "stored_preset", codec: .presetModelled, "§8.7 §16.11 §9.8.1",
      "A block that stores its text in codec 7.", sentence),
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
