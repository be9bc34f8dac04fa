// SPDX-License-Identifier: Apache-2.0

/// What an encoder does to a text before it plans columns, as the benchmark harness runs it.
@_spi(Benchmarks) public final class SplittingBenchmark {
  private let text: [UInt8]
  private let options = EncodeOptions()
  private var memory = SpareMemory()
  private var values = SlotValues()

  /// Prepares a run over `text`.
  public init(text: [UInt8]) { self.text = text }

  /// Finds the blocks of the text, their templates and the values of each slot, in memory that is kept from run to run.
  ///
  /// - Returns: The number of bytes in blocks.
  /// - Throws: ``HuskError`` where the text is not JSON.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public func run() throws(HuskError) -> Int {
    var spare = SpareMemory()
    swap(&spare, &memory)
    var scanner = BlockScanner(options, expecting: text.count, reusing: spare)
    scanner.append(text, text.indices)
    scanner.finish()
    var byteCount = 0
    while let block = try scanner.next() {
      byteCount += block.rows.bytes.count
      if !block.isPredicted {
        _ = GapScanner.scan(block.rows)
        _ = TemplateExtractor.split(
          block.rows.tape, block.rows.bytes.source, limits: options.limits, into: &values)
      }
      scanner.reuse(block)
    }
    memory = scanner.takeSpare()
    return byteCount
  }
}
