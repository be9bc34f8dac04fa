// SPDX-License-Identifier: Apache-2.0

/// Times the way from split values to the payload of a block, for benchmarks.
@_spi(Benchmarks) public enum PlanningBenchmark {
  /// The seconds of the fastest of some rounds: of what stands before, of planning and writing, and
  /// of zstd at a level on the whole text.
  ///
  /// - Parameters:
  ///   - json: A JSON text.
  ///   - effort: How hard to try.
  ///   - rounds: The number of rounds.
  ///   - now: A clock.
  /// - Throws: `HuskError`.
  public static func time(
    _ json: [UInt8], _ effort: Effort, rounds: Int, zstdLevel: Int, now: () -> Double
  ) throws(HuskError) -> (front: Double, planning: Double, zstd: Double, byteCount: Int) {
    let workspace = ColumnWorkspace(effort)
    var zstd = Compressor(.zstd, level: zstdLevel)
    var result = (front: Double.infinity, planning: Double.infinity, zstd: Double.infinity, 0)
    let text = PaddedBytes(json)
    var tokenizer = Tokenizer(limits: Limits())
    var values = SlotValues()
    var payload: [UInt8] = []
    var planned = 0
    while planned < rounds {
      let start = now()
      try tokenizer.tokenize(text, as: .auto)
      values.removeAll()
      let plan = TemplateExtractor.split(
        tokenizer.tape, text.source, limits: Limits(), into: &values
      ).1
      let gaps = GapScanner.scan(tokenizer.tape, text.source)
      result.front = min(result.front, now() - start)
      // Without zstd to compare with, nothing but planning is repeated, for a profiler to see.
      for _ in 0..<(zstdLevel == 0 ? rounds : 1) {
        planned += 1
        let middle = now()
        payload.removeAll(keepingCapacity: true)
        ColumnBlockEncoder.encode(
          text.source, plan, values, gaps: gaps, workspace, appendingTo: &payload)
        result.planning = min(result.planning, now() - middle)
        result.3 = payload.count
      }
      if zstdLevel == 0 { break }
      payload.removeAll(keepingCapacity: true)
      let before = now()
      zstd.compress(json, appendingTo: &payload)
      result.zstd = min(result.zstd, now() - before)
    }
    return result
  }
}
