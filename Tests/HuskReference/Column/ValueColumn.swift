// SPDX-License-Identifier: Apache-2.0

/// Values of a slot (SPEC §8.6 Scalar columns).
struct ValueColumn {
  /// All entries.
  var entries: [Value]
  /// Whether they are derived from others.
  var isDerived = false
  /// How many integer columns there are in it.
  var integerColumnCount = 0
  /// How many groups its integers are in.
  var groupCount = 0

  /// Reads the next column of a slot.
  static func read(_ sections: inout Sections, count: Int) throws -> ValueColumn {
    let integerCount = sections.budget.integerColumnCount
    let groupCount = sections.budget.groupCount
    let isDerived = sections.descriptors.peek.map { [9, 14].contains($0 & 15) } ?? false
    var reader = ValueColumnReader(sections: sections)
    let entries = try reader.read(count, depth: 1)
    sections = reader.sections
    let column = ValueColumn(
      entries: entries, isDerived: isDerived,
      integerColumnCount: sections.budget.integerColumnCount - integerCount,
      groupCount: sections.budget.groupCount - groupCount)
    sections.valueColumns.append(column)
    return column
  }
}

/// Reads a column and those that stand in it.
struct ValueColumnReader {
  var sections: Sections
  /// Whether a column of composed strings is being read.
  private var isInComposed = false
  /// Whether the heads and tails of spliced strings are being read.
  private var isInSpliced = false

  init(sections: Sections) {
    self.sections = sections
  }

  /// Reads a column of so many entries.
  mutating func read(
    _ count: Int, depth: Int, inDictionary: Bool = false
  ) throws -> [Value] {
    try demand(depth <= 4, .invalidColumn, "columns stand \(depth) deep")
    let tag = try sections.descriptors.byte()
    let variant = tag >> 4
    let variants = [4: 3, 5: 3, 9: 3, 11: 4, 12: 3, 14: 2, 15: 4][tag & 15] ?? 1
    try demand(variant < variants, .invalidColumn, "variant \(variant)")
    switch tag & 15 {
    case 1: return try text(count, inDictionary)
    case 2:
      return Array(repeating: try constant(), count: count)
    case 3: return try dictionary(count, depth)
    case 4:
      let decimals = try Decimals(&sections.descriptors, variant: variant)
      return try integers(count).map { .plain(decimals.lexeme($0)) }
    case 5: return try nearDecimals(count, variant)
    case 6: return try pattern(count)
    case 7: return try hexadecimal(count)
    case 8: return try mixed(count, depth, inDictionary)
    case 9:
      try demand(depth == 1 && !isInSpliced, .invalidColumn, "a derived column in another")
      return try derived(count, variant)
    case 10: return try frontCoding(count)
    case 11: return try base64(count, variant)
    case 12: return try quotedDecimals(count, variant)
    case 13: return try composed(count, depth, inDictionary)
    case 14:
      try demand(depth == 1 && !isInSpliced, .invalidColumn, "a spliced column in another")
      return try spliced(count, variant)
    case 15: return try floating(count, variant)
    default: throw ReferenceFault(.invalidColumn, "values of kind \(tag & 15)")
    }
  }

  private mutating func integers(_ count: Int) throws -> [Int64] {
    try IntegerColumn.read(&sections, count: count).entries
  }

  private mutating func text(_ count: Int, _ inDictionary: Bool) throws -> [Value] {
    let byteCount = try sections.descriptors.count()
    let values = try ColumnText.read(
      sections.textStream(byteCount), depthLimit: sections.limits.depth)
    let code: ReferenceFault.Code =
      inDictionary ? .invalidColumn : values.count < count ? .missingValue : .extraValue
    try demand(values.count == count, code, "\(values.count) values, and not \(count)")
    return values
  }

  private mutating func constant() throws -> Value {
    let lexeme = try sections.descriptors.sized()
    try demand(JSONParser.isScalar(lexeme), .invalidColumn, "a constant is no scalar")
    return Value(lexeme: lexeme)
  }

  private mutating func dictionary(_ count: Int, _ depth: Int) throws -> [Value] {
    let entryCount = try sections.descriptors.count()
    try demand(entryCount <= count, .invalidColumn, "\(entryCount) entries of \(count)")
    try sections.budget.addEntries(entryCount)
    try sections.budget.addDictionaryEntries(entryCount)
    let entries = try read(entryCount, depth: depth + 1, inDictionary: true)
    for entry in entries { try sections.budget.addDictionaryBytes(entry.lexeme.count) }
    return try integers(count).map { index in
      try demand(0..<Int64(entryCount) ~= index, .invalidColumn, "there is no entry \(index)")
      return entries[Int(index)]
    }
  }

  private mutating func nearDecimals(_ count: Int, _ variant: UInt8) throws -> [Value] {
    let near = try NearDecimals(&sections.descriptors, variant: variant)
    let mantissas = try integers(count)
    let distances = try integers(count)
    return try zip(mantissas, distances).map { .plain(try near.lexeme($0, $1)) }
  }

  private mutating func floating(_ count: Int, _ variant: UInt8) throws -> [Value] {
    let floating = try Floating(&sections.descriptors, variant: variant)
    var columns: [[Int64]] = []
    for _ in 0..<floating.columnCount { columns.append(try integers(count)) }
    return try (0..<count).map { place in
      .plain(try floating.lexeme(columns.map { $0[place] }))
    }
  }

  private mutating func pattern(_ count: Int) throws -> [Value] {
    let pattern = try Pattern(&sections.descriptors)
    var columns: [[Int64]] = []
    for _ in 0..<pattern.columnCount { columns.append(try integers(count)) }
    return try (0..<count).map { place in .string(try pattern.string(columns.map { $0[place] })) }
  }

  private mutating func hexadecimal(_ count: Int) throws -> [Value] {
    let pattern = try HexadecimalPattern(&sections.descriptors)
    var columns: [[Int64]] = []
    for _ in pattern.groups { columns.append(try integers(count)) }
    return try (0..<count).map { place in .string(try pattern.string(columns.map { $0[place] })) }
  }

  private mutating func mixed(
    _ count: Int, _ depth: Int, _ inDictionary: Bool
  ) throws -> [Value] {
    let classCount = try sections.descriptors.count()
    try demand(classCount <= 8, .invalidColumn, "\(classCount) classes")
    let classes = try integers(count)
    try demand(
      classes.allSatisfy { 0..<Int64(classCount) ~= $0 }, .invalidColumn, "there is no such class")
    var columns: [[Value]] = []
    for number in 0..<classCount {
      let entryCount = classes.count { $0 == Int64(number) }
      let entries = try read(entryCount, depth: depth + 1, inDictionary: inDictionary)
      columns.append(entries.reversed())
    }
    return classes.map { columns[Int($0)].removeLast() }
  }

  private mutating func derived(_ count: Int, _ variant: UInt8) throws -> [Value] {
    let source = try source(variant == 0 ? count : nil)
    let derivation = variant == 2 ? nil : try Derivation(&sections.descriptors)
    guard variant == 0 else { return try pick(count, from: source, derivation) }
    return try source.map { try derivation?.value($0) ?? $0 }
  }

  /// Entries of a source that steps lead to, and what is made of them.
  private mutating func pick(
    _ count: Int, from source: [Value], _ derivation: Derivation?
  ) throws -> [Value] {
    var values: [Value] = []
    var (place, passedCount) = (0, 0)
    for step in try integers(count) {
      let (next, hasOverflown) = Int64(place).addingReportingOverflow(step)
      let isThere = !hasOverflown && 0..<Int64(source.count) ~= next
      try demand(isThere, .invalidColumn, "a step of \(step) at entry \(place)")
      place = Int(next)
      while passedCount <= place {
        try sections.budget.addDictionaryEntries(1)
        try sections.budget.addPassedBytes(try Self.held(source[passedCount]).count + 1)
        passedCount += 1
      }
      let value = try derivation?.value(source[place]) ?? source[place]
      let bytes = try Self.held(value)
      try demand(bytes.allSatisfy { $0 >= 0x20 }, .invalidColumn, "control characters are picked")
      try sections.budget.addStringBytes(bytes.count + 1)
      values.append(value)
    }
    return values
  }

  /// The entries of an earlier column that others are made from; so many of them, where that is said.
  private mutating func source(_ count: Int?) throws -> [Value] {
    let distance = try sections.descriptors.count()
    let columns = sections.valueColumns
    let isThere = distance >= 1 && distance <= columns.count
    try demand(isThere, .invalidColumn, "no column so far back")
    let source = columns[columns.count - distance]
    let isAllowed = !source.isDerived && source.entries.count == count ?? source.entries.count
    try demand(isAllowed, .invalidColumn, "no source of as many entries")
    try sections.budget.addDerived(1 + source.integerColumnCount)
    try sections.budget.addGroups(source.groupCount)
    return source.entries
  }

  /// SPEC §8.6.11 Spliced strings.
  private mutating func spliced(_ count: Int, _ variant: UInt8) throws -> [Value] {
    var source = try source(variant == 0 ? count : nil)
    if variant == 1 { source = try pick(count, from: source, nil) }
    let fronts = try integers(count)
    let backs = try integers(count)
    try sections.budget.addIntegerColumns(2)
    isInSpliced = true
    let heads = try read(count, depth: 1)
    let tails = try read(count, depth: 1)
    return try (0..<count).map { place in
      let held = try Self.held(source[place])
      let (front, back) = (fronts[place], backs[place])
      let areCuts = 0...1024 ~= front && 0...1024 ~= back && front + back <= held.count
      try demand(areCuts, .invalidColumn, "\(front) and \(back) bytes are left out")
      let kept = held.dropFirst(Int(front)).dropLast(Int(back))
      let (head, tail) = (try Self.held(heads[place]), try Self.held(tails[place]))
      if case .plain = heads[place] {
        let isAlone = kept.isEmpty && tail.isEmpty
        try demand(isAlone, .invalidColumn, "a string goes on behind a number or literal")
        return heads[place]
      }
      return .string(head + kept + tail)
    }
  }

  /// The bytes that a string has between its quotes, or that a number or literal has.
  private static func held(_ value: Value) throws -> [UInt8] {
    switch value {
    case .string(let bytes), .plain(let bytes): return bytes
    case .container: throw ReferenceFault(.invalidColumn, "an array or object in a string")
    }
  }

  /// SPEC §8.6.7 Front coding.
  private mutating func frontCoding(_ count: Int) throws -> [Value] {
    let shared = try integers(count)
    let byteCount = try sections.descriptors.count()
    let rests = try ColumnText.read(
      sections.textStream(byteCount), depthLimit: sections.limits.depth)
    try demand(rests.count == count, .invalidColumn, "\(rests.count) strings, and not \(count)")
    var strings: [Value] = []
    var last: [UInt8] = []
    for (shared, rest) in zip(shared, rests) {
      guard case .string(let rest) = rest else {
        throw ReferenceFault(.invalidColumn, "something else than a string")
      }
      try demand(0...Int64(last.count) ~= shared, .invalidColumn, "\(shared) bytes are shared")
      last = last.prefix(Int(shared)) + rest
      try sections.budget.addStringBytes(last.count + 1)
      strings.append(.string(last))
    }
    return strings
  }

  /// SPEC §8.6.8 Base64.
  private mutating func base64(_ count: Int, _ variant: UInt8) throws -> [Value] {
    let prefix = try sections.descriptors.sized()
    try demand(prefix.allSatisfy { $0 >= 0x20 }, .invalidColumn, "a prefix of control characters")
    let sizes = try integers(count)
    var bytes = ByteReader(try sections.numberStream(sections.descriptors.count()))
    var strings: [Value] = []
    for size in sizes {
      try demand(0...Int64(bytes.left) ~= size, .invalidColumn, "\(size) bytes of a string")
      let string = prefix + Base64.digits(try bytes.take(Int(size)), variant: variant)
      try sections.budget.addStringBytes(string.count + 1)
      strings.append(.string(string))
    }
    try demand(bytes.isAtEnd, .invalidColumn, "bytes are left")
    return strings
  }

  /// SPEC §8.6.9 Quoted decimals.
  private mutating func quotedDecimals(_ count: Int, _ variant: UInt8) throws -> [Value] {
    let affixes = [try sections.descriptors.sized(), try sections.descriptors.sized()]
    for affix in affixes {
      try demand(affix.allSatisfy { $0 >= 0x20 }, .invalidColumn, "an affix of control characters")
    }
    let decimals = try Decimals(&sections.descriptors, variant: variant)
    return try integers(count).map { .string(affixes[0] + decimals.lexeme($0) + affixes[1]) }
  }

  /// SPEC §8.6.10 Composed strings.
  private mutating func composed(
    _ count: Int, _ depth: Int, _ inDictionary: Bool
  ) throws -> [Value] {
    try demand(!isInComposed, .invalidColumn, "composed strings in others")
    let partCount = try sections.descriptors.count()
    try demand(1...32 ~= partCount, .invalidColumn, "\(partCount) parts")
    var literals: [[UInt8]] = []
    for _ in 0...partCount {
      literals.append(try sections.descriptors.sized())
      let isText = literals[literals.count - 1].allSatisfy { $0 >= 0x20 }
      try demand(isText, .invalidColumn, "a literal of control characters")
    }
    isInComposed = true
    var strings = [[UInt8]](repeating: literals[0], count: count)
    for part in 1...partCount {
      try sections.budget.addIntegerColumns()
      let values = try read(count, depth: depth + 1, inDictionary: inDictionary)
      for (place, value) in values.enumerated() {
        strings[place] += try Self.held(value) + literals[part]
      }
    }
    isInComposed = false
    return strings.map { .string($0) }
  }
}
