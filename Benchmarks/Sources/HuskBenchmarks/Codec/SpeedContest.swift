// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskCore

/// Husk at its default level against zstd -3, both ways, on one text.
struct SpeedContest {
  /// Both sides of one way, each in nanoseconds per run.
  struct Pair {
    /// The time of Husk.
    let husk: Double
    /// The time of zstd.
    let zstd: Double

    /// How many times the speed of zstd that of Husk is.
    var ratio: Double { zstd / husk }
  }

  /// What came of it.
  struct Result {
    /// From text to bytes.
    let encode: Pair
    /// From bytes to text.
    let decode: Pair
  }

  let sampler: Sampler

  /// Checks that both sides give the text back, then measures them in turns.
  ///
  /// - Throws: ``SizeMethod/WrongText``, ``WrongAnswer``, or what Husk throws.
  func run(on text: [UInt8]) throws -> Result {
    let zstd = ZstdPeer(level: 3)
    let husk = KeptCoders()
    let encoded = try Husk.encode(json: text)
    let compressed = zstd.compressedBytes(text)
    guard try Husk.decode(encoded) == text else {
      throw SizeMethod.WrongText(description: "Husk does not give the text back")
    }
    guard zstd.decompressedBytes(compressed, capacity: text.count) == text else {
      throw SizeMethod.WrongText(description: "zstd does not give the text back")
    }
    let times = try sampler.measure([
      Contender("Husk encodes", expected: encoded.count) { try husk.encode(text) },
      Contender("zstd compresses", expected: compressed.count) { zstd.compress(text) },
      Contender("Husk decodes", expected: text.count) { try husk.decode(encoded) },
      Contender("zstd decompresses", expected: text.count) {
        zstd.decompress(compressed, capacity: text.count)
      },
    ]).map(\.minimum)
    return Result(
      encode: Pair(husk: times[0], zstd: times[1]), decode: Pair(husk: times[2], zstd: times[3]))
  }

  /// Measures Husk where nothing is kept by the caller: each call is for one document.
  ///
  /// - Returns: The times in nanoseconds.
  /// - Throws: As ``run(on:)`` does.
  func runAlone(on text: [UInt8]) throws -> (encode: Double, decode: Double) {
    let encoded = try Husk.encode(json: text)
    let times = try sampler.measure([
      Contender("Husk encodes one", expected: encoded.count) { try Husk.encode(json: text).count },
      Contender("Husk decodes one", expected: text.count) { try Husk.decode(encoded).count },
    ]).map(\.minimum)
    return (times[0], times[1])
  }
}

/// The speeds of a document on which costs show that do not depend on the size.
struct SmallSpeed {
  let byteCount: Int
  /// One after the other.
  let kept: SpeedContest.Result
  /// Each by itself, in nanoseconds.
  let alone: (encode: Double, decode: Double)
}

/// Husk with its contexts and buffers, which are kept from call to call as those of zstd are.
private final class KeptCoders {
  private var encoder = DocumentEncoder()
  private var decoder = DocumentDecoder()
  private var text: [UInt8] = []

  /// Returns the number of encoded bytes.
  func encode(_ text: [UInt8]) throws -> Int { try encoder.encode(json: text).count }

  /// Decodes into the buffer of the last time, and returns the number of bytes.
  func decode(_ bytes: [UInt8]) throws -> Int {
    text.removeAll(keepingCapacity: true)
    try decoder.decode(bytes, appendingTo: &text)
    return text.count
  }
}
