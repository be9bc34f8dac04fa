// SPDX-License-Identifier: Apache-2.0

/// Finds the shape of a template that an object is most like, where nothing says what should stand there
/// (SPEC §13.9 Misfits).
struct ShapeFinder {
  /// The shapes that have each key, with its quotes; of very many the first ones.
  private var shapesOfKeys: [[UInt8]: [Int]] = [:]

  /// How many shapes are kept for a key, and how many members of an object are looked at.
  private static let mostShapes = 16
  private static let mostMembers = 64

  /// Lays out the shapes of a template; `keys` are those of all fields, with their quotes.
  ///
  /// - Complexity: O(*f*) for *f* fields.
  init(_ shapes: TemplatePlan.Shapes, keys: [[UInt8]]) {
    for (number, shape) in shapes.entries.enumerated() {
      for key in keys[shape.first..<shape.end] {
        var known = shapesOfKeys[key, default: []]
        guard known.count < Self.mostShapes, known.last != number else { continue }
        known.append(number)
        shapesOfKeys[key] = known
      }
    }
  }

  /// The shape that has most of the keys of the object at an index, if that is at least half of them; of
  /// several the one whose slots most of the values fit, and then the first.
  ///
  /// - Complexity: O(*m*) for *m* members, and as many inside of them.
  func shape(
    ofObjectAt index: Int, _ plan: TemplatePlan, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> Int? {
    var shared: [Int: Int] = [:]
    var members: [Int] = []
    let end = index + tape[index].extent
    var next = index + 1
    while next < end, members.count < Self.mostMembers {
      for shape in shapesOfKeys[source.bytes(tape[next].range)] ?? [] {
        shared[shape, default: 0] += 1
      }
      members.append(next)
      next = Tokenizer.end(of: next + 1, on: tape)
    }
    guard let most = shared.values.max(), 2 * most >= members.count else { return nil }
    let shapes = shared.filter { $0.value == most }.keys.sorted()
    guard shapes.count > 1 else { return shapes[0] }
    var best = (shape: shapes[0], fitCount: -1)
    for shape in shapes {
      let fitCount = Self.fitCount(of: members, shape, plan, tape, source)
      if fitCount > best.fitCount { best = (shape, fitCount) }
    }
    return best.shape
  }

  /// How many of the members whose keys stand at `members` have a value that fits the slot of a shape.
  private static func fitCount(
    of members: [Int], _ shape: Int, _ plan: TemplatePlan, _ tape: borrowing TokenTape,
    _ source: ByteSource
  ) -> Int {
    let shape = plan.shapes[shape]
    var count = 0
    var expected = 0
    for member in members {
      guard let field = shape.search(tape[member].range, source, from: expected) else { continue }
      expected = field + 1
      let slot = shape.fields[field].slot
      let fits =
        if case .any = plan.nodes[slot] { tape[member + 1].isScalar } else {
          plan.head(of: slot, at: member + 1, tape, source) != nil
        }
      if fits { count += 1 }
    }
    return count
  }
}

/// Which of the objects inside a value, which is not as its slot says, are like a shape.
struct LikeObjects {
  /// The tokens that were looked at.
  private var range = 0..<0
  /// The index of each such object, in order.
  private var indices: [Int] = []
  /// Its shape.
  private var shapes: [Int] = []

  /// Looks at the tokens of a value, unless that was done with a value around it.
  ///
  /// - Complexity: O(*t*) for *t* tokens, once for all that is inside.
  mutating func look(
    at value: Range<Int>, _ finder: ShapeFinder, _ plan: TemplatePlan,
    _ tape: borrowing TokenTape, _ source: ByteSource
  ) {
    guard !range.contains(value.lowerBound) else { return }
    forget()
    range = value
    for index in value where tape[index].kind == .openObject {
      guard let shape = finder.shape(ofObjectAt: index, plan, tape, source) else { continue }
      indices.append(index)
      shapes.append(shape)
    }
  }

  /// The shape of the first such object at or behind the start of a range, if there is one in it.
  func first(in value: Range<Int>) -> (index: Int, shape: Int)? {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < value.lowerBound { low = middle + 1 } else { high = middle }
    }
    guard low < indices.count, indices[low] < value.upperBound else { return nil }
    return (indices[low], shapes[low])
  }

  /// Forgets what was looked at.
  mutating func forget() {
    range = 0..<0
    indices.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }
}
