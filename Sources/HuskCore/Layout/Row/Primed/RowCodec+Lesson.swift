// SPDX-License-Identifier: Apache-2.0

/// What parts of values come to, in 4096ths of a bit.
struct CostProbe {
  var symbols: [Int]
  var integers: [Int]

  init(slotCount: Int) {
    symbols = Array(repeating: 0, count: slotCount)
    integers = symbols
  }
}

/// Whether a message of a lesson is read or written, which is where it is said what it leaves out.
enum LessonDirection {
  /// It is read.
  case read
  /// It is written, and tells the values of which `tells` says so.
  case write(tells: (_ slot: Int, _ value: Token) -> Bool)
}

extension RowCodec {
  /// The share in 65,536 of values that a lesson leaves out.
  private static var leftOutShare: UInt32 { 1024 }
  /// What stands for a key or value that is left out, where a lesson is read.
  static var leftOut: [UInt8] { [ASCII.quote, ASCII.quote] }

  /// Makes the model, which codes texts too, and learns entries and samples.
  mutating func prime(
    _ samples: [MessageTemplate.Sample], _ parts: [Lesson.Parts], memory: Int
  ) {
    var model = PrimedModel(slots, parts, memory: memory)
    for entry in Self.textEntries(slots) { model.learn(entry.text, at: entry.slot) }
    for sample in samples { model.learn(sample.text, at: sample.slot) }
    primed = consume model
    isPrimed = true
    text = nil
  }

  /// Learns from the messages of a lesson (SPEC §13.13 Primed templates).
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate`` where they are none.
  mutating func study(_ given: Lesson) throws(HuskError) {
    let bytes = PaddedBytes(given.bytes)
    var decoder = RangeDecoder(bytes.source, ByteRange(offset: 0, count: bytes.count))
    teaching = .read
    defer { teaching = nil }
    byteLimit = Lesson.byteLimit
    do throws(HuskError) {
      for _ in 0..<given.messageCount {
        forget()
        var writer = DocumentWriter(
          gaps: GapList(), byteLimit: byteLimit, depthLimit: limits.depth)
        try decode(TemplatePlan.root, 0, from: &decoder, to: &writer)
        try writer.finish()
        // All messages of a lesson together may not come to more than one may.
        byteLimit -= writer.bytes.count
      }
      try checkEnd(of: decoder)
    } catch {
      throw HuskError(.invalidTemplate, "the lesson of a template is invalid: \(error)")
    }
    guard !decoder.hasMore else {
      throw HuskError(.invalidTemplate, "the lesson of a template goes on behind its last message")
    }
  }

  /// Writes a message of a lesson, which stands on a tape.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func teach(
    _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource, _ direction: LessonDirection,
    to encoder: inout RangeEncoder
  ) {
    byteLimit = Lesson.byteLimit
    forget()
    teaching = direction
    defer { teaching = nil }
    _ = encode(TemplatePlan.root, index, tape, source, to: &encoder)
  }

  /// What messages on a tape come to, as far as they are written, and what parts of their values do.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func costs(
    of starts: [Int], _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> (total: Int, probe: CostProbe) {
    var total = 0
    probe = CostProbe(slotCount: slots.count)
    defer { probe = nil }
    for start in starts {
      byteLimit = Lesson.byteLimit
      forget()
      var encoder = RangeEncoder()
      _ = encode(TemplatePlan.root, start, tape, source, to: &encoder)
      total += encoder.cost
    }
    return (total, probe ?? CostProbe(slotCount: 0))
  }

  /// Whether a lesson leaves a value out, which is written then.
  @inline(__always) func isLeftOut(
    _ slot: Int, _ token: Token, to encoder: inout RangeEncoder
  ) -> Bool {
    guard case .write(let tells) = teaching else { return false }
    let isLeftOut = !tells(slot, token)
    encoder.encode(bit: isLeftOut ? 1 : 0, share: Self.leftOutShare)
    return isLeftOut
  }

  /// Reads whether a lesson leaves a value out.
  @inline(__always) func isLeftOut(from decoder: inout RangeDecoder) -> Bool {
    guard teaching != nil else { return false }
    return decoder.bit(share: Self.leftOutShare) == 1
  }
}
