@_spi(Benchmarks) public enum ColumnBenchmark {
  public static func encode(_ json: [UInt8], _ effort: Effort) throws(HuskError) -> (template: [UInt8], payload: [UInt8], rows: Int) {
    var tokenizer = Tokenizer(limits: Limits())
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .auto)
    var values = SlotValues()
    let (extracted, plan) = TemplateExtractor.split(tokenizer.tape, text.source, limits: Limits(), into: &values)
    let gaps = GapScanner.scan(tokenizer.tape, text.source)
    var payload: [UInt8] = []
    ColumnBlockEncoder.encode(text.source, plan, values, gaps: gaps, ColumnWorkspace(effort), appendingTo: &payload)
    var compressor = Compressor(.zstd, level: 19)
    var template: [UInt8] = []
    _ = compressor.compressIfSmaller(TemplateEncoding.encode(extracted), appendingTo: &template)
    unsafe self.template = extracted
    unsafe byteCount = json.count
    return (template, payload, tokenizer.tape.textCount)
  }
  nonisolated(unsafe) static var template = Template(shapes: [], root: .any)
  nonisolated(unsafe) static var byteCount = 0
  public static func decode(_ payload: [UInt8], rows: Int) throws(HuskError) -> [UInt8] {
    try ColumnBlockDecoder.decode(payload.span, TemplatePlan(unsafe template), rowCount: rows, byteLimit: unsafe byteCount, limits: Limits())
  }
}
