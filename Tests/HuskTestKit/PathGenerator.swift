// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Draws selections that fit a document, more or less.
package struct PathGenerator {
  private var random: SeededGenerator
  private let texts: [JSONNode]
  /// The fields of the last selection as they are written, unless it wanted all of them.
  package private(set) var fields: [String]?
  /// The path of the last selection, where it had one.
  package private(set) var array: String?

  /// Prepares to draw selections for a document.
  package init(_ document: [UInt8], _ random: SeededGenerator) throws(ReferenceParser.Failure) {
    self.random = random
    texts = try ReferenceParser.parseSequence(document)
  }

  /// Some fields, some rows, and sometimes an array inside.
  package mutating func selection() -> Selection {
    var selection = Selection()
    (fields, array) = (nil, nil)
    var root = texts.isEmpty ? JSONNode.array([]) : random.pick(texts)
    if random.chance(1, in: 4) {
      let steps = steps(from: &root)
      if !steps.isEmpty, selection.setArray(Self.path(steps)) { array = Self.path(steps) }
    }
    if random.chance(1, in: 3) {
      let first = random.below(6)
      selection.rows = first..<first + random.below(20)
    }
    guard selection.array == nil || random.chance(2, in: 3) else { return selection }
    let paths = paths(from: root)
    let unknown = random.chance(1, in: 6) ? ["no such key"] : []
    if let fields = FieldSelection(paths: paths + unknown) {
      selection.fields = fields
      self.fields = paths + unknown
    }
    return selection
  }

  /// Some fields to seal, or `nil` where there are none.
  package mutating func fieldPaths() -> FieldPaths? {
    FieldPaths(paths(from: texts.isEmpty ? .array([]) : random.pick(texts)))
  }

  private mutating func paths(from root: JSONNode) -> [String] {
    (0...random.below(3)).compactMap { _ in
      var node = root
      let steps = steps(from: &node)
      return steps.isEmpty ? nil : Self.path(steps)
    }
  }

  /// The keys on a way down from a node, which is then the one that they lead to.
  private mutating func steps(from node: inout JSONNode) -> [[UInt8]] {
    var steps: [[UInt8]] = []
    while true {
      switch node {
      case .scalar: return steps
      case .array(let elements):
        guard !elements.isEmpty, steps.isEmpty || random.chance(3, in: 4) else { return steps }
        node = random.pick(elements)
      case .object(let members):
        guard !members.isEmpty, steps.isEmpty || random.chance(2, in: 3) else { return steps }
        let member = random.pick(members)
        guard let key = StringLexeme.unescape(member.key), !key.isEmpty,
          String(validating: key, as: UTF8.self) != nil
        else { return steps }
        steps.append(key)
        node = member.value
      }
    }
  }

  private static func path(_ steps: [[UInt8]]) -> String {
    let escaped = steps.map { step in
      step.flatMap { $0 == ASCII.period || $0 == ASCII.backslash ? [ASCII.backslash, $0] : [$0] }
    }
    return String(decoding: Array(escaped.joined(separator: [ASCII.period])), as: UTF8.self)
  }
}
