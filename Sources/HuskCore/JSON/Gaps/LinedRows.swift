// SPDX-License-Identifier: Apache-2.0

/// Rows of an array that stand on lines of their own, in each of which nothing stands between tokens, or
/// a space behind each colon and comma (SPEC §5.2 Prediction).
package struct LinedRows {
  /// What the numbers of gaps mean.
  let style: GapStyle
  /// How the block stands in its document.
  let frame: BlockFrame
  /// The number of the gap behind the bracket that opens the array.
  let first: Int
  /// The number of the gap behind each comma between rows.
  let between: Int
  /// The bracket that opens each row.
  let opening: GapNeighbor
  /// How rows go on behind their opening bracket and those inside.
  let inside: [Inside]
  /// The space inside rows, or `nil` where there is none.
  package let line: PrintedLines?

  /// What stands behind a bracket that opens, and whether the container around is broken.
  struct Inside {
    let opening: GapNeighbor
    let next: GapNeighbor
    let isBroken: Bool
  }

  /// The bytes behind the bracket that opens the array.
  package var lead: [UInt8] { bytes(first) }

  /// What stands between two rows.
  package var separator: [UInt8] { [ASCII.comma] + bytes(between) }

  /// What is expected before the bracket that closes the array.
  package var closing: [UInt8] {
    isBroken && !style.indent.isEmpty ? bytes(GapStyle.indented, depth: 0) : []
  }

  private func bytes(_ gap: Int, depth: Int = 1) -> [UInt8] {
    var bytes: [UInt8] = []
    style.append(gap, depth: depth, to: &bytes)
    return bytes
  }

  /// Whether the array is broken.
  private var isBroken: Bool { !frame.continues && style.breaksLine(first) }

  /// Whether all gaps that follow are predicted to be those of such rows, where a model has learnt those of
  /// the first of them.
  ///
  /// A gap of such rows is told by its neighbours and by whether it stands in the array, so whatever was
  /// learnt from some of them is right for all. What was not learnt is expected to stand on one line, but
  /// for what follows a bracket that opens, where lines are expected.
  ///
  /// - Complexity: O(1).
  func areExpected(by model: borrowing GapModel) -> Bool {
    style.indent.isEmpty
      || inside.allSatisfy { place in
        model.hasLearnt(between: place.opening, and: place.next, isBroken: place.isBroken)
      }
  }
}

extension LinedRows {
  /// The rows that may stand in a block of a template, as its first surprises tell; `nil` where others do.
  ///
  /// - Parameters:
  ///   - surprises: The first surprises of the block, with the numbers of the gaps where they stand.
  ///   - style: What the numbers of gaps mean.
  ///   - frame: How the block stands in its document.
  ///   - plan: The template.
  package init?(
    _ surprises: [(index: Int, gap: Int)], _ style: GapStyle, _ frame: BlockFrame,
    _ plan: TemplatePlan
  ) {
    guard frame.hasElements, let opening = plan.rowOpening, plan.elementsAreScalars else {
      return nil
    }
    var space: [UInt8] = []
    style.append(style.space, depth: 0, to: &space)
    guard space.isEmpty || space == [ASCII.space] else { return nil }
    func gap(_ index: Int) -> Int? { surprises.first { $0.index == index }?.gap }
    // The bracket or comma stands behind gap 0.
    let isIndented = !style.indent.isEmpty
    let learnt = gap(1)
    if frame.continues {
      guard let learnt, gap(0) ?? GapModel.empty == GapModel.empty else { return nil }
      (first, between) = (GapModel.empty, learnt)
    } else {
      first = learnt ?? (isIndented ? GapStyle.indented : GapModel.empty)
      let later = surprises.first { $0.index > 1 && style.breaksLine($0.gap) }?.gap
      if isIndented, style.breaksLine(first) {
        between = GapStyle.indented
      } else if let later {
        between = later
      } else {
        return nil
      }
    }
    // A printer that indents is expected to break each row.
    guard !isIndented || gap(2) == GapModel.empty else { return nil }
    self.style = style
    self.frame = frame
    self.opening = opening
    inside = plan.inside(opening, isBroken: !frame.continues && style.breaksLine(first))
    line = space.isEmpty ? nil : PrintedLines(space: space)
  }
}

extension TemplatePlan {
  /// The slots of rows: the root, or its alternatives.
  private var rowSlots: Range<Int> {
    guard case .oneOf(let first, let count) = nodes[Self.root] else {
      return Self.root..<Self.root + 1
    }
    return first..<first + count
  }

  /// The bracket that opens each row, where it is the same for all.
  fileprivate var rowOpening: GapNeighbor? {
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
