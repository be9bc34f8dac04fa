// SPDX-License-Identifier: Apache-2.0

extension LinedRows {
  /// The rows that may stand in a block of a template, as its first surprises tell; `nil` where others do.
  ///
  /// - Parameters:
  ///   - surprises: The first surprises of the block, with the numbers of the gaps where they stand.
  ///   - style: What the numbers of gaps mean.
  ///   - frame: How the block stands in its document.
  ///   - plan: The template.
  ///   - mostGaps: How many gaps the first row may have at most. What stands farther behind is no separator,
  ///     but the last line end of an array without others.
  package init?(
    _ surprises: [(index: Int, gap: Int)], _ style: GapStyle, _ frame: BlockFrame,
    _ plan: TemplatePlan, mostGaps: Int
  ) {
    guard frame.hasElements, let opening = plan.rowOpening, plan.elementsAreScalars else {
      return nil
    }
    var space: [UInt8] = []
    style.append(style.space, depth: 0, to: &space)
    guard space.isEmpty || space == [ASCII.space] else { return nil }
    func gap(_ index: Int) -> Int? { surprises.first { $0.index == index }?.gap }
    // The bracket or comma stands behind gap 0.
    let hasLines = style.hasLines
    let learnt = gap(1)
    if frame.continues {
      guard let learnt, gap(0) ?? GapModel.empty == GapModel.empty else { return nil }
      (first, between) = (GapModel.empty, learnt)
    } else {
      first = learnt ?? (hasLines ? GapStyle.indented : GapModel.empty)
      let later = surprises.first { 1...mostGaps ~= $0.index - 1 && style.breaksLine($0.gap) }?.gap
      if let later {
        between = later
      } else if hasLines, style.breaksLine(first) {
        between = GapStyle.indented
      } else {
        return nil
      }
    }
    // A printer that indents is expected to break each row.
    guard !hasLines || gap(2) == GapModel.empty else { return nil }
    self.style = style
    self.frame = frame
    self.opening = opening
    inside = plan.inside(opening, isBroken: !frame.continues && style.breaksLine(first))
    line = space.isEmpty ? nil : PrintedLines(space: space)
  }
}

extension TemplatePlan {
  /// Whether gaps around its rows have no neighbours that gaps in them have, too.
  var rowsMayBeLined: Bool { rowOpening != nil && elementsAreScalars }

  /// The slots of rows: the root, or its alternatives.
  private var rowSlots: Range<Int> {
    guard case .oneOf(let first, let count) = nodes[Self.root] else {
      return Self.root..<Self.root + 1
    }
    return first..<first + count
  }

  /// The bracket that opens each row, where it is the same for all.
  var rowOpening: GapNeighbor? {
    let slots = rowSlots.map { nodes[$0] }
    if slots.allSatisfy(\.isObject) { return .openObject }
    return slots.allSatisfy(\.isArray) ? .openArray : nil
  }

  /// Whether no array has others inside, or objects.
  fileprivate var elementsAreScalars: Bool {
    nodes.allSatisfy { node in
      switch node {
      case .array(let element): isScalar(element)
      case .tuple(let first, let count): (first..<first + count).allSatisfy(isScalar)
      default: true
      }
    }
  }

  /// What may stand behind brackets that open, in rows of an array that is broken or not.
  fileprivate func inside(_ row: GapNeighbor, isBroken: Bool) -> [LinedRows.Inside] {
    func inside(_ opening: GapNeighbor, isBroken: Bool) -> LinedRows.Inside {
      let next = opening == .openObject ? GapNeighbor.key : .scalar
      return LinedRows.Inside(opening: opening, next: next, isBroken: isBroken)
    }
    var found = [inside(row, isBroken: isBroken)]
    let rows = rowSlots
    let inner = nodes.indices.filter { $0 != Self.root && !rows.contains($0) }.map { nodes[$0] }
    if inner.contains(where: \.isObject) { found.append(inside(.openObject, isBroken: false)) }
    if inner.contains(where: \.isArray) { found.append(inside(.openArray, isBroken: false)) }
    return found
  }
}

extension TemplatePlan.Node {
  fileprivate var isObject: Bool {
    switch self {
    case .object, .map: true
    default: false
    }
  }

  fileprivate var isArray: Bool {
    switch self {
    case .array, .tuple: true
    default: false
    }
  }
}
