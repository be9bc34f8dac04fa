// SPDX-License-Identifier: Apache-2.0

/// Finds the template of a document and how the document maps onto it (SPEC §4 Templates).
///
///     survey:  which keys stand where; which objects are maps, which arrays are tuples
///     shapes:  key sequences that differ only by missing keys become one shape
///     slots:   what stands at each field of each shape
///     values:  which slots deserve a dictionary
///
/// The result depends on the document alone, not on the machine or the process.
package struct TemplateExtractor: ~Copyable {
  /// The template.
  package private(set) var template = Template(shapes: [], root: .any)
  /// The choice for each token of the document.
  package private(set) var assignment: Assignment

  private let graph: SlotGraph
  private let source: ByteSource
  /// The index in the template of each shape of the document.
  private var shapeNumbers: [Int]

  /// Which parts of a document go into its template.
  package enum Detail: Sendable {
    /// Shapes and slots.
    case structure
    /// Constants and dictionaries too.
    case values
  }

  private let detail: Detail

  /// Extracts the template of the document that `tape` and `source` hold.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource, _ detail: Detail, limits: Limits) {
    self.detail = detail
    let survey = Survey(tape, source)
    let shapes = ShapeTable(survey, limit: limits.shapes)
    let keys = survey.trie.keys.slices
    let walk = SlotWalk(tape, survey, shapes)
    graph = walk.graph
    assignment = walk.assignment
    self.source = source
    shapeNumbers = Array(repeating: -1, count: shapes.entries.count)
    for (number, shape) in graph.shapeOrder.enumerated() { shapeNumbers[shape] = number }

    for shape in graph.shapeOrder {
      template.shapes.append(makeShape(shapes.entries[shape], at: shape, keys, tape))
    }
    template.root = makeSlot(SlotGraph.root, tape)
    template.shareParents()
    renumber(tape)
    if (try? template.validate(limits: limits)) == nil {
      // No decoder would take so large a template: the document is carried as it is.
      template = Template(shapes: [], root: .any)
    }
  }

  private mutating func makeShape(
    _ entry: ShapeTable.Entry, at shape: Int, _ keys: [ByteRange], _ tape: borrowing TokenTape
  ) -> Shape {
    let first = Int(graph.firstFields[shape])
    var fields: [Field] = []
    for (index, key) in entry.keys.enumerated() {
      // Keys are kept without their quotes.
      let inner = ByteRange(offset: keys[key].offset + 1, count: keys[key].count - 2)
      fields.append(
        Field(
          key: Lexeme(source.bytes(inner)), isOptional: entry.isOptional(index),
          slot: makeSlot(first + index, tape)))
    }
    return Shape(fields: fields)
  }

  private mutating func makeSlot(_ number: Int, _ tape: borrowing TokenTape) -> Slot {
    let node = graph.nodes[number]
    var alternatives = node.shapes.map { Slot.object(shapeNumbers[Int($0)]) }
    if node.map >= 0 {
      let keys = makeScalarSlot(Int(node.map), isKeys: true, tape)
      alternatives.append(.map(keys: keys, values: makeSlot(Int(node.map) + 1, tape)))
    }
    if node.tuple >= 0 {
      let positions = Int(node.tuple)..<Int(node.tuple + node.tupleCount)
      alternatives.append(.tuple(positions.map { makeSlot($0, tape) }))
    }
    if node.elements >= 0 {
      alternatives.append(.array(makeSlot(Int(node.elements), tape)))
    }
    // Any value fits the last alternative, so it must be the last to be tried.
    if !node.scalars.isEmpty || node.hasRaw || alternatives.isEmpty {
      alternatives.append(makeScalarSlot(number, tape))
    }
    return alternatives.count == 1 ? alternatives[0] : .oneOf(alternatives)
  }

  /// Makes the slot of the scalars seen at a slot, and notes the dictionary index of each.
  private mutating func makeScalarSlot(
    _ number: Int, isKeys: Bool = false, _ tape: borrowing TokenTape
  ) -> Slot {
    let scalars = graph.nodes[number].scalars
    guard detail == .values, scalars.count >= 2 else { return .any }
    var table = SliceTable(source)
    var numbers: [Int32] = []
    var counts: [Int] = []
    numbers.reserveCapacity(scalars.count)
    for index in scalars {
      let value = table.insert(tape[Int(index)].range)
      if value == counts.count { counts.append(0) }
      counts[value] += 1
      numbers.append(Int32(truncatingIfNeeded: value))
    }
    if counts.count == 1, !isKeys, !graph.nodes[number].hasRaw {
      return .constant(Lexeme(source.bytes(table.slices[0])))
    }
    let dictionary = DictionaryBuilder(
      counts: counts, byteCounts: table.slices.map(\.count),
      isNumber: table.slices.map { isNumber(at: $0.offset) })
    guard !dictionary.entries.isEmpty else { return .any }

    var indices = Array(repeating: Assignment.literal, count: counts.count)
    for (index, value) in dictionary.entries.enumerated() { indices[value] = Int32(index) }
    for (index, value) in zip(scalars, numbers) { assignment[Int(index)] = indices[Int(value)] }
    return .enumeration(dictionary.entries.map { Lexeme(source.bytes(table.slices[$0])) })
  }

  private func isNumber(at offset: Int) -> Bool {
    source[offset] == ASCII.minus || ASCII.isDigit(source[offset])
  }

  /// Replaces the numbers of the document's shapes by their indices in the template.
  private mutating func renumber(_ tape: borrowing TokenTape) {
    for index in 0..<tape.count where tape[index].kind == .openObject {
      let shape = assignment[index]
      if shape >= 0 { assignment[index] = Int32(shapeNumbers[Int(shape)]) }
    }
  }
}
