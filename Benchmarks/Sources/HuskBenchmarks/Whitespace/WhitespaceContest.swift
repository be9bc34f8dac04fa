// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskCore

/// What the whitespace of one text costs: bytes beside the minified text, and time beside zstd -3.
struct WhitespaceContest {
  /// What came of it; sizes are in bytes.
  struct Result {
    /// The size of the text, and of what is left without whitespace.
    let byteCounts: (text: Int, minified: Int)
    /// The size that zstd -3 makes of the text.
    let zstd: Int
    /// The sizes that Husk makes of the text, and of what is left without whitespace.
    let husk: (text: Int, minified: Int)
    /// The times of both for the text, with its whitespace.
    let speed: SpeedContest.Result

    /// What whitespace costs.
    var cost: Int { husk.text - husk.minified }
  }

  let sampler: Sampler

  /// Finds the sizes, checks that the text comes back, and measures both sides in turns.
  ///
  /// - Parameters:
  ///   - text: A text with whitespace.
  ///   - minified: The same text without.
  /// - Returns: Sizes and times.
  /// - Throws: ``SizeMethod/WrongText``, ``WrongAnswer``, or what Husk throws.
  func run(on text: [UInt8], minified: [UInt8]) throws -> Result {
    let speed = try SpeedContest(sampler: sampler).run(on: text)
    return Result(
      byteCounts: (text.count, minified.count),
      zstd: ZstdPeer(level: 3).compressedBytes(text).count,
      husk: (try Husk.encode(json: text).count, try Husk.encode(json: minified).count),
      speed: speed)
  }
}
