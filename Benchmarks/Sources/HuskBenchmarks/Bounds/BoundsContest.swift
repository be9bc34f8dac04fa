// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
@_spi(Benchmarks) import HuskCore

/// What a codec that parses JSON and compresses what is left with zstd takes at least, on one text.
///
/// It is measured with nothing in between: a parser that makes no columns, and columns that were made
/// before.
struct BoundsContest {
  /// Times in nanoseconds per run.
  struct Result {
    /// The size of the text, and of its columns before they are compressed, in bytes.
    let byteCounts: (text: Int, columns: Int)
    /// zstd -3 compresses the text, and decompresses it.
    let zstd: (encode: Double, decode: Double)
    /// A parser checks the text, by the fastest that is there.
    let parse: Double
    /// Husk checks the text, and splits it into rows and the values of each field.
    let husk: (scan: Double, split: Double)
    /// zstd -3 compresses the columns, and decompresses them.
    let columns: (encode: Double, decode: Double)
    /// A writer writes what it has parsed, by the fastest that is there; `nil` where it is not.
    let write: Double?
    /// The check of the text is computed.
    let check: Double
    /// The text is copied.
    let copy: Double

    /// How many times the speed of zstd encoding may be, if columns cost nothing.
    var encodeBound: Double { zstd.encode / (parse + columns.encode + check) }
    /// How many times the speed of zstd encoding is, if Husk need not choose how columns are written: with those
    /// that it makes, or with the text as it is, whatever takes less time.
    var huskBound: Double {
      zstd.encode / (min(husk.split + columns.encode, husk.scan + zstd.encode) + check)
    }
    /// How many times the speed of zstd decoding may be, if rows are written as fast as they are copied.
    var decodeBound: Double { zstd.decode / (columns.decode + copy + check) }
    /// The same if they are written as fast as that writer does.
    var writerBound: Double? { write.map { zstd.decode / (columns.decode + $0 + check) } }
  }

  /// The error of a text that there is no parser for.
  struct NoParser: Error, CustomStringConvertible {
    let description = "simdjson is not installed, or refuses the text"
  }

  let sampler: Sampler

  /// Measures all parts in turns.
  ///
  /// - Throws: ``NoParser``, ``WrongAnswer``, or what Husk throws.
  func run(on text: [UInt8]) throws -> Result {
    let options = EncodeOptions(layout: .column, compression: .none)
    let columns = try Husk.encode(json: text, options: options)
    let (whole, parts) = (ZstdPeer(level: 3), ZstdPeer(level: 3))
    let compressed = whole.compressedBytes(text)
    let compressedParts = parts.compressedBytes(columns)
    guard let parser = SimdjsonParser(text: Self.array(text)), parser.parse() == 0
    else { throw NoParser() }
    let tokenizer = TokenizerBenchmark(text: text)
    let splitting = SplittingBenchmark(text: text)
    let tokenCount = try tokenizer.run()
    var copy = [UInt8](repeating: 0, count: text.count)
    let check = Int(ChecksumBenchmark.check(text))
    let writer = YyjsonWriter(text: Self.array(text))
    var contenders = [
      Contender("compress", expected: compressed.count) { whole.compress(text) },
      Contender("decompress", expected: text.count) {
        whole.decompress(compressed, capacity: text.count)
      },
      Contender("parse", expected: 0) { parser.parse() },
      Contender("compress columns", expected: compressedParts.count) { parts.compress(columns) },
      Contender("decompress columns", expected: columns.count) {
        parts.decompress(compressedParts, capacity: columns.count)
      },
      Contender("check", expected: check) { Int(ChecksumBenchmark.check(text)) },
      Contender("copy", expected: text.count) {
        copy.replaceSubrange(0..<text.count, with: text)
        return copy.count
      },
      Contender("scan", expected: tokenCount) { try tokenizer.run() },
      Contender("split", expected: text.count) { try splitting.run() },
    ]
    if let writer {
      contenders.append(Contender("write", expected: writer.write()) { writer.write() })
    }
    let times = try sampler.measure(contenders).map(\.minimum)
    return Result(
      byteCounts: (text.count, columns.count), zstd: (times[0], times[1]), parse: times[2],
      husk: (times[7], times[8]), columns: (times[3], times[4]),
      write: writer == nil ? nil : times[9], check: times[5], copy: times[6])
  }

  /// One text as it is, or an array of the texts that stand in lines of their own.
  private static func array(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1 else { return text }
    return [UInt8(ascii: "[")] + lines.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}
