// SPDX-License-Identifier: Apache-2.0

/// Reads columns of scalars (SPEC §8.6 Scalar columns).
package struct ScalarReader {
  /// How many bytes the entries of dictionaries may still come to.
  private var entryBudget: Int
  /// How many bytes texts that are made from streams, or picked, may still come to.
  private var textBudget: Int
  /// How many bytes entries that are passed or taken where others are picked may still have.
  private var passBudget: Int
  private var history = ScalarHistory()
  /// Whether a column of composed strings is being read: each value of one takes a step for each part, and
  /// parts with parts would multiply.
  private var isInComposed = false

  /// Creates a reader for a block.
  ///
  /// - Parameter byteLimit: The number of bytes that the block decodes to: no dictionary holds
  ///   what does not stand in the text.
  package init(byteLimit: Int) {
    entryBudget = byteLimit
    textBudget = byteLimit
    passBudget = byteLimit
  }

  /// Reads the next column of a slot, of `count` values.
  ///
  /// Where streams are skipped the result is an empty column.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* values and bytes of distinct lexemes.
  package mutating func read(
    _ count: Int, from streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let start = streams.mark
    let (columnCount, groupCount) = (streams.columnCount, streams.groupCount)
    let tag = try streams.descriptors.readByte()
    var isDerived = true
    let cursor: ColumnCursor
    if let form = DerivedForm(tag: tag) {
      cursor =
        form == .alongside
        ? try readDerived(count, &streams) : try readPicked(count, form, &streams)
    } else if tag & 0xF == ScalarEncoding.spliced.rawValue, tag >> 4 < 2 {
      cursor = try readSpliced(count, picks: tag >> 4 == 1, &streams)
    } else {
      isDerived = false
      cursor = try read(tag, count, from: &streams, depth: 0)
    }
    history.append(
      ScalarHistory.Column(
        count: count, columnCount: streams.columnCount - columnCount,
        groupCount: streams.groupCount - groupCount, isDerived: isDerived, start: start,
        cursor: streams.isSkipping ? nil : cursor))
    return cursor
  }

  /// Reads a column that is derived from an earlier one; the tag was read.
  private mutating func readDerived(
    _ count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let distance = try streams.descriptors.readCount(upTo: Token.maxExtent)
    let number = try history.find(distance, count: count)
    try streams.charge(groups: history[number].groupCount)
    let derivation = try TextDerivation(from: &streams.descriptors)
    guard !streams.isSkipping else { return streams.pool.empty() }
    let source = try readSource(number, &streams)
    return streams.pool.derived(derivation, from: source, count: count)
  }

  /// Reads a column of values that are picked from an earlier one; the tag was read.
  private mutating func readPicked(
    _ count: Int, _ form: DerivedForm, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let distance = try streams.descriptors.readCount(upTo: Token.maxExtent)
    let number = try history.find(distance, count: nil)
    try streams.charge(groups: history[number].groupCount)
    let derivation =
      form == .pickedWhole ? nil : try TextDerivation(from: &streams.descriptors)
    let steps = try IntegerEncoding.read(count, from: &streams)
    guard !streams.isSkipping else { return streams.pool.empty() }
    return try pick(steps, from: try readSource(number, &streams), count, derivation, &streams)
  }

  /// Picks values from a column.
  private mutating func pick(
    _ steps: IntegerView, from source: ColumnCursor, _ count: Int, _ derivation: TextDerivation?,
    _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    guard
      let picked = streams.pool.picked(
        steps, from: source, count: count, derivation,
        limits: PickLimits(
          picked: textBudget, passed: passBudget, entries: streams.entriesLeft))
    else { throw Self.invalid("values are picked that are not there, or too many are passed") }
    try streams.charge(entries: picked.entryCount)
    textBudget -= picked.byteCount
    passBudget -= picked.passedByteCount
    return picked.column
  }

  /// Reads a column of strings around parts of an earlier one, or of values that are picked from it; the tag was read.
  private mutating func readSpliced(
    _ count: Int, picks: Bool, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let distance = try streams.descriptors.readCount(upTo: Token.maxExtent)
    let number = try history.find(distance, count: picks ? nil : count)
    try streams.charge(groups: history[number].groupCount)
    let steps = picks ? try IntegerEncoding.read(count, from: &streams) : nil
    let fronts = try IntegerEncoding.read(count, from: &streams)
    let backs = try IntegerEncoding.read(count, from: &streams)
    try streams.chargeColumns(2)
    let heads = try read(count, from: &streams, depth: 0)
    let tails = try read(count, from: &streams, depth: 0)
    guard !streams.isSkipping else { return streams.pool.empty() }
    var source = try readSource(number, &streams)
    if let steps { source = try pick(steps, from: source, count, nil, &streams) }
    return streams.pool.spliced(source, fronts, backs, heads, tails, count: count)
  }

  /// The column with a number; it is read now where it was passed over.
  private mutating func readSource(
    _ number: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let column = history[number]
    if let cursor = column.cursor { return cursor }
    let start = streams.mark
    streams.seek(column.start)
    let cursor = try read(column.count, from: &streams, depth: 0)
    streams.seek(start)
    history.fill(number, cursor)
    return cursor
  }

  /// Reads a column that may stand in another one.
  private mutating func read(
    _ count: Int, from streams: inout StreamSource, depth: Int
  ) throws(HuskError) -> ColumnCursor {
    guard depth < ScalarEncoding.depthLimit else { throw Self.invalid("columns nest too deeply") }
    return try read(try streams.descriptors.readByte(), count, from: &streams, depth: depth)
  }

  /// Reads a column whose tag was read.
  private mutating func read(
    _ tag: UInt8, _ count: Int, from streams: inout StreamSource, depth: Int
  ) throws(HuskError) -> ColumnCursor {
    guard let encoding = ScalarEncoding(rawValue: tag & 0xF) else {
      throw Self.invalid("a scalar column has an unknown encoding")
    }
    guard encoding.hasVariants || tag >> 4 == 0 else {
      throw Self.invalid("a variant where none belongs")
    }
    switch encoding {
    case .shared: throw Self.invalid("what slots share is no column")
    case .text:
      guard let text = try streams.takeSized(.text) else { break }
      guard ScratchPool.isText(text, count: count) else {
        throw Self.invalid("a text does not hold the values that it announces")
      }
      return streams.pool.text(text, count: count)
    case .constant:
      let lexeme = try streams.descriptors.readBytes()
      guard ScalarLexeme.isValid(lexeme) else { throw Self.invalid("a constant is no scalar") }
      return streams.pool.constant(lexeme, count: count)
    case .dictionary: return try readDictionary(count, &streams, depth)
    case .decimals: return try readDecimals(count, tag >> 4, &streams)
    case .nearDecimals: return try readNearDecimals(count, tag >> 4, &streams)
    case .floating: return try readFloating(count, tag >> 4, &streams)
    case .pattern:
      let pattern = try StringPattern(from: &streams.descriptors)
      let columns = try readColumns(pattern.columnCount, of: count, &streams)
      return streams.pool.pattern(pattern, columns, count: count)
    case .hexadecimal:
      let pattern = try HexPattern(from: &streams.descriptors)
      let columns = try readColumns(pattern.groups.count, of: count, &streams)
      return streams.pool.hexadecimal(pattern, columns, count: count)
    case .mixed: return try readMixed(count, &streams, depth)
    case .derived, .spliced: throw Self.invalid("a derived column in another one")
    case .frontCoded: return try readFrontCoded(count, &streams)
    case .base64: return try readBase64(count, tag >> 4, &streams)
    case .quotedDecimals:
      let affixes = try TextAffixes(from: &streams.descriptors)
      return try readDecimals(count, tag >> 4, in: affixes, &streams)
    case .composed: return try readComposed(count, &streams, depth)
    }
    return streams.pool.empty()
  }

  private mutating func readDictionary(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> ColumnCursor {
    let distinct = try streams.descriptors.readCount(upTo: count)
    try streams.charge(entries: distinct)
    var entries = try read(distinct, from: &streams, depth: depth + 1)
    let indices = try IntegerEncoding.read(count, from: &streams)
    guard !streams.isSkipping else { return entries }
    try streams.charge(distinct)
    let (column, byteCount, fault) = streams.pool.dictionary(
      of: &entries, indices, count: count, byteLimit: entryBudget)
    guard fault == .none, entries.isFinished else {
      throw Self.invalid("the entries of a dictionary are not what it announces")
    }
    entryBudget -= byteCount
    return column
  }

  private func readColumns(
    _ columnCount: Int, of count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> [IntegerView] {
    var columns: [IntegerView] = []
    for _ in 0..<columnCount { columns.append(try IntegerEncoding.read(count, from: &streams)) }
    return columns
  }

  private func readDecimals(
    _ count: Int, _ tag: UInt8, in affixes: TextAffixes? = nil, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    guard let style = DecimalStyle(rawValue: tag) else {
      throw Self.invalid("an unknown decimal style")
    }
    let scale = try streams.descriptors.readCount(upTo: PowerOfTen.mostDigits)
    let mantissas = try IntegerEncoding.read(count, from: &streams)
    if let affixes {
      return streams.pool.quotedDecimals(affixes, mantissas, scale: scale, style, count: count)
    }
    return streams.pool.decimals(mantissas, scale: scale, style, count: count)
  }

  private func readNearDecimals(
    _ count: Int, _ tag: UInt8, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    guard let style = NearDecimal.Style(rawValue: tag) else {
      throw Self.invalid("an unknown style of doubles")
    }
    let scale = try streams.descriptors.readCount(upTo: NearDecimal.scaleLimit)
    let mantissas = try IntegerEncoding.read(count, from: &streams)
    let distances = try IntegerEncoding.read(count, from: &streams)
    return streams.pool.nearDecimals(mantissas, distances, scale: scale, style, count: count)
  }

  private func readFloating(
    _ count: Int, _ tag: UInt8, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    guard let kind = FloatingKind(rawValue: tag) else {
      throw Self.invalid("an unknown kind of floating-point numbers")
    }
    let notation = try FloatingNotation(from: &streams.descriptors)
    let columns = try readColumns(kind.columnCount, of: count, &streams)
    return streams.pool.floating(kind, notation, columns, count: count)
  }

  private mutating func readFrontCoded(
    _ count: Int, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    let lengths = try IntegerEncoding.read(count, from: &streams)
    guard let rests = try streams.takeSized(.text) else { return streams.pool.empty() }
    guard ScratchPool.isText(rests, count: count),
      let (column, byteCount) = streams.pool.frontCoded(
        rests, lengths, count: count, byteLimit: textBudget)
    else { throw Self.invalid("values do not start as the ones before them do") }
    textBudget -= byteCount
    return column
  }

  private mutating func readBase64(
    _ count: Int, _ variant: UInt8, _ streams: inout StreamSource
  ) throws(HuskError) -> ColumnCursor {
    guard variant < 4 else { throw Self.invalid("an unknown form of Base64") }
    let form = Base64Form(variant: variant, prefix: try streams.descriptors.readBytes())
    guard form.prefix.allSatisfy({ $0 >= ASCII.space }) else {
      throw Self.invalid("a prefix with a control character")
    }
    let lengths = try IntegerEncoding.read(count, from: &streams)
    guard let bytes = try streams.takeSized(.numbers) else { return streams.pool.empty() }
    guard
      let (column, byteCount) = streams.pool.base64(
        bytes, lengths, form, count: count, byteLimit: textBudget)
    else { throw Self.invalid("bytes that are not those of the strings") }
    textBudget -= byteCount
    return column
  }

  private mutating func readMixed(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> ColumnCursor {
    let classCount = try streams.descriptors.readCount(upTo: ScalarEncoding.classLimit)
    // How long the streams of the columns are depends on the classes, so those are never skipped.
    let classes = try streams.skipping(false) { (streams) throws(HuskError) in
      try IntegerEncoding.read(count, from: &streams)
    }
    guard let counts = streams.pool.counts(of: classes, count, classCount) else {
      throw Self.invalid("a class out of range")
    }
    var columns: [ColumnCursor] = []
    for count in counts {
      columns.append(try read(count, from: &streams, depth: depth + 1))
    }
    return streams.pool.mixed(classes, columns, count: count)
  }

  private mutating func readComposed(
    _ count: Int, _ streams: inout StreamSource, _ depth: Int
  ) throws(HuskError) -> ColumnCursor {
    guard !isInComposed else { throw Self.invalid("composed strings in others") }
    let literals = try StringLiterals(from: &streams.descriptors)
    var columns: [ColumnCursor] = []
    isInComposed = true
    for _ in 0..<literals.partCount {
      try streams.chargeColumns()
      columns.append(try read(count, from: &streams, depth: depth + 1))
    }
    isInComposed = false
    guard !streams.isSkipping else { return streams.pool.empty() }
    return streams.pool.composed(literals, columns, count: count)
  }

  static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidColumn, "a column is invalid: \(what)")
  }
}
