// SPDX-License-Identifier: Apache-2.0

/// Reads a block in the column layout (SPEC §8 Column layout).
package struct ColumnBlockDecoder: ~Copyable {
  private let plan: TemplatePlan
  private var columns: [LexemeColumn?] = []
  private var controls: [[Int64]?] = []
  private var nextValues: [Int]
  private var nextControls: [Int]
  private var sharedControls: [UInt8] = []
  private var sharedControlOffset = 0
  private var shared = LexemeColumn()
  private var nextShared = 0
  private var writer: DocumentWriter
  private let limits: Limits

  /// Decodes the text of a block.
  ///
  /// - Parameters:
  ///   - payload: What ``ColumnBlockEncoder`` appended.
  ///   - plan: The template, laid out.
  ///   - frame: How the block stands in its document.
  ///   - rowCount: The number of rows.
  ///   - byteLimit: The most bytes to decode to.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n* + *m*) for *n* bytes of payload and *m* of text.
  package static func decode(
    _ payload: Span<UInt8>, _ plan: TemplatePlan, _ frame: BlockFrame, rowCount: Int, byteLimit: Int,
    limits: Limits
  ) throws(HuskError) -> [UInt8] {
    var streams = try SectionReader.read(payload, limits: limits)
    let gaps = try readGaps(&streams)
    var decoder = ColumnBlockDecoder(plan, gaps, frame, byteLimit: byteLimit, limits)
    try decoder.readSlots(&streams)
    if frame.hasElements, !frame.continues { try decoder.writer.open(isObject: false) }
    for _ in 0..<rowCount { try decoder.write(TemplatePlan.root) }
    if frame.closes { try decoder.writer.close() }
    try decoder.finish()
    return decoder.writer.bytes
  }

  private init(
    _ plan: TemplatePlan, _ gaps: GapList, _ frame: BlockFrame, byteLimit: Int, _ limits: Limits
  ) {
    self.plan = plan
    self.limits = limits
    nextValues = Array(repeating: 0, count: plan.nodes.count)
    nextControls = nextValues
    writer = DocumentWriter(gaps: gaps, frame, byteLimit: byteLimit, depthLimit: limits.depth)
  }

  private static func readGaps(_ streams: inout StreamSource) throws(HuskError) -> GapList {
    var list = GapList()
    let count = try streams.readCount(upTo: Token.maxExtent)
    guard count > 0 else { return list }
    list.style.newline = try streams.readBytes()
    list.style.indent = try streams.readBytes()
    for _ in 0..<(try streams.readCount(upTo: count)) {
      let literal = try streams.readBytes()
      if literal.isEmpty {
        let levels = try streams.readSigned()
        guard abs(levels) <= Int64(Limits.maxDepth) else {
          throw HuskError(.invalidGaps, "an indentation is out of range")
        }
        list.style.entries.append(.indent(Int(levels)))
      } else {
        list.style.entries.append(.literal(Lexeme(literal)))
      }
    }
    let skips = try IntegerEncoding.read(count, from: &streams)
    let gaps = try IntegerEncoding.read(count, from: &streams)
    for (skipped, gap) in zip(skips, gaps) {
      list.surprises.append(GapList.Surprise(skipped: Int(skipped), gap: Int(gap)))
    }
    try list.validate()
    return list
  }

  private mutating func readSlots(_ streams: inout StreamSource) throws(HuskError) {
    var sharedCount = 0
    for slot in plan.nodes.indices {
      controls.append(nil)
      columns.append(nil)
      if plan.hasControls(slot) {
        let count = try streams.readCount(upTo: Token.maxExtent)
        if count > 0 { controls[slot] = try IntegerEncoding.read(count, from: &streams) }
      }
      if plan.hasValues(slot) {
        let count = try streams.readCount(upTo: Token.maxExtent)
        guard count > 0 else { continue }
        columns[slot] = try ScalarReader.read(count, from: &streams, earlier: columns)
      }
    }
    sharedControls = try streams.takeSized(.numbers)
    let text = try streams.takeSized(.text)
    for byte in text where byte < ASCII.space { sharedCount += 1 }
    shared = try LexemeColumn(text: text, count: sharedCount)
  }
}

extension ColumnBlockDecoder {
  private mutating func takeControl(_ slot: Int, upTo limit: Int) throws(HuskError) -> Int {
    let value: Int64
    if let own = controls[slot] {
      guard nextControls[slot] < own.count else { throw missing() }
      value = own[nextControls[slot]]
      nextControls[slot] += 1
    } else {
      var reader = ByteReader(sharedControls.span.extracting(droppingFirst: sharedControlOffset))
      value = Int64(truncatingIfNeeded: try reader.readVarint())
      sharedControlOffset += reader.offset
    }
    guard 0...Int64(limit) ~= value else {
      throw HuskError(.invalidValue, "a tag, count or presence word is out of range")
    }
    return Int(value)
  }

  private func missing() -> HuskError {
    HuskError(.missingValue, "a column ends before the rows do")
  }

  private mutating func writeValue(_ slot: Int, _ neighbor: GapNeighbor) throws(HuskError) {
    guard let column = columns[slot] else {
      guard nextShared < shared.lexemeCount else { throw missing() }
      defer { nextShared += 1 }
      return try write(nextShared, of: shared, neighbor)
    }
    let row = nextValues[slot]
    guard row < (column.indices?.count ?? column.lexemeCount) else { throw missing() }
    nextValues[slot] += 1
    try write(column.lexeme(inRow: row), of: column, neighbor)
  }

  private mutating func write(
    _ lexeme: Int, of column: LexemeColumn, _ neighbor: GapNeighbor
  ) throws(HuskError) {
    let range = column.range(lexeme)
    if column.isContainer(lexeme) {
      return try writeContainer(Array(column.bytes[range.offset..<range.end]))
    }
    try writer.write(neighbor, Array(column.bytes[range.offset..<range.end]))
  }

  private mutating func writeContainer(_ bytes: [UInt8]) throws(HuskError) {
    let padded = PaddedBytes(bytes)
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(padded, as: .json)
    for index in 0..<tokenizer.tape.count {
      let token = tokenizer.tape[index]
      switch token.kind {
      case .openObject, .openArray: try writer.open(isObject: token.kind == .openObject)
      case .closeObject, .closeArray: try writer.close()
      default: try writer.write(GapNeighbor(token.kind), token.range, of: padded.source)
      }
    }
  }

  private mutating func write(_ slot: Int) throws(HuskError) {
    switch plan.nodes[slot] {
    case .any, .enumeration: try writeValue(slot, .scalar)
    case .constant(let dictionary):
      try writer.write(.scalar, plan.dictionaries[dictionary][0].bytes)
    case .object(let shape): try writeObject(plan.shapes[shape], slot)
    case .array(let element):
      let count = try takeControl(slot, upTo: Token.maxExtent)
      try writer.open(isObject: false)
      for _ in 0..<count { try write(element) }
      try writer.close()
    case .tuple(let first, let count):
      try writer.open(isObject: false)
      for position in 0..<count { try write(first + position) }
      try writer.close()
    case .map(let keys):
      let count = try takeControl(slot, upTo: Token.maxExtent)
      try writer.open(isObject: true)
      for _ in 0..<count {
        try writeValue(keys, .key)
        try write(keys + 1)
      }
      try writer.close()
    case .oneOf(let first, let count):
      try write(first + (try takeControl(slot, upTo: count - 1)))
    }
  }

  private mutating func writeObject(
    _ shape: TemplatePlan.Shape, _ slot: Int
  ) throws(HuskError) {
    var presence: [Int] = []
    for _ in 0..<(shape.optionalCount + 31) / 32 {
      presence.append(try takeControl(slot, upTo: Int(UInt32.max)))
    }
    try writer.open(isObject: true)
    var optional = 0
    for field in shape.fields {
      if field.isOptional {
        let isPresent = presence[optional / 32] >> (optional % 32) & 1 == 1
        optional += 1
        if !isPresent { continue }
      }
      try writer.write(.key, field.key)
      try write(field.slot)
    }
    try writer.close()
  }

  private mutating func finish() throws(HuskError) {
    try writer.finish()
    for slot in plan.nodes.indices {
      let count = columns[slot].map { $0.indices?.count ?? $0.lexemeCount } ?? 0
      guard nextValues[slot] == count, nextControls[slot] == controls[slot]?.count ?? 0 else {
        throw HuskError(.extraValue, "a column goes on behind the last row")
      }
    }
    guard nextShared == shared.lexemeCount, sharedControlOffset == sharedControls.count else {
      throw HuskError(.extraValue, "a column goes on behind the last row")
    }
  }
}
