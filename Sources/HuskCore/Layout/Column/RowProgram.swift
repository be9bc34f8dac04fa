// SPDX-License-Identifier: Apache-2.0

/// A template as a list of steps that write a row (SPEC §8.3 Slots and their columns).
///
/// The steps are the same for every block. An object stands in line where its shape is used at one
/// slot, or is simple and used at few; it is a subroutine where it is used at others, or holds itself.
package struct RowProgram: ~Copyable {
  /// The steps; the row starts at the first.
  package internal(set) var operations = Buffer<RowOperation>()
  /// The bytes that the steps write.
  package internal(set) var pieces = Buffer<UInt8>()
  /// Where the alternatives of slots start.
  package internal(set) var jumps = Buffer<UInt32>()
  /// The most locals that a row needs at a time, where shapes do not hold themselves.
  package internal(set) var localCount = 0
  /// The most locals of a subroutine.
  package internal(set) var largestLocalCount = 0
  /// Whether containers may nest as deep as the data says.
  package internal(set) var isRecursive = false
  /// How many bytes stand behind commas, but not behind brackets that open.
  package internal(set) var commaSpaceCount = 0
  /// Whether it stops where objects nest deep.
  package internal(set) var isCut = false
  /// Whether lines are missing, because they would be too many bytes.
  package internal(set) var isTooLong = false

  /// Compiles a template.
  ///
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init(_ plan: TemplatePlan, depthLimit: Int) {
    self = RowCompiler(plan, on: nil, depthLimit: depthLimit).compile()
  }

  /// Compiles a template to a program that writes lines, too.
  ///
  /// The program stops where objects nest deeper than can be told with `sizeLimit` bytes and
  /// operations beside those of the row.
  ///
  /// - Complexity: O(*n* + *m*) for *n* slots and bytes of keys, and *m* bytes and operations.
  package init(_ plan: TemplatePlan, on lines: PrintedLines, depthLimit: Int, sizeLimit: Int) {
    self = RowCompiler(plan, on: lines, depthLimit: depthLimit, sizeLimit: sizeLimit).compile()
  }

  /// How many bytes and operations there are.
  var size: Int { pieces.count + operations.count }

  init() {}

  /// The number of locals to make room for.
  package func localCapacity(depthLimit: Int) -> Int {
    isRecursive ? largestLocalCount * (depthLimit + 2) : localCount
  }
}

extension TemplatePlan {
  /// Whether a slot has no slots inside, and always a value.
  func isScalar(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .any, .constant, .enumeration: true
    default: false
    }
  }

  /// For each shape, whether it is used at one slot, or few, and simple.
  func shapesInLine() -> [Bool] {
    var useCounts = Array(repeating: 0, count: shapes.count)
    for case .object(let shape) in nodes { useCounts[shape] += 1 }
    var left = Self.copyLimits.all
    return useCounts.indices.map { shape in
      let entry = shapes.entries[shape]
      let fieldCount = entry.end - entry.first
      guard useCounts[shape] > 1 else { return true }
      guard useCounts[shape] <= Self.copyLimits.uses, fieldCount <= Self.copyLimits.fields,
        useCounts[shape] * fieldCount <= left,
        shapes.fields[entry.first..<entry.end].allSatisfy({ isScalar($0.slot) })
      else { return false }
      left -= useCounts[shape] * fieldCount
      return true
    }
  }

  /// Where a shape has at most so many fields, all of them scalars, and is used at most so often, it costs
  /// less to have it several times than to call it; all such fields together may be so many.
  private static let copyLimits = (fields: 16, uses: 8, all: 4096)

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

  /// The depth of a slot, or -1 where there is no telling.
  private func depth(of slot: Int, _ known: inout [Int], level: Int) -> Int {
    guard level < Self.levelLimit else { return -1 }
    switch nodes[slot] {
    case .any, .constant, .enumeration: return 0
    case .array(let element): return Self.outside(depth(of: element, &known, level: level + 1))
    case .map(let keys): return Self.outside(depth(of: keys + 1, &known, level: level + 1))
    case .tuple(let first, let count):
      return Self.outside(deepest(first, count, &known, level))
    case .oneOf(let first, let count): return deepest(first, count, &known, level)
    case .object(let shape):
      if known[shape] == Self.open { return -1 }
      if known[shape] == Self.unknown {
        known[shape] = Self.open
        let depth = Self.outside(deepest(shapes.entries[shape], &known, level))
        guard depth >= 0 else { return -1 }
        known[shape] = depth
      }
      return known[shape]
    }
  }

  /// The depth of a container, where what is inside has a depth.
  private static func outside(_ depth: Int) -> Int { depth < 0 ? -1 : depth + 1 }

  private func deepest(
    _ first: Int, _ count: Int, _ known: inout [Int], _ level: Int
  ) -> Int {
    var deepest = 0
    for slot in first..<first + count {
      let depth = depth(of: slot, &known, level: level + 1)
      guard depth >= 0 else { return -1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  private func deepest(
    _ shape: Shapes.Entry, _ known: inout [Int], _ level: Int
  ) -> Int {
    var deepest = 0
    for field in shape.first..<shape.end {
      let depth = depth(of: shapes.fields[field].slot, &known, level: level + 1)
      guard depth >= 0 else { return -1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}
