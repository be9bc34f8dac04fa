// SPDX-License-Identifier: Apache-2.0

/// What the benchmarks of the column decoder call, for they stand in another package.
@_spi(Benchmarks) public struct ColumnDecodingBenchmark: ~Copyable {
  private var decoder: ColumnBlockDecoder
  private let payload: [UInt8]
  private let rowCount: Int
  private let byteCount: Int
  private var text: [UInt8] = []

  private var decompressor = Decompressor()
  private var compressed: [UInt8] = []
  private var plain: [UInt8] = []

  /// Encodes `json` as a block of columns, and by zstd -3 to compare with.
  ///
  /// - Throws: ``HuskError`` where it is not JSON.
  public init(_ json: [UInt8], _ effort: Effort) throws(HuskError) {
    var tokenizer = Tokenizer(limits: Limits())
    let padded = PaddedBytes(json)
    try tokenizer.tokenize(padded, as: .auto)
    var values = SlotValues()
    let plan = TemplateExtractor.split(
      tokenizer.tape, padded.source, limits: Limits(), into: &values
    ).1
    var payload: [UInt8] = []
    ColumnBlockEncoder.encode(
      padded.source, plan, values, gaps: GapScanner.scan(tokenizer.tape, padded.source),
      ColumnWorkspace(effort), appendingTo: &payload)
    self.payload = payload
    rowCount = tokenizer.tape.textCount
    byteCount = json.count
    decoder = ColumnBlockDecoder(plan, limits: Limits())
    var compressor = Compressor(.zstd, level: 3)
    compressor.compress(json, appendingTo: &compressed)
  }

  /// Decodes the block, and returns whether the text is `json`.
  ///
  /// - Throws: ``HuskError``.
  public mutating func isExact(_ json: [UInt8]) throws(HuskError) -> Bool {
    try decode()
    return text == json
  }

  /// Decodes the block into memory that is kept.
  ///
  /// - Throws: ``HuskError``.
  public mutating func decode() throws(HuskError) {
    let payload = payload
    text.removeAll(keepingCapacity: true)
    try decoder.decode(
      payload.span, rowCount: rowCount, byteLimit: byteCount, appendingTo: &text)
  }

  /// Decompresses all sections of the block, and does nothing else.
  ///
  /// - Throws: ``HuskError``.
  public mutating func decompressSections() throws(HuskError) {
    let payload = payload
    try decoder.decompressSections(payload.span, byteLimit: byteCount)
  }

  /// Decompresses what zstd -3 made of the text into memory that is kept.
  ///
  /// - Throws: ``HuskError``.
  public mutating func decompressText() throws(HuskError) {
    let compressed = compressed
    plain.removeAll(keepingCapacity: true)
    try decompressor.decompress(
      compressed.span, .zstd, count: byteCount, appendingTo: &plain)
  }
}
