// SPDX-License-Identifier: Apache-2.0

/// A template as a list of steps that write a row (SPEC §8.3 Slots and their columns).
///
/// The steps are the same for every block. An object stands in line where its shape is used at one
/// slot, and is a subroutine where it is used at several, or holds itself.
package struct RowProgram: Sendable {
  /// The steps; the row starts at the first.
  package internal(set) var operations: [RowOperation] = []
  /// The bytes that the steps write.
  package internal(set) var pieces: [UInt8] = []
  /// Where the alternatives of slots start.
  package internal(set) var jumps: [UInt32] = []
  /// The most locals that a row needs at a time, where shapes do not hold themselves.
  package internal(set) var localCount = 0
  /// The most locals of a subroutine.
  package internal(set) var largestLocalCount = 0
  /// Whether containers may nest as deep as the data says.
  package internal(set) var isRecursive = false

  /// Compiles a template.
  ///
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init(_ plan: TemplatePlan, depthLimit: Int) {
    var compiler = RowCompiler(plan, depthLimit: depthLimit)
    compiler.compile()
    self = compiler.program
  }

  init() {}

  /// The number of locals to make room for.
  package func localCapacity(depthLimit: Int) -> Int {
    isRecursive ? largestLocalCount * (depthLimit + 2) : localCount
  }
}

extension TemplatePlan {
  /// The deepest nesting of containers, or `nil` where shapes hold themselves or one another, or
  /// the template is too deep to tell.
  package func staticDepth() -> Int? {
    var known = [Int](repeating: Self.unknown, count: shapes.count)
    let depth = depth(of: Self.root, &known, level: 0)
    return depth < 0 ? nil : depth
  }

  private static let unknown = -1
  private static let open = -2
  private static let levelLimit = 200

  private func depth(of slot: Int, _ known: inout [Int], level: Int) -> Int {
    guard level < Self.levelLimit else { return -1 }
    switch nodes[slot] {
    case .any, .constant, .enumeration: return 0
    case .array(let element): return deepest([element], &known, level).map { $0 + 1 } ?? -1
    case .map(let keys): return deepest([keys + 1], &known, level).map { $0 + 1 } ?? -1
    case .tuple(let first, let count):
      return deepest(first..<first + count, &known, level).map { $0 + 1 } ?? -1
    case .oneOf(let first, let count):
      return deepest(first..<first + count, &known, level) ?? -1
    case .object(let shape):
      if known[shape] == Self.open { return -1 }
      if known[shape] == Self.unknown {
        known[shape] = Self.open
        guard let depth = deepest(shapes[shape].fields.map(\.slot), &known, level) else {
          return -1
        }
        known[shape] = depth + 1
      }
      return known[shape]
    }
  }

  private func deepest(
    _ slots: some Sequence<Int>, _ known: inout [Int], _ level: Int
  ) -> Int? {
    var deepest = 0
    for slot in slots {
      let depth = depth(of: slot, &known, level: level + 1)
      guard depth >= 0 else { return nil }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}
