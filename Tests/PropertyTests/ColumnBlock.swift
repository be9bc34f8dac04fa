// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// A document as one block of columns, with what is needed to decode it.
struct ColumnBlock {
  let json: [UInt8]
  let plan: TemplatePlan
  let rowCount: Int
  var payload: [UInt8] = []

  /// Encodes a document.
  init(_ json: [UInt8], _ effort: Effort) throws(HuskError) {
    self.json = json
    var tokenizer = Tokenizer(limits: Limits())
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .auto)
    var values = SlotValues()
    plan =
      TemplateExtractor.split(
        tokenizer.tape, text.source, limits: Limits(), into: &values
      ).plan
    rowCount = tokenizer.tape.textCount
    ColumnBlockEncoder.encode(
      text.source, plan, values, gaps: GapScanner.scan(tokenizer.tape, text.source),
      ColumnWorkspace(effort), appendingTo: &payload)
  }

  /// Decodes the block.
  func decode(byteLimit: Int, _ limits: Limits = Limits()) throws(HuskError) -> [UInt8] {
    try ColumnBlockDecoder.decode(
      payload.span, plan, BlockFrame(), rowCount: rowCount, byteLimit: byteLimit, limits: limits)
  }

  /// The same payload with sections that are not compressed, so that damage goes deep.
  func uncompressed() throws(HuskError) -> [UInt8] {
    var reader = ByteReader(payload.span)
    let largeCount = Int(try reader.readVarint())
    var heads: [(codec: Codec, count: Int, byteCount: Int)] = []
    for _ in 0..<3 + largeCount {
      let codec = try Codec(identifier: try reader.readByte())
      let count = Int(try reader.readVarint())
      heads.append((codec, count, codec == .none ? count : Int(try reader.readVarint())))
    }
    var result: [UInt8] = []
    Varint.append(largeCount, to: &result)
    for head in heads {
      result.append(Codec.none.rawValue)
      Varint.append(head.count, to: &result)
    }
    var decompressor = Decompressor()
    for head in heads {
      let bytes = try reader.readBytes(head.byteCount)
      try decompressor.decompress(
        bytes.span, head.codec, count: head.count, appendingTo: &result)
    }
    return result
  }
}
