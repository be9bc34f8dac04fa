// SPDX-License-Identifier: Apache-2.0

/// Distributes the tokens of a document over the slots of its template.
package struct SlotSplitter: ~Copyable {
  private let source: ByteSource
  private let plan: TemplatePlan
  private let assignment: Assignment
  private var result: SlotValues

  /// Splits the document that `tape` and `source` hold.
  ///
  /// - Complexity: O(*t*) for *t* tokens, times the alternatives of a slot.
  package static func split(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ plan: TemplatePlan,
    _ assignment: Assignment
  ) -> SlotValues {
    var splitter = SlotSplitter(
      source: source, plan: plan, assignment: assignment,
      result: SlotValues(slotCount: plan.nodes.count))
    var index = 0
    while index < tape.count { index = splitter.take(TemplatePlan.root, index, tape) }
    return splitter.result
  }

  private init(
    source: ByteSource, plan: TemplatePlan, assignment: Assignment, result: consuming SlotValues
  ) {
    self.source = source
    self.plan = plan
    self.assignment = assignment
    self.result = result
  }

  /// Takes the value at a tape index to its slot, and returns the index after it.
  private mutating func take(_ slot: Int, _ index: Int, _ tape: borrowing TokenTape) -> Int {
    switch plan.nodes[slot] {
    case .any, .enumeration: return takeValue(slot, index, tape)
    case .constant: return index + 1
    case .object(let shape): return takeObject(plan.shapes[shape], slot, index, tape)
    case .array(let element):
      let end = index + tape[index].extent
      result.append(control: tape[end].extent, at: slot)
      var next = index + 1
      while next < end { next = take(element, next, tape) }
      return end + 1
    case .tuple(let first, let count):
      var next = index + 1
      for position in 0..<count { next = take(first + position, next, tape) }
      return next + 1
    case .map(let keys):
      let end = index + tape[index].extent
      result.append(control: tape[end].extent, at: slot)
      var next = index + 1
      while next < end {
        result.append(tape[next], at: keys)
        next = take(keys + 1, next + 1, tape)
      }
      return end + 1
    case .oneOf(let first, let count):
      let tag = plan.alternative(first, count, at: index, tape, assignment)
      result.append(control: tag, at: slot)
      return take(first + tag, index, tape)
    }
  }

  /// Takes a value as it is; of a container the token spans all of its bytes.
  private mutating func takeValue(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    let token = tape[index]
    guard token.kind == .openObject || token.kind == .openArray else {
      result.append(token, at: slot)
      return index + 1
    }
    let end = index + token.extent
    let byteCount = tape[end].offset + 1 - token.offset
    result.append(Token(token.kind, offset: token.offset, extent: byteCount), at: slot)
    return end + 1
  }

  private mutating func takeObject(
    _ shape: TemplatePlan.Shape, _ slot: Int, _ index: Int, _ tape: borrowing TokenTape
  ) -> Int {
    if shape.optionalCount > 0 {
      for word in shape.presence(ofObjectAt: index, tape, source) {
        result.append(control: Int(word), at: slot)
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
    return end + 1
  }
}
