// SPDX-License-Identifier: Apache-2.0

extension TemplatePlan {
  /// The tape index behind a value whose objects, arrays and maps are all as their slots say, or `nil`.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  func end(
    ofFitting slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> Int? {
    let node = nodes[slot]
    if case .any = node { return Tokenizer.end(of: index, on: tape) }
    guard let head = head(of: slot, at: index, tape, source) else { return nil }
    if case .oneOf(let first, _) = node {
      return end(ofFitting: first + Int(head), index, tape, source)
    }
    let end = index + tape[index].extent
    var next = index + 1
    var number = 0
    while next < end {
      let child: Int
      switch node {
      case .object(let shape):
        number = shapes[shape].find(tape[next], source, from: number)
        child = shapes[shape].fields[number].slot
        next += 1
      case .map(let keys):
        child = keys + 1
        next += 1
      case .tuple(let first, _): child = first + number
      case .array(let element): child = element
      case .any, .constant, .enumeration, .oneOf: return nil
      }
      guard let behind = self.end(ofFitting: child, next, tape, source) else { return nil }
      next = behind
      number += 1
    }
    return end + 1
  }
}
