// SPDX-License-Identifier: Apache-2.0

/// The tokenizer with its buffers, as the benchmark harness runs it.
@_spi(Benchmarks) public final class TokenizerBenchmark {
  private let bytes: PaddedBytes
  private var tokenizer = Tokenizer(limits: Limits())

  /// Prepares a run over `text`.
  public init(text: [UInt8]) {
    bytes = PaddedBytes(text)
  }

  /// Tokenizes the text into buffers that are kept from run to run.
  ///
  /// - Returns: The number of keys, scalars, arrays and objects.
  /// - Throws: ``HuskError`` where the text is not JSON.
  /// - Complexity: O(*n*) for *n* bytes.
  public func run() throws(HuskError) -> Int {
    try tokenizer.tokenize(bytes, as: .auto)
    return tokenizer.tape.count
  }

  /// The number of closing tokens on the tape, which other tokenizers do not count.
  public func closingTokenCount() -> Int {
    var count = 0
    for index in 0..<tokenizer.tape.count {
      switch tokenizer.tape[index].kind {
      case .closeObject, .closeArray: count += 1
      default: break
      }
    }
    return count
  }
}
