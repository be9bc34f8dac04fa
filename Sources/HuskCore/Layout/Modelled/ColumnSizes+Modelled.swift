// SPDX-License-Identifier: Apache-2.0

extension ColumnSizes {
  /// Finds the sizes of a modelled block that was decoded without an error.
  ///
  /// The coded rows are divided by the bits that the values of each column have taken, which is
  /// measured; the descriptors of columns count as heads.
  ///
  /// - Parameters:
  ///   - payload: What ``ModelledBlockEncoder`` made.
  ///   - template: The template, laid out.
  ///   - rowCount: The number of rows.
  ///   - byteLimit: The number of bytes that the block decodes to.
  ///   - limits: The limits in force.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text, as long as decoding takes.
  init(
    modelled payload: Span<UInt8>, _ template: TemplatePlan, rowCount: Int, byteLimit: Int,
    limits: Limits
  ) throws(HuskError) {
    var reader = ByteReader(payload)
    let block = try ModelledBlock(&reader, template, byteLimit: byteLimit)
    let plan = block.plan
    // One byte says how much memory the model has.
    let rowByteCount = reader.remaining - 1
    var tally: LeafTally? = LeafTally(leafCount: plan.leafCount)
    let values = try block.readRows(
      &reader, template, rowCount: rowCount, byteLimit: byteLimit, limits: limits, tally: &tally)
    let costs = tally?.costs ?? []

    var division = SectionDivision()
    division.giveDescriptors(
      .gaps, upTo: StreamSource.Mark(descriptors: block.gapDescriptorByteCount))
    division.sections = [block.descriptorByteCounts, (0, 0), (costs.reduce(0, +), rowByteCount)]
    var columns: [ColumnSize] = []
    for (slot, said) in plan.slots.enumerated() {
      if template.hasControls(slot) {
        let leaf = plan.controlLeaf(slot)
        division.give(.column(columns.count), costs[leaf], of: .text)
        columns.append(
          ColumnSize(
            slot: slot, kind: template.controlKind(slot),
            encoding: said.constantControl == nil ? "modelled" : "constant",
            valueCount: Int(values.counts[leaf])))
      }
      guard template.hasValues(slot) else { continue }
      let cost = said.column.leaves.reduce(0) { $0 + costs[$1] }
      division.give(.column(columns.count), cost, of: .text)
      columns.append(
        ColumnSize(
          slot: slot, kind: .values, encoding: said.column.name,
          valueCount: Int(values.counts[said.column.leaf])))
    }
    self.init(columns, division, payloadByteCount: payload.count)
  }
}

extension ModelledColumn {
  /// The leaves of the column, and of those in it.
  fileprivate var leaves: [Int] {
    switch encoding {
    case .mixed(let columns): [leaf] + columns.flatMap(\.leaves)
    default: integers.isEmpty ? [leaf] : integers.map(\.leaf)
    }
  }

  /// How the column is written, in words.
  fileprivate var name: String {
    isCoded ? "modelled \(kind)" : kind
  }

  private var kind: String {
    switch encoding {
    case .none: "no values"
    case .text: "text"
    case .constant: "constant"
    case .decimals(let scale, _, _): "decimals(scale \(scale))"
    case .nearDecimals(let scale, _, _, _): "doubles(scale \(scale))"
    case .floating(let kind, _, _): kind.name
    case .pattern(let pattern, _): pattern.calendar.map { "pattern(\($0))" } ?? "pattern"
    case .hexadecimal: "hexadecimal"
    case .mixed(let columns): "mixed of " + columns.map(\.kind).joined(separator: " / ")
    case .derived(_, let distance): "derived(\(distance) back)"
    }
  }
}
