// SPDX-License-Identifier: Apache-2.0

/// Integers of a slot (SPEC §8.4 Integer columns).
enum IntegerColumn {
  /// So many times the same.
  case constant(Int64, count: Int)
  case list([Int64])

  var count: Int {
    switch self {
    case .constant(_, let count): count
    case .list(let entries): entries.count
    }
  }

  subscript(_ place: Int) -> Int64 {
    switch self {
    case .constant(let value, _): value
    case .list(let entries): entries[place]
    }
  }

  /// All entries.
  var entries: [Int64] { (0..<count).map { self[$0] } }

  /// What columns that follow need to know of one, which are the same of one that is derived from it.
  struct Traits {
    var groupCount = 0
    /// How many columns it counts as.
    var columnCount = 1
    /// The indices of a dictionary.
    var indices: IntegerColumn?
    /// How many others it is told beside.
    var sourceCount = 0
  }

  /// Reads the next column, which stands in no other integer column.
  static func read(_ sections: inout Sections, count: Int) throws -> IntegerColumn {
    var traits = Traits()
    let columnCount = sections.budget.integerColumnCount
    let column = try read(&sections, count, depth: 1, &traits)
    traits.columnCount = sections.budget.integerColumnCount - columnCount
    sections.integerColumns.append(column)
    sections.integerTraits.append(traits)
    return column
  }

  private static func read(
    _ sections: inout Sections, _ count: Int, depth: Int
  ) throws -> IntegerColumn {
    var traits = Traits()
    return try read(&sections, count, depth: depth, &traits)
  }

  private static func read(
    _ sections: inout Sections, _ count: Int, depth: Int, _ traits: inout Traits
  ) throws -> IntegerColumn {
    try demand(depth <= 8, .invalidColumn, "columns stand \(depth) deep")
    try sections.budget.addIntegerColumns()
    let tag = try sections.descriptors.byte()
    let width = Int(tag >> 4)
    let widths =
      switch tag & 15 {
      case 1, 2: 1...8
      case 9, 10, 11: 0...7
      case 12: 0...2
      default: 0...0
      }
    try demand(widths.contains(width), .invalidColumn, "width \(width)")
    switch tag & 15 {
    case 0: return .constant(try sections.descriptors.zigzag(), count: count)
    case 1: return try planes(&sections, count, width, bits: 0)
    case 2: return try packed(&sections, count, width)
    case 3: return try delta(&sections, count, depth)
    case 4: return try dictionary(&sections, count, depth, &traits)
    case 5: return try runs(&sections, count, depth)
    case 6:
      try demand(depth == 1, .invalidColumn, "a derived column in another")
      return try derived(&sections, count, &traits)
    case 7:
      try demand(depth == 1, .invalidColumn, "a grouped column in another")
      return try grouped(&sections, count, &traits)
    case 8: return try multiples(&sections, count, depth)
    case 9: return try planes(&sections, count, width, bits: 1)
    case 10: return try planes(&sections, count, width, bits: 2)
    case 11: return try planes(&sections, count, width, bits: 4)
    case 12:
      try demand(depth == 1, .invalidColumn, "a relative column in another")
      return try relative(&sections, count, width, &traits)
    default: throw ReferenceFault(.invalidColumn, "integers of kind \(tag & 15)")
    }
  }

  private static func planes(
    _ sections: inout Sections, _ count: Int, _ width: Int, bits: Int
  ) throws -> IntegerColumn {
    let base = try sections.descriptors.zigzag()
    var streams: [[UInt8]] = []
    for _ in 0..<width { streams.append(try sections.numberStream(count)) }
    if bits > 0 {
      let highest = try sections.numberStream((count * bits + 7) / 8)
      try sections.budget.addWholeBytes(count * (width + 1))
      let mask: UInt8 = 1 << bits - 1
      streams.append(
        (0..<count).map { highest[$0 * bits / 8] >> ($0 * bits % 8) & mask })
    }
    var sums = [UInt64](repeating: 0, count: count)
    for (plane, stream) in streams.enumerated() {
      for (place, byte) in stream.enumerated() { sums[place] |= UInt64(byte) << (8 * plane) }
    }
    return .list(sums.map { base &+ Int64(bitPattern: $0) })
  }

  private static func packed(
    _ sections: inout Sections, _ count: Int, _ width: Int
  ) throws -> IntegerColumn {
    let base = try sections.descriptors.zigzag()
    var stream = ByteReader(try sections.numberStream(count * width))
    var entries: [Int64] = []
    for _ in 0..<count {
      entries.append(base &+ Int64(bitPattern: try stream.littleEndian(width)))
    }
    return .list(entries)
  }

  private static func delta(
    _ sections: inout Sections, _ count: Int, _ depth: Int
  ) throws -> IntegerColumn {
    try demand(count >= 1, .invalidColumn, "differences of no entries")
    try sections.budget.addEntries(count)
    var entries = [try sections.descriptors.zigzag()]
    for difference in try read(&sections, count - 1, depth: depth + 1).entries {
      entries.append(entries[entries.count - 1] &+ difference)
    }
    return .list(entries)
  }

  private static func dictionary(
    _ sections: inout Sections, _ count: Int, _ depth: Int, _ traits: inout Traits
  ) throws -> IntegerColumn {
    try sections.budget.addEntries(count)
    let valueCount = try sections.descriptors.count()
    try demand(valueCount <= count, .invalidColumn, "\(valueCount) values of \(count)")
    try sections.budget.addDictionaryEntries(valueCount)
    let values = try read(&sections, valueCount, depth: depth + 1)
    let indices = try read(&sections, count, depth: depth + 1).entries
    traits.indices = .list(indices)
    return .list(
      try indices.map { index in
        try demand(0..<Int64(valueCount) ~= index, .invalidColumn, "there is no value \(index)")
        return values[Int(index)]
      })
  }

  private static func runs(
    _ sections: inout Sections, _ count: Int, _ depth: Int
  ) throws -> IntegerColumn {
    try sections.budget.addEntries(count)
    let runCount = try sections.descriptors.count()
    try demand(runCount <= count, .invalidColumn, "\(runCount) runs of \(count)")
    let values = try read(&sections, runCount, depth: depth + 1)
    let lengths = try read(&sections, runCount, depth: depth + 1)
    var entries: [Int64] = []
    for run in 0..<runCount {
      let isPossible = 0..<Int64(count - entries.count) ~= lengths[run]
      try demand(isPossible, .invalidColumn, "a run of \(lengths[run]) more")
      entries += repeatElement(values[run], count: Int(lengths[run]) + 1)
    }
    try demand(entries.count == count, .invalidColumn, "runs of \(entries.count) entries")
    return .list(entries)
  }

  private static func multiples(
    _ sections: inout Sections, _ count: Int, _ depth: Int
  ) throws -> IntegerColumn {
    try sections.budget.addEntries(count)
    let factor = try sections.descriptors.zigzag()
    let remainder = try sections.descriptors.zigzag()
    let quotients = try read(&sections, count, depth: depth + 1)
    return .list(quotients.entries.map { factor &* $0 &+ remainder })
  }

  private static func grouped(
    _ sections: inout Sections, _ count: Int, _ traits: inout Traits
  ) throws -> IntegerColumn {
    let distance = try sections.descriptors.count()
    let parameter = try sections.descriptors.count()
    let first = try sections.descriptors.zigzag()
    let columns = sections.integerColumns
    try demand(distance <= columns.count, .invalidColumn, "no keys so far back")
    let isAllowed = (1...(distance == 0 ? 65_536 : 16)).contains(parameter)
    try demand(isAllowed, .invalidColumn, "groups of \(parameter)")
    let groupCount = distance == 0 ? parameter : 1 << parameter
    traits.groupCount = groupCount
    try sections.budget.addGroups(groupCount)
    try sections.budget.addEntries(count)
    let differences = try read(&sections, count, depth: 2)
    var last = [Int64](repeating: first, count: groupCount)
    var entries: [Int64] = []
    var keys: IntegerColumn?
    if distance > 0 {
      let number = columns.count - distance
      let other = sections.integerTraits[number]
      try demand(
        other.groupCount == 0 && other.sourceCount == 0, .invalidColumn,
        "keys in groups, or relative")
      try demand(columns[number].count == count, .invalidColumn, "keys of another number")
      keys = other.indices ?? columns[number]
      try sections.budget.addIntegerColumns(other.columnCount)
    }
    for place in 0..<count {
      let group = keys.map { Int($0[place] & Int64(groupCount - 1)) } ?? place % groupCount
      last[group] &+= differences[place]
      entries.append(last[group])
    }
    return .list(entries)
  }

  private static func relative(
    _ sections: inout Sections, _ count: Int, _ width: Int, _ traits: inout Traits
  ) throws -> IntegerColumn {
    var sources: [IntegerColumn] = []
    for _ in 0..<(width == 0 ? 1 : 2) {
      let distance = try sections.descriptors.count()
      let number = sections.integerColumns.count - distance
      try demand(distance >= 1 && number >= 0, .invalidColumn, "no column so far back")
      let (source, others) = (sections.integerColumns[number], sections.integerTraits[number])
      try demand(source.count == count, .invalidColumn, "the source has \(source.count) entries")
      try demand(
        others.sourceCount <= (width == 0 ? 0 : 1), .invalidColumn, "the source is relative")
      try sections.budget.addIntegerColumns(others.columnCount)
      try sections.budget.addGroups(others.groupCount)
      traits.groupCount += others.groupCount
      sources.append(source)
    }
    try sections.budget.addEntries(count)
    traits.sourceCount = sources.count
    let differences = try read(&sections, count, depth: 2)
    return .list(
      (0..<count).map { place in
        let sum = sources[0][place] &+ differences[place]
        return switch width {
        case 1: sum &+ sources[1][place]
        case 2: sum &- sources[1][place]
        default: sum
        }
      })
  }

  private static func derived(
    _ sections: inout Sections, _ count: Int, _ traits: inout Traits
  ) throws -> IntegerColumn {
    let distance = try sections.descriptors.count()
    let addend = try sections.descriptors.zigzag()
    let columns = sections.integerColumns
    try demand(distance >= 1 && distance <= columns.count, .invalidColumn, "no column so far back")
    let source = columns[columns.count - distance]
    try demand(source.count == count, .invalidColumn, "the source has \(source.count) entries")
    traits = sections.integerTraits[columns.count - distance]
    try sections.budget.addIntegerColumns(traits.columnCount - 1)
    try sections.budget.addGroups(traits.groupCount)
    switch source {
    case .constant(let value, _): return .constant(value &+ addend, count: count)
    case .list(let entries): return .list(entries.map { $0 &+ addend })
    }
  }
}
