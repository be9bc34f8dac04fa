// SPDX-License-Identifier: Apache-2.0

/// Splits texts of a known template straight from their bytes.
///
/// Where the template says what comes next, the text is compared with it eight bytes at a time;
/// only values are scanned. All that the ``Tokenizer`` checks is checked. The first byte that is not
/// as predicted ends the attempt, and the tokenizer has to say what it is.
///
///     object:  brace; for each field: key and colon as in the template, value, comma; brace
///     array:   bracket; values with commas between; bracket
///     scalar:  string, number or literal
///
/// Where a printer has put each member and element on a line, these lines are compared, too.
struct PredictedSplitter<Lines: ExpectedLines>: ~Copyable {
  /// Stands for an offset where the text is not as predicted.
  private static var miss: Int { -1 }
  /// How many values, beside a quarter of all, may be taken in vain.
  private static var patience: Int { 1024 }

  private var source: ByteSource
  /// A comma and a colon, with the blanks around each.
  private let (comma, colon): (ByteMark, ByteMark)
  /// What stands before members, elements and the brackets behind them.
  private let lines: Lines
  private let depthLimit: Int
  /// The number of gaps before brackets, commas, colons and keys that are names of fields.
  private(set) var gapCount = 0
  /// The alternative that was right the last time at each slot.
  private var recent: Buffer<Int32>
  private var patience: Int
  /// The offset behind which values are gathered, of a text that none are taken back of; and how many bytes
  /// later that is done again.
  private var (gatheringOffset, gatheringPeriod) = (Int.max, 0)
  /// How many values are tried that may be something else, and are taken back then.
  private var openChoiceCount = 0

  init(_ program: borrowing TemplateProgram, _ lines: Lines, limits: Limits) {
    // Stands in until there is a text.
    source = program.keys
    (comma, colon) = (program.comma, program.colon)
    self.lines = lines
    depthLimit = limits.depth
    recent = Buffer(repeating: 0, count: program.nodes.count)
    patience = Self.patience
  }

  /// Forgets what it has counted.
  mutating func start() {
    gapCount = 0
    patience = Self.patience
    gatheringOffset = .max
    openChoiceCount = 0
  }

  /// Splits the text that starts at an offset of `source`, inside so many arrays and objects, and
  /// puts the values of each slot into `values`.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted; it has left nothing then.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func take(
    _ source: ByteSource, at offset: Int, depth: Int, _ program: borrowing TemplateProgram,
    into values: inout SlotValues
  ) -> Int? {
    let (gaps, mark) = (gapCount, values.mark(at: offset))
    self.source = source
    let end = take(TemplatePlan.root, offset, depth, program, &values)
    if end >= 0 { return end }
    values.rollBack(to: mark)
    gapCount = gaps
    return nil
  }

  /// Splits the text that `source` starts with, and puts the values of each slot into `values`, which are
  /// gathered every so many bytes.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted; the values are of no use then.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func takeWhole(
    _ source: ByteSource, _ program: borrowing TemplateProgram, gatheringEvery byteCount: Int,
    into values: inout SlotValues
  ) -> Int? {
    (gatheringOffset, gatheringPeriod) = (byteCount, byteCount)
    let end = takeValue(TemplatePlan.root, source, at: 0, depth: 0, program, into: &values)
    gatheringOffset = .max
    return end
  }

  /// Splits the value of a slot that may start at an offset of `source`, inside so many arrays and objects, and
  /// puts the values of each slot into `values`.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted; values may be left then.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func takeValue(
    _ slot: Int, _ source: ByteSource, at offset: Int, depth: Int,
    _ program: borrowing TemplateProgram, into values: inout SlotValues
  ) -> Int? {
    self.source = source
    let end = take(slot, offset, depth, program, &values)
    return end >= 0 ? end : nil
  }

  /// Counts gaps of a text that is not split.
  mutating func addGaps(_ count: Int) { gapCount += count }

  /// Takes back the gaps of a text.
  mutating func rollBack(gapCount: Int) { self.gapCount = gapCount }

  /// Takes the value at an offset to its slot, and returns the offset after it.
  private mutating func take(
    _ slot: Int, _ offset: Int, _ depth: Int, _ program: borrowing TemplateProgram,
    _ values: inout SlotValues
  ) -> Int {
    switch program.nodes[slot] {
    case .any, .constant, .enumeration: return values.takeScalar(slot, source, offset)
    case .oneOf(let first, _):
      let choice = program.choices[slot]
      switch source[offset] {
      case ASCII.openBrace:
        let tags = 0..<choice.objectEnd
        return takeOne(of: tags, slot, first, offset, depth, program, &values)
      case ASCII.openBracket:
        let tags = choice.objectEnd..<choice.arrayEnd
        return takeOne(of: tags, slot, first, offset, depth, program, &values)
      default:
        guard choice.scalar >= 0 else { return Self.miss }
        values.append(control: choice.scalar, at: slot)
        return values.takeScalar(first &+ choice.scalar, source, offset)
      }
    case .object(let shape):
      guard source[offset] == ASCII.openBrace, depth < depthLimit else { return Self.miss }
      let shape = program.shapes[shape]
      // Most have all of their fields.
      return shape.wordCount == 0 && shape.first < shape.end
        ? takeFields(of: shape, offset, depth, program, &values)
        : takeObject(shape, slot, offset, depth, program, &values)
    case .array(let element):
      guard source[offset] == ASCII.openBracket, depth < depthLimit else { return Self.miss }
      return takeArray(slot, element, offset, depth, program, &values)
    case .tuple(let first, let count):
      guard source[offset] == ASCII.openBracket, depth < depthLimit else { return Self.miss }
      gapCount &+= count &+ 1
      var next = offset &+ 1
      for position in 0..<count {
        if position > 0 {
          guard comma.stands(at: next, of: source) else { return Self.miss }
          next &+= comma.count
        }
        guard lines.pass(&next, depth &+ 1, of: source) else { return Self.miss }
        next = take(first &+ position, next, depth &+ 1, program, &values)
        if next < 0 { return Self.miss }
      }
      guard count == 0 || lines.pass(&next, depth, of: source) else { return Self.miss }
      return source[next] == ASCII.closeBracket ? next &+ 1 : Self.miss
    case .map(let keys):
      guard source[offset] == ASCII.openBrace, depth < depthLimit else { return Self.miss }
      return takeMap(slot, keys, offset, depth, program, &values)
    }
  }
}

// MARK: - Alternatives

extension PredictedSplitter {
  /// Tries alternatives, the one that was right the last time first.
  private mutating func takeOne(
    of tags: Range<Int>, _ slot: Int, _ first: Int, _ offset: Int, _ depth: Int,
    _ program: borrowing TemplateProgram, _ values: inout SlotValues
  ) -> Int {
    let (gaps, mark) = (gapCount, values.mark(at: offset))
    let openCount = openChoiceCount
    if tags.count > 1 { openChoiceCount &+= 1 }
    var tag = Int(recent[slot])
    // A tuple comes before the array that takes what is no tuple.
    if !tags.contains(tag) || tags.lowerBound > 0 { tag = tags.lowerBound }
    for _ in tags {
      values.append(control: tag, at: slot)
      let end = take(first &+ tag, offset, depth, program, &values)
      if end >= 0 {
        recent[slot] = Int32(truncatingIfNeeded: tag)
        openChoiceCount = openCount
        return end
      }
      let lost = values.valueOrder.count &- mark.valueCount
      patience &-= lost &+ 1
      guard tags.count > 1, patience &+ mark.valueCount &>> 2 > 0 else { return Self.miss }
      values.rollBack(to: mark)
      gapCount = gaps
      tag = tag &+ 1 == tags.upperBound ? tags.lowerBound : tag &+ 1
    }
    return Self.miss
  }
}

// MARK: - Arrays and objects

extension PredictedSplitter {
  private mutating func takeArray(
    _ slot: Int, _ element: Int, _ start: Int, _ depth: Int,
    _ program: borrowing TemplateProgram, _ values: inout SlotValues
  ) -> Int {
    let control = values.controls[slot].count
    values.append(control: 0, at: slot)
    var offset = start &+ 1
    gapCount &+= 2
    if source[offset] == ASCII.closeBracket { return offset &+ 1 }
    guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
    let isScalar = program.takesScalars(element)
    var count = 0
    while true {
      offset =
        isScalar
        ? values.takeScalar(element, source, offset)
        : take(element, offset, depth &+ 1, program, &values)
      if offset < 0 { return Self.miss }
      count &+= 1
      if comma.stands(at: offset, of: source) {
        if !isScalar { gather(before: offset, &values) }
        offset &+= comma.count
        guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
        continue
      }
      guard lines.pass(&offset, depth, of: source), source[offset] == ASCII.closeBracket else {
        return Self.miss
      }
      offset &+= 1
      break
    }
    gapCount &+= count &- 1
    guard count <= Token.maxExtent else { return Self.miss }
    values.controls[slot][control] = UInt32(truncatingIfNeeded: count)
    return offset
  }

  private mutating func takeMap(
    _ slot: Int, _ keySlot: Int, _ start: Int, _ depth: Int,
    _ program: borrowing TemplateProgram, _ values: inout SlotValues
  ) -> Int {
    let control = values.controls[slot].count
    values.append(control: 0, at: slot)
    var offset = start &+ 1
    gapCount &+= 2
    if source[offset] == ASCII.closeBrace { return offset &+ 1 }
    guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
    var count = 0
    while true {
      guard source[offset] == ASCII.quote else { return Self.miss }
      let end = source.scanString(offset)
      guard end > 0, end &- offset <= Token.maxExtent, colon.stands(at: end, of: source) else {
        return Self.miss
      }
      values.append(Token(.key, offset: offset, extent: end &- offset), at: keySlot)
      offset = take(keySlot &+ 1, end &+ colon.count, depth &+ 1, program, &values)
      if offset < 0 { return Self.miss }
      count &+= 1
      if comma.stands(at: offset, of: source) {
        gather(before: offset, &values)
        offset &+= comma.count
        guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
        continue
      }
      guard lines.pass(&offset, depth, of: source), source[offset] == ASCII.closeBrace else {
        return Self.miss
      }
      offset &+= 1
      break
    }
    gapCount &+= 2 &* count &- 1
    guard count <= Token.maxExtent else { return Self.miss }
    values.controls[slot][control] = UInt32(truncatingIfNeeded: count)
    return offset
  }

  /// Takes an object of a shape whose objects have all of its fields, at least one.
  private mutating func takeFields(
    of shape: TemplateProgram.Shape, _ start: Int, _ depth: Int,
    _ program: borrowing TemplateProgram, _ values: inout SlotValues
  ) -> Int {
    let comma = comma
    var offset = start &+ 1
    guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
    var field = shape.first
    while true {
      let expected = program.fields[field]
      guard expected.stands(at: offset, of: source, program.keys) else { return Self.miss }
      offset &+= expected.keyCount
      offset =
        expected.isScalar
        ? values.takeScalar(expected.slot, source, offset)
        : take(expected.slot, offset, depth &+ 1, program, &values)
      if offset < 0 { return Self.miss }
      field &+= 1
      if field == shape.end { break }
      guard comma.stands(at: offset, of: source) else { return Self.miss }
      offset &+= comma.count
      guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
    }
    guard lines.pass(&offset, depth, of: source), source[offset] == ASCII.closeBrace else {
      return Self.miss
    }
    offset &+= 1
    gapCount &+= 3 &* (shape.end &- shape.first) &+ 1
    return offset
  }

  private mutating func takeObject(
    _ shape: TemplateProgram.Shape, _ slot: Int, _ start: Int, _ depth: Int,
    _ program: borrowing TemplateProgram, _ values: inout SlotValues
  ) -> Int {
    let presence = values.controls[slot].count
    for _ in 0..<shape.wordCount { values.append(control: 0, at: slot) }
    let keys = program.keys
    var offset = start &+ 1
    var field = shape.first
    var count = 0
    if source[offset] == ASCII.closeBrace {
      gapCount &+= 2
      return shape.requiredEnd == field ? offset &+ 1 : Self.miss
    }
    guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
    while true {
      var expected: TemplateProgram.Field
      while true {
        guard field < shape.end else { return Self.miss }
        expected = program.fields[field]
        field &+= 1
        if _fastPath(expected.stands(at: offset, of: source, keys)) { break }
        guard expected.optional >= 0 else { return Self.miss }
      }
      if expected.optional >= 0 {
        let word = presence &+ expected.optional &>> 5
        values.controls[slot][word] |= 1 &<< UInt32(expected.optional & 31)
      }
      offset &+= expected.keyCount
      offset =
        expected.isScalar
        ? values.takeScalar(expected.slot, source, offset)
        : take(expected.slot, offset, depth &+ 1, program, &values)
      if offset < 0 { return Self.miss }
      count &+= 1
      if comma.stands(at: offset, of: source) {
        offset &+= comma.count
        guard lines.pass(&offset, depth &+ 1, of: source) else { return Self.miss }
        continue
      }
      guard lines.pass(&offset, depth, of: source), source[offset] == ASCII.closeBrace,
        field >= shape.requiredEnd
      else { return Self.miss }
      offset &+= 1
      break
    }
    gapCount &+= 3 &* count &+ 1
    return offset
  }
}

// MARK: - Values

extension PredictedSplitter {
  /// Gathers the values before an offset where there are many and none may be taken back.
  @inline(__always) private mutating func gather(before offset: Int, _ values: inout SlotValues) {
    if _slowPath(offset >= gatheringOffset), openChoiceCount == 0 {
      values.gather(source)
      gatheringOffset = offset &+ gatheringPeriod
    }
  }
}

extension SlotValues {
  /// Takes the string, number or literal at an offset of `source` to a slot, and returns the offset after it; a
  /// negative number where there is none.
  @inline(__always) fileprivate mutating func takeScalar(
    _ slot: Int, _ source: ByteSource, _ start: Int
  ) -> Int {
    let first = source[start]
    var end: Int
    var kind = Token.Kind.string
    if first == ASCII.quote {
      end = source.scanString(start)
    } else if ASCII.isDigit(first) || first == ASCII.minus {
      end = first == ASCII.minus ? 0 : source.scanShortInteger(start)
      if _fastPath(end > 0) {
        append(Token(.number, offset: start, extent: end &- start), at: slot)
        return end
      }
      end = source.scanNumber(start)
      kind = .number
    } else {
      end = source.scanLiteral(start)
      kind = .literal
    }
    // A fault is a negative number.
    let count = end &- start
    guard count > 0, count <= Token.maxExtent else { return -1 }
    append(Token(kind, offset: start, extent: count), at: slot)
    return end
  }
}
