// SPDX-License-Identifier: Apache-2.0

/// The check of texts, as the benchmark harness runs it.
@_spi(Benchmarks) public enum ChecksumBenchmark {
  /// Computes the check of a text (SPEC §7 Checks).
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func check(_ text: [UInt8]) -> UInt32 { Checksum.crc32(text.span) }
}
