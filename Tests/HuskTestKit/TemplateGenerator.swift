// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Makes templates that keep every rule, with slots of all kinds.
package struct TemplateGenerator {
  private var random: SeededGenerator

  /// Creates a generator.
  package init(_ random: SeededGenerator) {
    self.random = random
  }

  /// Makes one template of up to eight shapes.
  package mutating func template() -> Template {
    let count = random.below(9)
    let shapes = (0..<count).map { index in
      Shape(
        parent: index > 0 && random.chance(1, in: 3) ? random.below(index) : nil,
        fields: (0..<random.below(6)).map { _ in field(shapes: count) })
    }
    return Template(shapes: shapes, root: slot(shapes: count, depth: 0))
  }

  private mutating func field(shapes: Int) -> Field {
    let key = Lexeme(Array(LexemeGenerator.key(&random).dropFirst().dropLast()))
    return Field(
      key: key, isOptional: random.chance(1, in: 3), slot: slot(shapes: shapes, depth: 0))
  }

  private mutating func slot(shapes: Int, depth: Int) -> Slot {
    switch random.below(depth > 3 ? 4 : 8) {
    case 0: return .any
    case 1: return .constant(scalar())
    case 2: return .enumeration((0...random.below(5)).map { _ in scalar() })
    case 3: return shapes > 0 ? .object(random.below(shapes)) : .any
    case 4: return .array(slot(shapes: shapes, depth: depth + 1))
    case 5: return .tuple((0..<random.below(4)).map { _ in slot(shapes: shapes, depth: depth + 1) })
    case 6:
      let keys = (0..<random.below(4)).map { _ in Lexeme(LexemeGenerator.key(&random)) }
      return .map(
        keys: keys.isEmpty ? .any : .enumeration(keys),
        values: slot(shapes: shapes, depth: depth + 1))
    default:
      let slots = (0...random.below(3) + 1).map { _ in slot(shapes: shapes, depth: depth + 1) }
      return .oneOf(
        slots.map { slot in
          if case .oneOf = slot { return .any }
          return slot
        })
    }
  }

  private mutating func scalar() -> Lexeme { Lexeme(LexemeGenerator.scalar(&random)) }
}
