// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Splits a document by its template in the plainest way: it walks the template and compares keys.
struct NaiveSplitter {
  private(set) var values: [[UInt64]]
  private(set) var controls: [[UInt32]]
  private(set) var controlOrder: [Int32] = []

  private let source: ByteSource
  private let plan: TemplatePlan
  private let assignment: Assignment

  init(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ plan: TemplatePlan,
    _ assignment: Assignment
  ) {
    self.source = source
    self.plan = plan
    self.assignment = assignment
    values = Array(repeating: [], count: plan.nodes.count)
    controls = Array(repeating: [], count: plan.nodes.count)
    var index = 0
    while index < tape.count { index = take(TemplatePlan.root, index, tape) }
  }

  private mutating func append(_ token: Token, at slot: Int) {
    values[slot].append(token.word)
  }

  private mutating func append(control: Int, at slot: Int) {
    controls[slot].append(UInt32(control))
    controlOrder.append(Int32(slot))
  }

  /// Takes the value at a tape index to its slot, and returns the index after it.
  private mutating func take(_ slot: Int, _ index: Int, _ tape: borrowing TokenTape) -> Int {
    let end = Tokenizer.end(of: index, on: tape) - 1
    var next = index + 1
    switch plan.nodes[slot] {
    case .any, .enumeration, .constant: return takeValue(slot, index, tape)
    case .object(let shape): takeObject(plan.shapes[shape], slot, index, tape)
    case .array(let element):
      append(control: tape[end].extent, at: slot)
      while next < end { next = take(element, next, tape) }
    case .tuple(let first, let count):
      for position in 0..<count { next = take(first + position, next, tape) }
    case .map(let keys):
      append(control: tape[end].extent, at: slot)
      while next < end {
        append(tape[next], at: keys)
        next = take(keys + 1, next + 1, tape)
      }
    case .oneOf(let first, let count):
      let tag = plan.alternative(first, count, at: index, tape, assignment)
      append(control: tag, at: slot)
      return take(first + tag, index, tape)
    }
    return end + 1
  }

  /// Takes a value as it is; of a container the token spans all of its bytes.
  private mutating func takeValue(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    let token = tape[index]
    let next = Tokenizer.end(of: index, on: tape)
    let byteCount = tape[next - 1].offset + 1 - token.offset
    let isContainer = token.kind == .openObject || token.kind == .openArray
    append(
      isContainer ? Token(token.kind, offset: token.offset, extent: byteCount) : token, at: slot)
    return next
  }

  private mutating func takeObject(
    _ shape: TemplatePlan.Shape, _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) {
    if shape.optionalCount > 0 {
      for word in shape.presence(ofObjectAt: index, tape, source) {
        append(control: Int(word), at: slot)
      }
    }
    let end = index + tape[index].extent
    var next = index + 1
    var field = 0
    while next < end {
      field = shape.find(tape[next], source, from: field)
      next = take(shape.fields[field].slot, next + 1, tape)
      field += 1
    }
  }
}
