// SPDX-License-Identifier: Apache-2.0

/// What stands at the slots of a template in the messages that it is learnt from, in order.
struct TrainingRecords: ~Copyable {
  /// What is noted.
  enum Kind: UInt8 {
    /// A head.
    case head
    /// A scalar or a key.
    case scalar
    /// Something that is not as its slot says.
    case misfit
  }

  /// The slot of each record.
  private(set) var slots: [Int32] = []
  private(set) var kinds: [Kind] = []
  /// The head, or the word of the token.
  private(set) var words: [UInt64] = []
  /// The message of each record.
  private(set) var messages: [Int32] = []
  /// The records of each slot.
  private(set) var ofSlot: [[Int32]]
  /// In how many messages each field of each shape is there, and the last of them.
  private(set) var fieldSupports: [[Int]]
  private var lastMessages: [[Int]]
  /// How many objects of each shape there are at a slot, and how often each optional field is there.
  private(set) var objectCounts: [Int]
  private(set) var presenceCounts: [[Int]]
  private(set) var messageCount = 0

  private let plan: TemplatePlan
  let source: ByteSource
  /// How deeply what is being walked nests.
  private var nesting = 0

  /// Walks the messages that `tape` and `source` hold.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ plan: TemplatePlan, _ tape: borrowing TokenTape, _ source: ByteSource) {
    self.plan = plan
    self.source = source
    ofSlot = Array(repeating: [], count: plan.nodes.count)
    objectCounts = Array(repeating: 0, count: plan.nodes.count)
    fieldSupports = plan.shapes.map { Array(repeating: 0, count: $0.fields.count) }
    lastMessages = plan.shapes.map { Array(repeating: -1, count: $0.fields.count) }
    presenceCounts = plan.nodes.indices.map {
      Array(repeating: 0, count: plan.optionalCount($0))
    }
    var index = 0
    while index < tape.count {
      index = walk(TemplatePlan.root, index, tape)
      messageCount += 1
    }
  }

  private mutating func note(_ slot: Int, _ kind: Kind, _ word: UInt64) {
    ofSlot[slot].append(Int32(slots.count))
    slots.append(Int32(slot))
    kinds.append(kind)
    words.append(word)
    messages.append(Int32(messageCount))
  }

  private mutating func walk(_ slot: Int, _ index: Int, _ tape: borrowing TokenTape) -> Int {
    let token = tape[index]
    if case .any = plan.nodes[slot] {
      if token.isScalar || token.kind == .key {
        note(slot, .scalar, token.word)
      } else {
        note(slot, .misfit, 0)
      }
      return Tokenizer.end(of: index, on: tape)
    }
    nesting += 1
    defer { nesting -= 1 }
    return DeepStack.descend(to: nesting) { walkInside(slot, index, tape) }
  }

  private mutating func walkInside(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    guard let head = plan.head(of: slot, at: index, tape, source) else {
      note(slot, .misfit, 0)
      return walkMisfit(slot, index, tape)
    }
    note(slot, .head, head)
    let end = index + tape[index].extent
    var next = index + 1
    switch plan.nodes[slot] {
    case .object(let shape):
      objectCounts[slot] += 1
      var field = 0
      var optional = 0
      while next < end {
        let found = plan.shapes[shape].find(tape[next], source, from: field)
        optional += plan.shapes[shape].fields[field..<found].count { $0.isOptional }
        if lastMessages[shape][found] != messageCount {
          lastMessages[shape][found] = messageCount
          fieldSupports[shape][found] += 1
        }
        if plan.shapes[shape].fields[found].isOptional {
          presenceCounts[slot][optional] += 1
          optional += 1
        }
        next = walk(plan.shapes[shape].fields[found].slot, next + 1, tape)
        field = found + 1
      }
    case .array(let element):
      while next < end { next = walk(element, next, tape) }
    case .tuple(let first, let count):
      for position in 0..<count { next = walk(first + position, next, tape) }
    case .map(let keys):
      while next < end {
        _ = walk(keys, next, tape)
        next = walk(keys + 1, next + 1, tape)
      }
    case .oneOf(let first, _): return walk(first + Int(head), index, tape)
    case .any, .constant, .enumeration: preconditionFailure("a scalar has no head")
    }
    return end + 1
  }

  private mutating func walkMisfit(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    let after = Tokenizer.end(of: index, on: tape)
    guard tape[index].kind == .openObject, let shape = plan.shape(at: slot) else { return after }
    var next = index + 1
    var expected = 0
    while next < after - 1 {
      guard let field = plan.shapes[shape].search(tape[next].range, source, from: expected) else {
        next = Tokenizer.end(of: next + 1, on: tape)
        continue
      }
      next = walk(plan.shapes[shape].fields[field].slot, next + 1, tape)
      expected = field + 1
    }
    return after
  }
}
