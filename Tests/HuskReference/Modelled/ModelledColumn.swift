// SPDX-License-Identifier: Apache-2.0

/// How the values of a slot are written in a modelled block (SPEC §16.5 Columns).
indirect enum ModelledColumn {
  case none
  case text(leaf: Int)
  case constant(Value)
  case decimals(Decimals, leaf: Int)
  case nearDecimals(NearDecimals, leaves: [Int])
  case floating(Floating, leaves: [Int])
  case pattern(Pattern, leaves: [Int])
  case hexadecimal(HexadecimalPattern, leaves: [Int])
  case mixed(leaf: Int, [ModelledColumn])
  case derived(distance: Int, Derivation)

  /// Whether it is made from another column.
  var isDerived: Bool {
    if case .derived = self { return true }
    return false
  }
}

/// The descriptors of a modelled block (SPEC §16.5 Columns).
struct ModelledDescriptors {
  private(set) var gaps: Gaps
  /// Of slots whose controls are all the same, what they are.
  private(set) var sameControls: [Int: UInt64] = [:]
  private(set) var columns: [Int: ModelledColumn] = [:]
  private(set) var leaves: [Leaf]

  private var reader: ByteReader
  /// The leaves of the column that is being read which have its sources.
  private var sourced: [Int] = []

  /// Reads all descriptors.
  init(_ bytes: [UInt8], _ slots: SlotTable) throws {
    reader = ByteReader(bytes)
    gaps = try MessageGaps.read(reader.sized())
    let slotCount = slots.entries.count
    leaves = Array(repeating: Leaf(), count: 2 * slotCount)
    try demand(leaves.count <= LeafModel.mostLeaves, .limitExceeded, "more leaves than 65,536")
    for slot in 0..<slotCount {
      if slots.hasControls(slot) {
        let same = try reader.varint()
        if same > 0 { sameControls[slot] = same - 1 }
      }
      guard slots.hasValues(slot) else { continue }
      sourced = [slot]
      let tag = reader.peek ?? 0
      columns[slot] = try column(leaf: slot, depth: 1)
      guard ![0, 2, 9].contains(tag) else { continue }
      let first = try source(slotCount)
      let second = try source(slotCount)
      for leaf in sourced {
        leaves[leaf].source1 = first
        leaves[leaf].source2 = second
      }
    }
    try demand(reader.isAtEnd, .extraValue, "bytes behind the descriptors")
  }

  private mutating func source(_ slotCount: Int) throws -> Int? {
    let number = try reader.count()
    try demand(number <= slotCount, .invalidColumn, "there is no slot \(number - 1)")
    return number == 0 ? nil : number - 1
  }

  private mutating func addLeaf() throws -> Int {
    leaves.append(Leaf())
    try demand(leaves.count <= LeafModel.mostLeaves, .limitExceeded, "more leaves than 65,536")
    return leaves.count - 1
  }

  /// Reads the predictions of integers, of which the first stands at a leaf.
  private mutating func integers(_ count: Int, first: Int) throws -> [Int] {
    var numbers: [Int] = []
    for place in 0..<count {
      let number = place == 0 ? first : try addLeaf()
      let prediction = try reader.byte()
      try demand(prediction <= 2, .invalidColumn, "prediction \(prediction)")
      leaves[number].prediction = Int(prediction)
      sourced.append(number)
      numbers.append(number)
    }
    return numbers
  }

  private mutating func column(leaf: Int, depth: Int) throws -> ModelledColumn {
    try demand(depth <= 4, .invalidColumn, "columns stand \(depth) deep")
    let tag = try reader.byte()
    let variant = tag >> 4
    let variants = [4: 3, 5: 3, 15: 4][tag & 15] ?? 1
    try demand(variant < variants, .invalidColumn, "variant \(variant)")
    switch tag & 15 {
    case 0: return .none
    case 1: return .text(leaf: leaf)
    case 2:
      let lexeme = try reader.sized()
      try demand(JSONParser.isScalar(lexeme), .invalidColumn, "a constant is no scalar")
      return .constant(Value(lexeme: lexeme))
    case 4:
      let decimals = try Decimals(&reader, variant: variant)
      return .decimals(decimals, leaf: try integers(1, first: leaf)[0])
    case 5:
      let near = try NearDecimals(&reader, variant: variant)
      return .nearDecimals(near, leaves: try integers(2, first: leaf))
    case 6:
      let pattern = try Pattern(&reader)
      return .pattern(pattern, leaves: try integers(pattern.columnCount, first: leaf))
    case 7:
      let pattern = try HexadecimalPattern(&reader)
      return .hexadecimal(pattern, leaves: try integers(pattern.groups.count, first: leaf))
    case 8: return try mixed(leaf, depth)
    case 9:
      try demand(depth == 1, .invalidColumn, "a derived column in another")
      let distance = try reader.count()
      let source = columns.sorted { $0.key < $1.key }.dropLast(max(distance, 1) - 1).last?.value
      let isThere = distance > 0 && source?.isDerived == false
      try demand(isThere, .invalidColumn, "no source so far back")
      return .derived(distance: distance, try Derivation(&reader))
    case 15:
      let floating = try Floating(&reader, variant: variant)
      return .floating(floating, leaves: try integers(floating.columnCount, first: leaf))
    default: throw ReferenceFault(.invalidColumn, "values of kind \(tag & 15)")
    }
  }

  private mutating func mixed(_ leaf: Int, _ depth: Int) throws -> ModelledColumn {
    let count = try reader.count()
    try demand(count <= 8, .invalidColumn, "\(count) classes")
    var inner: [ModelledColumn] = []
    for _ in 0..<count { inner.append(try column(leaf: try addLeaf(), depth: depth + 1)) }
    return .mixed(leaf: leaf, inner)
  }
}
