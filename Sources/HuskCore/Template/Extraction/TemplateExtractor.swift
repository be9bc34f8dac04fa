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
  /// The canonical bytes of the template.
  private var canonicalBytes: [UInt8] = []
  /// The template, where dictionaries were asked for.
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
  private var draft: TemplateDraft

  /// Extracts the template, with constants and dictionaries, of the document that `tape` and
  /// `source` hold.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource, limits: Limits) {
    var indices = SlotValues()
    var walk = Self.walk(tape, Survey(tape, source), .indices, limits, &indices)
    walk.go(on: tape, upTo: tape.count, into: &indices)
    self.init(walk, tape, source, .values, indices)
    // No decoder would take a template that is too large: the document is carried as it is.
    if let found = try? TemplateEncoding.decode(canonicalBytes, limits: limits) { template = found }
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
  /// - Returns: The template, laid out from its canonical bytes.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func split(
    _ tape: borrowing TokenTape, _ source: ByteSource, isSample: Bool = false, limits: Limits,
    into values: inout SlotValues
  ) -> TemplatePlan {
    split(
      tape, source, Survey(tape, source, isSample: isSample), limits: limits, into: &values)
  }

  /// Does the same with a document that was looked at.
  package static func split(
    _ tape: borrowing TokenTape, _ source: ByteSource, _ survey: consuming Survey, limits: Limits,
    into values: inout SlotValues
  ) -> TemplatePlan {
    var walk = walk(tape, survey, .tokens, limits, &values)
    walk.go(on: tape, upTo: tape.count, into: &values)
    let extractor = TemplateExtractor(walk, tape, source, .structure, values)
    guard let plan = extractor.arrange(&values, limits) else {
      return takeTexts(tape.texts(), into: &values)
    }
    return plan
  }

  /// How many tokens are gone through before their memory is given back.
  private static let discardedCount = 1 << 19

  /// Splits a document as ``split(_:_:_:limits:into:)`` does, and gives the memory of its tokens back to the
  /// system on the way, so that the tokens and the values are not in memory at the same time.
  ///
  /// - Returns: The template, laid out from its canonical bytes.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func split(
    discarding tape: inout TokenTape, _ source: ByteSource, _ survey: consuming Survey,
    limits: Limits, into values: inout SlotValues
  ) -> TemplatePlan {
    let texts = tape.texts()
    var walk = walk(tape, survey, .tokens, limits, &values)
    while walk.index < tape.count {
      let end = min(walk.index + discardedCount, tape.count)
      walk.go(on: tape, upTo: end, into: &values)
      tape.discard(before: walk.index)
    }
    tape.removeAll()
    let extractor = TemplateExtractor(walk, tape, source, .structure, values)
    let plan = extractor.arrange(&values, limits) ?? takeTexts(texts, into: &values)
    values.discardEvents()
    return plan
  }

  /// Starts to walk through a document that was looked at.
  private static func walk(
    _ tape: borrowing TokenTape, _ survey: consuming Survey, _ gathering: SlotWalk.Gathering,
    _ limits: Limits, _ values: inout SlotValues
  ) -> SlotWalk {
    let shapes = ShapeTable(survey, limit: limits.shapes)
    return SlotWalk(tape, survey, shapes, gathering, shapeLimit: limits.shapes, into: &values)
  }

  /// Puts the values of a document into the order of its template, or returns `nil` where that is so large
  /// that no decoder would take it.
  private consuming func arrange(_ values: inout SlotValues, _ limits: Limits) -> TemplatePlan? {
    guard let plan = try? TemplatePlan(canonical: canonicalBytes, limits: limits) else {
      return nil
    }
    var order = SlotOrder(graph, plan)
    order.arrange(&values)
    return plan
  }

  /// Takes the texts of a document as they are, which needs no more than a template of any values.
  private static func takeTexts(
    _ texts: [(kind: Token.Kind, range: ByteRange)], into values: inout SlotValues
  ) -> TemplatePlan {
    let template = Template(shapes: [], root: .any)
    var plan = TemplatePlan(template)
    plan.canonicalBytes = TemplateEncoding.encode(template)
    plan.check = Checksum.crc32(plan.canonicalBytes.span)
    values.take(texts)
    return plan
  }

  /// Makes the template of a document that was walked through.
  private init(
    _ walk: consuming SlotWalk, _ tape: borrowing TokenTape, _ source: ByteSource,
    _ detail: Detail, _ values: borrowing SlotValues
  ) {
    self.detail = detail
    self.source = source
    let keys = walk.keys
    assignment = walk.assignment
    graph = walk.graph
    let shapes = walk.shapes
    draft = TemplateDraft(source)
    for shape in graph.shapeOrder { addShape(shape, shapes, keys, tape, values) }
    addSlot(SlotGraph.root, tape, values)
    var finished = TemplateDraft(source)
    swap(&finished, &draft)
    canonicalBytes = finished.finish()
  }

  private mutating func addShape(
    _ shape: Int, _ shapes: borrowing ShapeTable, _ keys: [ByteRange],
    _ tape: borrowing TokenTape, _ values: borrowing SlotValues
  ) {
    var slot = Int(graph.firstFields[shape])
    let shape = graph.original(of: shape)
    for field in shapes.entries[shape].first..<shapes.entries[shape].end {
      addSlot(slot, tape, values)
      // Keys are kept without their quotes.
      let key = shapes.fields[field].key
      draft.endField(
        key: ByteRange(offset: keys[key].offset + 1, count: keys[key].count - 2), keyNumber: key,
        isOptional: shapes.isOptional(field, of: shape))
      slot += 1
    }
    draft.endShape()
  }

  /// Adds a slot to the template; ``SlotOrder`` relies on the order of the alternatives.
  private mutating func addSlot(
    _ number: Int, _ tape: borrowing TokenTape, _ values: borrowing SlotValues, depth: Int = 0
  ) {
    let node = graph.nodes[number]
    if node.hasOnlyScalars { return addScalarSlot(number, tape, values) }
    DeepStack.descend(to: depth) { addSlots(in: node, number, tape, values, depth: depth + 1) }
  }

  private mutating func addSlots(
    in node: SlotGraph.Node, _ number: Int, _ tape: borrowing TokenTape,
    _ values: borrowing SlotValues, depth: Int
  ) {
    // Any value fits the last alternative, so it must be the last to be tried.
    let hasScalars = values.values[number].count > 0 || node.hasRaw
    let count = graph.alternativeCount(at: number) + (hasScalars ? 1 : 0)
    if count > 1 {
      draft.add(.oneOf)
      draft.add(count)
    }
    var object = Int(node.firstObject)
    while object >= 0 {
      let alternative = graph.alternatives[object]
      draft.add(.object)
      draft.add(Int(graph.shapeNumbers[Int(alternative.detail)]))
      object = Int(alternative.next)
    }
    if node.map >= 0 {
      let first = Int(graph.alternatives[Int(node.map)].slot)
      draft.add(.map)
      addScalarSlot(first, isKeys: true, tape, values)
      addSlot(first + 1, tape, values, depth: depth)
    }
    if node.tuple >= 0 {
      let tuple = graph.alternatives[Int(node.tuple)]
      draft.add(.tuple)
      draft.add(Int(tuple.detail))
      for position in Int(tuple.slot)..<Int(tuple.slot + tuple.detail) {
        addSlot(position, tape, values, depth: depth)
      }
    }
    if node.array >= 0 {
      draft.add(.array)
      addSlot(Int(graph.alternatives[Int(node.array)].slot), tape, values, depth: depth)
    }
    if hasScalars { addScalarSlot(number, tape, values) }
  }

  /// Adds the slot of the scalars seen at a slot, and notes the dictionary index of each.
  private mutating func addScalarSlot(
    _ number: Int, isKeys: Bool = false, _ tape: borrowing TokenTape,
    _ values: borrowing SlotValues
  ) {
    let count = values.values[number].count
    guard detail == .values, count >= 2 else { return draft.add(.any) }
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
      draft.add(.constant)
      return draft.add(scalar: table.slices[0])
    }
    let dictionary = DictionaryBuilder(
      counts: counts, byteCounts: table.slices.map(\.count),
      isNumber: table.slices.map { isNumber(at: $0.offset) })
    guard !dictionary.entries.isEmpty else { return draft.add(.any) }

    var indices = Array(repeating: Assignment.literal, count: counts.count)
    for (index, value) in dictionary.entries.enumerated() { indices[value] = Int32(index) }
    for scalar in 0..<count {
      assignment[Int(values.values[number][scalar])] = indices[Int(numbers[scalar])]
    }
    draft.add(.enumeration)
    draft.add(dictionary.entries.count)
    for value in dictionary.entries { draft.add(scalar: table.slices[value]) }
  }

  private func isNumber(at offset: Int) -> Bool {
    source[offset] == ASCII.minus || ASCII.isDigit(source[offset])
  }
}
