// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

extension RowPrinter {
  /// The slot that a value has of those that stand at a place, or `nil` where none fits it.
  func slot(_ slot: Int, at index: Int, _ tape: borrowing TokenTape) -> Int? {
    guard let plan else { return nil }
    let isObject = tape[index].kind == .openObject
    guard case .oneOf(let first, let count) = plan.nodes[slot] else {
      // What an object has beside the fields of its shape is said about each member.
      if isObject, case .object = plan.nodes[slot] { return slot }
      return fits(slot, index, tape, plan) ? slot : nil
    }
    for alternative in first..<first + count where fits(alternative, index, tape, plan) {
      return alternative
    }
    // An object like no other is compared with the first shape, as messages do it.
    return (first..<first + count).first { alternative in
      if isObject, case .object = plan.nodes[alternative] { return true }
      return false
    }
  }

  /// The values that the template lists for a slot.
  func entries(of slot: Int) -> [Lexeme] {
    if slot < listed.count { return listed[slot] }
    guard let plan, case .enumeration(let number) = plan.nodes[slot] else { return [] }
    return plan.dictionaries[number]
  }

  private func fits(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ plan: TemplatePlan
  ) -> Bool {
    switch plan.nodes[slot] {
    case .any, .enumeration: true
    case .constant(let dictionary):
      tape[index].isScalar
        && source.bytes(tape[index].range) == plan.dictionaries[dictionary][0].bytes
    default: plan.head(of: slot, at: index, tape, source) != nil
    }
  }
}
