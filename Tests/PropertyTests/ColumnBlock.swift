// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

/// A document as one block of columns, with what is needed to decode it.
struct ColumnBlock {
  let json: [UInt8]
  let plan: TemplatePlan
  let rowCount: Int
  /// The canonical bytes of the template.
  let canonical: [UInt8]
  var payload: [UInt8] = []

  /// Encodes a document, with its own gaps or those of another one.
  init(_ json: [UInt8], _ effort: Effort, gaps: GapList? = nil) throws(HuskError) {
    self.json = json
    var tokenizer = Tokenizer(limits: Limits())
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .auto)
    var values = SlotValues()
    plan = TemplateExtractor.split(
      tokenizer.tape, text.source, limits: Limits(), into: &values)
    canonical = plan.canonicalBytes
    rowCount = tokenizer.tape.textCount
    _ = ColumnBlockEncoder.encode(
      text.source, plan, &values, gaps: gaps ?? GapScanner.scan(tokenizer.tape, text.source),
      templateCheck: plan.check, ColumnWorkspace(effort), appendingTo: &payload)
  }

  /// Decodes the block.
  func decode(byteLimit: Int, _ limits: Limits = Limits()) throws(HuskError) -> [UInt8] {
    try ColumnBlockDecoder.decode(
      payload.span, plan, BlockFrame(), rowCount: rowCount, byteLimit: byteLimit, limits: limits)
  }

  /// Decodes the block with the library and the reference decoder, which must agree.
  func decodeTwice() throws -> [UInt8] {
    let text = try decode(byteLimit: json.count)
    let other = try BothDecoders.reference(payload, canonical, rowCount: rowCount, json)
    #expect(other == text, "the reference decoder has another text")
    return text
  }

  /// The bytes of the sections, not compressed.
  func sections() throws(HuskError) -> [[UInt8]] {
    let payload = payload
    return try payload.span.withView { (view) throws(HuskError) in
      var sections: [[UInt8]] = []
      var decompressor = Decompressor()
      for section in try SectionReader(view, byteLimit: .max, limits: Limits()).sections {
        var bytes: [UInt8] = []
        try decompressor.decompress(
          view[section.range].span, section.codec, count: section.count, appendingTo: &bytes)
        sections.append(bytes)
      }
      return sections
    }
  }

  /// A payload of sections that are not compressed, so that damage goes deep, with checks that are
  /// right.
  func payload(of sections: [[UInt8]]) -> [UInt8] {
    var head: [UInt8] = []
    Varint.append(sections.count - SectionReader.smallCount, to: &head)
    for (number, section) in sections.enumerated() {
      head.append(Codec.none.rawValue)
      Varint.append(section.count, to: &head)
      if number >= SectionReader.smallCount {
        head.appendLittleEndian(Checksum.crc32(section.span))
      }
    }
    head += sections[..<SectionReader.smallCount].joined()
    head.appendLittleEndian(Checksum.crc32(head.span, seed: plan.check))
    return head + sections[SectionReader.smallCount...].joined()
  }

  /// The encodings of all columns of values.
  func encodings() throws -> [String] {
    try ColumnSizes(
      payload.span, plan, rowCount: rowCount, byteLimit: json.count,
      limits: Limits()
    ).columns.filter { $0.kind == .values }.map(\.encoding)
  }

  /// The rows of a block whose first column of values is passed over, with zeros in its place.
  func decodeWithoutFirst() throws(HuskError) -> [UInt8] {
    let byteLimit = json.count
    let first = plan.nodes.indices.first { plan.hasValues($0) } ?? 0
    return try payload.span.withView { (view) throws(HuskError) in
      var streams = StreamSource()
      try streams.open(view, byteLimit: byteLimit, limits: Limits())
      _ = try BlockGaps(from: &streams, byteLimit: byteLimit)
      var reader = ColumnReader(plan, byteLimit: byteLimit)
      try reader.read(from: &streams, where: plan.nodes.indices.map { $0 != first })
      try streams.finish()
      try reader.readControls(where: plan.nodes.map { _ in true }, from: &streams)
      var columns = reader.columns
      columns[first] = streams.pool.constant(Array("0".utf8), count: rowCount)
      let tables = RowTables(
        RowProgram(plan, depthLimit: 9), columns, reader.controls,
        sharedControls: reader.sharedControls, depthLimit: 9, wordLimit: 1 << 16, in: &streams.pool)
      let place = streams.pool.place(byteLimit: 2 * byteLimit, slack: tables.slack)
      var writer = RowWriter(
        tables, place, rowCount: rowCount, separator: [ASCII.lineFeed])
      guard writer.run() == .none else { throw HuskError(.invalidColumn, "a row is missing") }
      return place.view(writer.count).array()
    }
  }

  /// Changes a byte of a section, time and again: whatever comes of it is an error or a text within the limit.
  func damage(_ times: Int, _ random: inout SeededGenerator) throws {
    let sections = try sections()
    for _ in 0..<times {
      var damaged = sections
      let number = random.pick(damaged.indices.filter { !damaged[$0].isEmpty })
      damaged[number][random.below(damaged[number].count)] = UInt8(random.below(256))
      var other = self
      other.payload = payload(of: damaged)
      if let text = try? other.decode(byteLimit: json.count) { #expect(text.count <= json.count) }
    }
  }
}
