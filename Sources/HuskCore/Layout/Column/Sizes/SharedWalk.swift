// SPDX-License-Identifier: Apache-2.0

/// What slots have of the streams that they share.
struct SharedStreams {
  /// What one slot has of a stream.
  struct Share {
    var valueCount = 0
    var byteCount = 0
  }

  /// What each slot has of the text.
  var values: [Share]
  /// What each slot has of the controls.
  var controls: [Share]
}

/// Goes through the rows of a block to find whose the values are that stand in shared streams.
///
/// It writes nothing, and so needs the controls and the shared text only. Whoever has not decoded the block before
/// cannot tell how long it takes.
struct SharedWalk {
  private(set) var streams: SharedStreams
  private let plan: TemplatePlan
  private var cursors: [ControlCursor]
  private var numbers: ByteReading
  private var text: ByteReading
  private let areShared: [Bool]
  private let depthLimit: Int
  private var depth = 0

  /// Bytes and a place in them.
  private struct ByteReading {
    var bytes: ByteView
    var offset = 0

    mutating func next() throws(HuskError) -> UInt8 {
      guard offset < bytes.count else { throw HuskError(.missingValue, "a shared stream ends") }
      defer { offset += 1 }
      return bytes[offset]
    }
  }

  /// Prepares to walk.
  ///
  /// - Parameters:
  ///   - plan: The template, laid out.
  ///   - controls: The controls of each slot.
  ///   - numbers: The controls that slots share.
  ///   - text: The text that slots share.
  ///   - areShared: For each slot, whether its values stand in that text.
  ///   - depthLimit: How deep arrays and objects may nest.
  init(
    _ plan: TemplatePlan, _ controls: [ControlCursor], _ numbers: ByteView, _ text: ByteView,
    sharing areShared: [Bool], depthLimit: Int
  ) {
    let nothing = Array(repeating: SharedStreams.Share(), count: plan.nodes.count)
    streams = SharedStreams(values: nothing, controls: nothing)
    self.plan = plan
    cursors = controls
    self.numbers = ByteReading(bytes: numbers)
    self.text = ByteReading(bytes: text)
    self.areShared = areShared
    self.depthLimit = depthLimit
  }

  /// Goes through the next row.
  ///
  /// - Throws: ``HuskError`` where the row is not one of the template.
  /// - Complexity: O(*n*) for *n* values and bytes of shared text.
  mutating func visitRow() throws(HuskError) { try visit(TemplatePlan.root) }

  private mutating func visit(_ slot: Int) throws(HuskError) {
    switch plan.nodes[slot] {
    case .any, .enumeration: try takeValue(slot)
    case .constant: break
    case .object(let shape):
      try nested { (walk) throws(HuskError) in
        try walk.visitObject(slot, shape)
      }
    case .array(let element):
      try nested { (walk) throws(HuskError) in
        for _ in 0..<(try walk.takeControl(slot, upTo: Token.maxExtent)) { try walk.visit(element) }
      }
    case .tuple(let first, let count):
      try nested { (walk) throws(HuskError) in
        for element in first..<first + count { try walk.visit(element) }
      }
    case .map(let keys):
      try nested { (walk) throws(HuskError) in
        for _ in 0..<(try walk.takeControl(slot, upTo: Token.maxExtent)) {
          try walk.takeValue(keys)
          try walk.visit(keys + 1)
        }
      }
    case .oneOf(let first, let count):
      try visit(first + (try takeControl(slot, upTo: count - 1)))
    }
  }

  private mutating func nested(
    _ body: (inout SharedWalk) throws(HuskError) -> Void
  ) throws(HuskError) {
    guard depth < depthLimit else {
      throw HuskError(.limitExceeded, "more than the limit of depth \(depthLimit)")
    }
    depth += 1
    try body(&self)
    depth -= 1
  }

  private mutating func visitObject(_ slot: Int, _ shape: Int) throws(HuskError) {
    var words: [Int] = []
    for _ in 0..<plan.shapes.entries[shape].presenceWordCount {
      words.append(try takeControl(slot, upTo: Int(UInt32.max)))
    }
    var optional = 0
    for index in plan.shapes[shape].fields.indices {
      let field = plan.shapes[shape].fields[index]
      if field.isOptional {
        defer { optional += 1 }
        guard words[optional / 32] >> (optional % 32) & 1 == 1 else { continue }
      }
      try visit(field.slot)
    }
  }

  private mutating func takeValue(_ slot: Int) throws(HuskError) {
    guard areShared[slot] else { return }
    let start = text.offset
    // No value has a control character, and each ends in one.
    while try text.next() >= ASCII.space {}
    streams.values[slot].valueCount += 1
    streams.values[slot].byteCount += text.offset - start
  }

  private mutating func takeControl(_ slot: Int, upTo limit: Int) throws(HuskError) -> Int {
    let control: UInt64
    if cursors[slot].left >= 0 {
      guard let next = cursors[slot].next() else {
        throw HuskError(.missingValue, "a column ends too early")
      }
      control = UInt64(next)
    } else {
      let start = numbers.offset
      control = try takeVarint()
      streams.controls[slot].valueCount += 1
      streams.controls[slot].byteCount += numbers.offset - start
    }
    guard control <= UInt64(limit) else {
      throw HuskError(.invalidValue, "a tag, count or presence word is out of range")
    }
    return Int(control)
  }

  private mutating func takeVarint() throws(HuskError) -> UInt64 {
    let value = try Varint.read { () throws(HuskError) in try numbers.next() }
    guard let value else {
      throw HuskError(
        .invalidVarint, "a shared control is no varint of 64 bits in its shortest form")
    }
    return value
  }
}
