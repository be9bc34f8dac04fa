// SPDX-License-Identifier: Apache-2.0

/// Finds the shape of a template that an object is most like, where nothing says what should stand there
/// (SPEC §13.9 Misfits).
struct ShapeFinder {
  /// A field of a shape.
  private struct Place {
    var shape: Int
    var field: Int
    var isOptional: Bool
  }

  /// What an object and a shape have in common.
  private struct Likeness {
    var sharedCount = 0
    /// How many of the shared ones the shape always has.
    var requiredCount = 0
  }

  /// Where each key stands, with its quotes: one place in each shape, and of very many shapes the first ones.
  private let places: [[UInt8]: [Place]]
  /// How many fields each shape always has.
  private let requiredCounts: [Int]

  /// How many shapes are kept for a key, and how many members of an object are looked at.
  private static let mostShapes = 16
  private static let mostMembers = 64
  /// Of so few fields all are looked at sooner than one is looked up.
  private static let fewFields = 16

  /// Lays out the shapes of a template; `keys` are those of its fields, with their quotes, and `numbers` says for each
  /// field of all shapes which of them it has.
  ///
  /// - Complexity: O(*n*) for *n* fields and bytes of keys.
  init(_ shapes: TemplatePlan.Shapes, keys: [[UInt8]], numbers: [Int]) {
    requiredCounts = shapes.entries.map { $0.end - $0.first - $0.optionalCount }
    // Where fields are inherited, a key is looked at once.
    var places = keys.map { _ in [Place]() }
    var known: [[UInt8]: Int] = [:]
    let firsts = keys.indices.map { number in
      let first = known[keys[number], default: number]
      if first == number { known[keys[number]] = number }
      return first
    }
    for (number, shape) in shapes.entries.enumerated() {
      for field in shape.first..<shape.end {
        let key = firsts[numbers[field]]
        guard places[key].count < Self.mostShapes, places[key].last?.shape != number else {
          continue
        }
        places[key].append(
          Place(
            shape: number, field: field - shape.first, isOptional: shapes.fields[field].isOptional))
      }
    }
    self.places = known.mapValues { places[$0] }
  }

  /// The number of the field of a shape with the key in a range of `source`, the next from `expected` on if
  /// there are several and few; `nil` where there is none.
  ///
  /// - Complexity: O(1) where it is the one that is expected, or the shape has many fields.
  func field(
    _ key: ByteRange, of number: Int, from expected: Int, _ plan: TemplatePlan, _ source: ByteSource
  ) -> Int? {
    let shape = plan.shapes[number]
    if expected < shape.fields.count, shape.fields.isKey(of: expected, key, source) {
      return expected
    }
    guard shape.fields.count > Self.fewFields else {
      return shape.search(key, source, from: expected)
    }
    guard let known = places[source.bytes(key)] else { return nil }
    if let place = known.first(where: { $0.shape == number }) { return place.field }
    // Not all shapes that have the key are known.
    return known.count < Self.mostShapes ? nil : shape.search(key, source, from: expected)
  }

  /// The shape that has most of the keys of the object at an index.
  ///
  /// It has three quarters of them at least, and the object half of those that the shape always has. Of several
  /// shapes it is the one whose slots most of the values fit, and then the first. What is less like a shape takes more
  /// bytes than a text would, which repeats what stands before it.
  ///
  /// - Complexity: O(*m*) for *m* members, and as many inside of them.
  func shape(
    ofObjectAt index: Int, _ plan: TemplatePlan, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> Int? {
    var likenesses: [Int: Likeness] = [:]
    var members: [Int] = []
    let end = index + tape[index].extent
    var next = index + 1
    while next < end, members.count < Self.mostMembers {
      for place in places[source.bytes(tape[next].range)] ?? [] {
        likenesses[place.shape, default: Likeness()].sharedCount += 1
        if !place.isOptional { likenesses[place.shape]?.requiredCount += 1 }
      }
      members.append(next)
      next = Tokenizer.end(of: next + 1, on: tape)
    }
    let like = likenesses.filter {
      4 * $0.value.sharedCount >= 3 * members.count
        && 2 * $0.value.requiredCount >= requiredCounts[$0.key]
    }
    guard let most = like.values.map(\.sharedCount).max() else { return nil }
    let shapes = like.filter { $0.value.sharedCount == most }.keys.sorted()
    guard shapes.count > 1 else { return shapes[0] }
    var best = (shape: shapes[0], fitCount: -1)
    for shape in shapes {
      let fitCount = fitCount(of: members, shape, plan, tape, source)
      if fitCount > best.fitCount { best = (shape, fitCount) }
    }
    return best.shape
  }

  /// How many of the members whose keys stand at `members` have a value that fits the slot of a shape.
  private func fitCount(
    of members: [Int], _ number: Int, _ plan: TemplatePlan, _ tape: borrowing TokenTape,
    _ source: ByteSource
  ) -> Int {
    let fields = plan.shapes[number].fields
    var count = 0
    var expected = 0
    for member in members {
      guard let field = field(tape[member].range, of: number, from: expected, plan, source) else {
        continue
      }
      expected = field + 1
      let slot = fields[field].slot
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
  /// How many bytes each has, and all before it, where those inside of others count once.
  private var byteCounts: [Int] = []

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
    // Those that the object in hand is inside of.
    var outer: [Int] = []
    for index in value where tape[index].kind == .openObject {
      guard let shape = finder.shape(ofObjectAt: index, plan, tape, source) else { continue }
      let byteCount = tape.byteCount(of: index..<index + tape[index].extent + 1)
      while let last = outer.last, indices[last] + tape[indices[last]].extent < index {
        outer.removeLast()
      }
      if let last = outer.last { byteCounts[last] -= byteCount }
      outer.append(indices.count)
      indices.append(index)
      shapes.append(shape)
      byteCounts.append(byteCount)
    }
    var sum = 0
    for place in byteCounts.indices {
      swap(&sum, &byteCounts[place])
      sum += byteCounts[place]
    }
    byteCounts.append(sum)
  }

  /// The shape of the first such object at or behind the start of a range, if there is one in it.
  func first(in value: Range<Int>) -> (index: Int, shape: Int)? {
    let place = place(of: value.lowerBound)
    guard place < indices.count, indices[place] < value.upperBound else { return nil }
    return (indices[place], shapes[place])
  }

  /// How many bytes of a range of tokens, which no such object is partly in, are inside such objects.
  func byteCount(in value: Range<Int>) -> Int {
    guard !indices.isEmpty else { return 0 }
    return byteCounts[place(of: value.upperBound)] - byteCounts[place(of: value.lowerBound)]
  }

  /// The number of the first object at or behind an index.
  private func place(of index: Int) -> Int {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Forgets what was looked at.
  mutating func forget() {
    range = 0..<0
    indices.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    byteCounts.removeAll(keepingCapacity: true)
  }
}

extension TokenTape {
  /// The number of bytes from the start of an array or object to its end, whitespace included.
  func byteCount(of value: Range<Int>) -> Int {
    self[value.upperBound - 1].offset + 1 - self[value.lowerBound].offset
  }
}
