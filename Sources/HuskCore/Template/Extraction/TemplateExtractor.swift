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
  /// The choice for each token of the document, where dictionaries were asked for.
  package private(set) var assignment: Assignment

  let graph: SlotGraph
  private let source: ByteSource

  /// Which parts of a document go into its template.
  private enum Detail {
    /// Shapes and slots.
    case structure
    /// Constants and dictionaries too.
    case values
  }

  private let detail: Detail
  /// Whether the template found was too large.
  private var isGivenUp = false

  /// Extracts the template, with constants and dictionaries, of the document that `tape` and
  /// `source` hold.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource, limits: Limits) {
    var indices = SlotValues()
    var walk = Self.walk(tape, Survey(tape, source), .indices, limits, &indices)
    walk.go(on: tape, upTo: tape.count, into: &indices)
    self.init(walk, tape, source, .values, limits, indices)
  }

  /// Extracts the template, without constants and dictionaries, of the document that `tape` and
  /// `source` hold, and splits the document by it.
  ///
  /// The values of each slot of the template are put into `values`; what was there is forgotten,
  /// and its memory used again.
  ///
  /// - Parameters:
  ///   - tape: The tokens of a document.
  ///   - source: Its text.
  ///   - isSample: Whether the template is for other documents of the kind.
  ///   - limits: How large a template may become.
  ///   - values: Takes the values.
  /// - Returns: The template, and the same laid out.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func split(
    _ tape: borrowing TokenTape, _ source: ByteSource, isSample: Bool = false, limits: Limits,
    into values: inout SlotValues
  ) -> (template: Template, plan: TemplatePlan) {
    split(
      tape, source, Survey(tape, source, isSample: isSample), limits: limits, into: &values)
  }

  /// Does the same with a document that was looked at.
  package static func split(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ survey: consuming Survey, limits: Limits,
    into values: inout SlotValues
  ) -> (template: Template, plan: TemplatePlan) {
    var walk = walk(tape, survey, .tokens, limits, &values)
    walk.go(on: tape, upTo: tape.count, into: &values)
    let extractor = TemplateExtractor(walk, tape, source, .structure, limits, values)
    let texts = extractor.isGivenUp ? tape.texts() : []
    return extractor.arrange(&values, texts: texts)
  }

  /// How many tokens are gone through before their memory is given back.
  private static let discardedCount = 1 << 19

  /// Splits a document as ``split(_:_:_:limits:into:)`` does, and gives the memory of its tokens back to the
  /// system on the way, so that the tokens and the values are not in memory at the same time.
  ///
  /// - Returns: The template, and the same laid out.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func split(
    discarding tape: inout TokenTape, _ source: ByteSource, _ survey: consuming Survey,
    limits: Limits, into values: inout SlotValues
  ) -> (template: Template, plan: TemplatePlan) {
    let texts = tape.texts()
    var walk = walk(tape, survey, .tokens, limits, &values)
    while walk.index < tape.count {
      let end = min(walk.index + discardedCount, tape.count)
      walk.go(on: tape, upTo: end, into: &values)
      tape.discard(before: walk.index)
    }
    tape.removeAll()
    let extractor = TemplateExtractor(walk, tape, source, .structure, limits, values)
    let result = extractor.arrange(&values, texts: texts)
    values.discardEvents()
    return result
  }

  /// Starts to walk through a document that was looked at.
  private static func walk(
    _ tape: borrowing TokenTape, _ survey: consuming Survey, _ gathering: SlotWalk.Gathering,
    _ limits: Limits, _ values: inout SlotValues
  ) -> SlotWalk {
    let shapes = ShapeTable(survey, limit: limits.shapes)
    return SlotWalk(tape, survey, shapes, gathering, into: &values)
  }

  /// Puts the values of a document into the order of its template, or takes its texts as they are where
  /// it has none.
  private consuming func arrange(
    _ values: inout SlotValues, texts: [(kind: Token.Kind, range: ByteRange)]
  ) -> (template: Template, plan: TemplatePlan) {
    let plan = TemplatePlan(template)
    if isGivenUp {
      values.take(texts)
    } else {
      var order = SlotOrder(graph, plan)
      order.arrange(&values)
    }
    return (template, plan)
  }

  /// Makes the template of a document that was walked through.
  private init(
    _ walk: consuming SlotWalk, _ tape: borrowing TokenTape, _ source: ByteSource,
    _ detail: Detail, _ limits: Limits, _ values: borrowing SlotValues
  ) {
    self.detail = detail
    self.source = source
    let shapes = walk.shapes
    let keys = walk.keys
    assignment = walk.assignment
    graph = walk.graph

    for shape in graph.shapeOrder {
      template.shapes.append(makeShape(shapes.entries[shape], at: shape, keys, tape, values))
    }
    template.root = makeSlot(SlotGraph.root, tape, values)
    template.shareParents(keys: graph.shapeOrder.map { shapes.entries[$0].keys })
    if !template.isWithin(limits) {
      // No decoder would take so large a template: the document is carried as it is.
      template = Template(shapes: [], root: .any)
      isGivenUp = true
    }
  }

  private mutating func makeShape(
    _ entry: ShapeTable.Entry, at shape: Int, _ keys: [ByteRange], _ tape: borrowing TokenTape,
    _ values: borrowing SlotValues
  ) -> Shape {
    let first = Int(graph.firstFields[shape])
    var fields: [Field] = []
    fields.reserveCapacity(entry.keys.count)
    for (index, key) in entry.keys.enumerated() {
      // Keys are kept without their quotes.
      let inner = ByteRange(offset: keys[key].offset + 1, count: keys[key].count - 2)
      fields.append(
        Field(
          key: Lexeme(source.bytes(inner)), isOptional: entry.isOptional(index),
          slot: makeSlot(first + index, tape, values)))
    }
    return Shape(fields: fields)
  }

  /// Makes a slot of the template; ``SlotOrder`` relies on the order of the alternatives.
  private mutating func makeSlot(
    _ number: Int, _ tape: borrowing TokenTape, _ values: borrowing SlotValues
  ) -> Slot {
    let node = graph.nodes[number]
    if node.hasOnlyScalars { return makeScalarSlot(number, tape, values) }
    var alternatives: [Slot] = []
    var object = Int(node.firstObject)
    while object >= 0 {
      let alternative = graph.alternatives[object]
      alternatives.append(.object(Int(graph.shapeNumbers[Int(alternative.detail)])))
      object = Int(alternative.next)
    }
    if node.map >= 0 {
      let first = Int(graph.alternatives[Int(node.map)].slot)
      let keys = makeScalarSlot(first, isKeys: true, tape, values)
      alternatives.append(.map(keys: keys, values: makeSlot(first + 1, tape, values)))
    }
    if node.tuple >= 0 {
      let tuple = graph.alternatives[Int(node.tuple)]
      let positions = Int(tuple.slot)..<Int(tuple.slot + tuple.detail)
      alternatives.append(.tuple(positions.map { makeSlot($0, tape, values) }))
    }
    if node.array >= 0 {
      let first = Int(graph.alternatives[Int(node.array)].slot)
      alternatives.append(.array(makeSlot(first, tape, values)))
    }
    // Any value fits the last alternative, so it must be the last to be tried.
    if values.values[number].count > 0 || node.hasRaw || alternatives.isEmpty {
      alternatives.append(makeScalarSlot(number, tape, values))
    }
    return alternatives.count == 1 ? alternatives[0] : .oneOf(alternatives)
  }

  /// Makes the slot of the scalars seen at a slot, and notes the dictionary index of each.
  private mutating func makeScalarSlot(
    _ number: Int, isKeys: Bool = false, _ tape: borrowing TokenTape,
    _ values: borrowing SlotValues
  ) -> Slot {
    let count = values.values[number].count
    guard detail == .values, count >= 2 else { return .any }
    var table = SliceTable(source)
    var numbers: [Int32] = []
    var counts: [Int] = []
    numbers.reserveCapacity(count)
    for scalar in 0..<count {
      let value = table.insert(tape[Int(values.values[number][scalar])].range)
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
    for scalar in 0..<count {
      assignment[Int(values.values[number][scalar])] = indices[Int(numbers[scalar])]
    }
    return .enumeration(dictionary.entries.map { Lexeme(source.bytes(table.slices[$0])) })
  }

  private func isNumber(at offset: Int) -> Bool {
    source[offset] == ASCII.minus || ASCII.isDigit(source[offset])
  }
}
