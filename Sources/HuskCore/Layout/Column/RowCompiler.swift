// SPDX-License-Identifier: Apache-2.0

/// Makes a ``RowProgram`` from a template.
///
/// Where a regular printer has put whitespace, the lines are part of the bytes that operations write.
/// They depend on the level, so that a subroutine is made for each level at which it is called.
struct RowCompiler: ~Copyable {
  /// A subroutine: the shape of its object, and the level where the object stands.
  private struct Subroutine {
    let shape: Int
    let level: Int
    var key: Int { level << 32 | shape }
  }

  private var emitter = RowEmitter()
  private let plan: TemplatePlan
  private let lines: PrintedLines?
  /// No more operations and bytes are made for subroutines, where lines are written.
  private let sizeLimit: Int
  /// Whether nesting has to be checked while rows are written.
  private let checksDepth: Bool
  /// Whether objects of each shape stand in line, wherever they are.
  private var areInline: [Bool]
  /// The subroutines to make, and all calls, which wait for the place of their subroutine.
  private var waiting: [Subroutine] = []
  private var calls: [(key: Int, operation: Int)] = []
  /// Where each subroutine starts that was asked for, once that is known.
  private var starts: [Int: Int] = [:]
  /// The level where the subroutine stands.
  private var level = 0
  private var localCount = 0
  /// Operations whose local is counted from the end of the subroutine's.
  private var outerLocals: [Int] = []
  private var inlineLevel = 0

  /// Where a subroutine starts that is not made yet.
  private static let unknown = -1
  /// Deeper than that, objects become subroutines.
  private static let inlineLimit = 64

  init(
    _ plan: TemplatePlan, on lines: PrintedLines?, depthLimit: Int, sizeLimit: Int = .max
  ) {
    self.plan = plan
    self.lines = lines
    self.sizeLimit = sizeLimit
    if let lines, lines.isOne { emitter.program.commaSpaceCount = lines.space.count }
    let depth = plan.staticDepth()
    emitter.program.isRecursive = depth == nil
    checksDepth = depth.map { $0 > depthLimit } ?? true
    areInline = plan.shapesInLine()
    emitter.program.operations.reserve(2 * plan.nodes.count)
    emitter.program.pieces.reserve(plan.shapes.keys.count + 8 * plan.nodes.count)
  }

  /// Compiles the root, and then every subroutine that was asked for.
  consuming func compile() -> RowProgram {
    level = lines?.rowLevel ?? 0
    if level > 0 { breakLine() }
    value(TemplatePlan.root)
    emitter.emit(.row)
    endSubroutine()
    // Those further out come first, so that the deepest are left where there are too many.
    var next = 0
    while next < waiting.count, emitter.program.size < sizeLimit {
      let subroutine = waiting[next]
      next += 1
      starts[subroutine.key] = emitter.program.operations.count
      level = subroutine.level
      let presence = addLocals(plan.shapes.entries[subroutine.shape].presenceWordCount)
      object(subroutine.shape, presence: presence)
      emitter.emit(.end)
      endSubroutine()
    }
    emitter.program.isCut = next < waiting.count
    let stop = emitter.program.isCut ? emitter.emit(.stop) : 0
    for call in calls {
      let start = starts[call.key] ?? Self.unknown
      emitter.program.operations[call.operation].target = UInt32(
        start == Self.unknown ? stop : start)
    }
    return emitter.finish()
  }

  private mutating func endSubroutine() {
    for index in outerLocals { emitter.program.operations[index].local += UInt32(localCount) }
    emitter.program.largestLocalCount = max(emitter.program.largestLocalCount, localCount)
    emitter.program.localCount += localCount
    outerLocals.removeAll(keepingCapacity: true)
    localCount = 0
  }

  private mutating func addLocals(_ count: Int) -> Int {
    defer { localCount += count }
    return localCount
  }

  // MARK: - Steps

  /// Writes the key of a field and a colon.
  private mutating func writeKey(_ field: Int) {
    let key = plan.shapes.fields[field].key
    emitter.write(ASCII.quote, gaps: 1)
    emitter.write(plan.shapes.keys, key, number: key.offset)
    emitter.write(ASCII.quote, gaps: 0)
    writeColon()
  }

  private mutating func writeColon() {
    if let lines, lines.spacesColons { emitter.program.pieces.append(lines.space) }
    emitter.write(ASCII.colon, gaps: 1)
    if let lines { emitter.program.pieces.append(lines.space) }
  }

  /// Writes a comma between two members or elements.
  private mutating func separate() {
    emitter.write(ASCII.comma, gaps: 1)
    if let lines, lines.isOne { emitter.program.pieces.append(lines.space) }
    breakLine()
  }

  /// Whether something is written before elements and the bracket behind the last.
  private var hasLines: Bool { lines?.isOne == false }

  /// Whether what is written depends on the depth.
  private var linesDiffer: Bool { lines?.differ == true }

  /// Starts a line at the depth.
  private mutating func breakLine() {
    guard let lines, !lines.isOne, !emitter.program.isTooLong else { return }
    emitter.program.pieces.append(lines.line(level + emitter.depth))
    emitter.program.isTooLong = emitter.program.size > 2 * sizeLimit
  }

  // MARK: - Slots

  private mutating func value(_ slot: Int) {
    switch plan.nodes[slot] {
    case .any, .enumeration: scalar(slot)
    case .constant(let dictionary):
      let lexeme = plan.dictionaries[dictionary][0].bytes
      emitter.write(lexeme, ByteRange(offset: 0, count: lexeme.count), number: -1 - dictionary)
      emitter.gaps += 1
    case .object(let shape): object(shape, slot)
    case .array(let element):
      loop(slot, isMap: false) { $0.value(element) }
    case .map(let keys):
      loop(slot, isMap: true) {
        $0.key(keys)
        $0.writeColon()
        $0.value(keys + 1)
      }
    case .tuple(let first, let count): tuple(first, count)
    case .oneOf(let first, let count): alternatives(slot, first, count)
    }
  }

  private mutating func scalar(_ slot: Int) {
    emitter.gaps += 1
    emitter.emit(.value, slot: slot)
  }

  /// The key of a member of a map, which is marked: arrays and objects are none.
  private mutating func key(_ slot: Int) {
    value(slot)
    switch plan.nodes[slot] {
    case .any, .enumeration:
      emitter.program.operations[emitter.program.operations.count - 1].operand = 1
    default: break  // Where nobody wants it, it is a constant.
    }
  }

  private mutating func loop(_ slot: Int, isMap: Bool, body: (inout RowCompiler) -> Void) {
    let local = addLocals(1)
    emitter.gaps += 2
    let opening = emitter.emit(.open, slot: slot, local: local)
    emitter.program.operations[opening].operand = isMap ? 1 : 0
    emitter.depth += 1
    let start = emitter.program.operations.count
    breakLine()
    body(&self)
    emitter.depth -= 1
    guard lines == nil else { return endLines(of: opening, from: start, local, isMap: isMap) }
    let closing = emitter.emit(.next, local: local)
    shorten(opening, start, closing, isMap: isMap)
    emitter.program.operations[closing].operand = isMap ? 1 : 0
    emitter.program.operations[closing].target = UInt32(truncatingIfNeeded: start)
    emitter.land(opening)
  }

  /// Has an array whose elements are one value and nothing else written without steps for each.
  private mutating func shorten(_ opening: Int, _ start: Int, _ end: Int, isMap: Bool) {
    let element = emitter.program.operations[start]
    // What stands before a value is a line, or nothing.
    let fits =
      hasLines ? 1...LineSeparator.mostCount ~= element.pieceCount : element.pieceCount == 0
    guard !isMap, end == start + 1, element.code == .value, fits,
      emitter.program.operations[end].pieceCount == 0
    else { return }
    emitter.program.operations[opening].code = .elements
  }

  /// Ends an array or map whose last line holds its bracket.
  private mutating func endLines(of opening: Int, from start: Int, _ local: Int, isMap: Bool) {
    let repetition = emitter.emit(.again, local: local)
    shorten(opening, start, repetition, isMap: isMap)
    emitter.program.operations[repetition].target = UInt32(truncatingIfNeeded: start)
    breakLine()
    // The gap before it was counted when the array was opened.
    emitter.write(isMap ? ASCII.closeBrace : ASCII.closeBracket, gaps: 0)
    emitter.settle()
    emitter.land(opening)
  }

  private mutating func tuple(_ first: Int, _ count: Int) {
    if checksDepth { emitter.emit(.enter) }
    emitter.write(ASCII.openBracket, gaps: 1)
    emitter.depth += 1
    for position in 0..<count {
      if position > 0 { separate() } else { breakLine() }
      value(first + position)
    }
    emitter.depth -= 1
    if count > 0 { breakLine() }
    emitter.write(ASCII.closeBracket, gaps: 1)
  }

  private mutating func alternatives(_ slot: Int, _ first: Int, _ count: Int) {
    let selection = emitter.emit(.select, slot: slot)
    emitter.program.operations[selection].operand = UInt32(truncatingIfNeeded: count)
    emitter.program.operations[selection].target = UInt32(
      truncatingIfNeeded: emitter.program.jumps.count)
    let table = emitter.program.jumps.count
    emitter.program.jumps.append(repeating: 0, count: count)
    var end: Int?
    for alternative in 0..<count {
      emitter.program.jumps[table + alternative] = UInt32(
        truncatingIfNeeded: emitter.program.operations.count)
      value(first + alternative)
      if alternative < count - 1 {
        _ = emitter.emit(.jump, waitingAfter: &end)
      } else {
        emitter.settle()
      }
    }
    emitter.landAll(end)
  }

  // MARK: - Objects

  private mutating func object(_ shape: Int, _ slot: Int) {
    let isInline = areInline[shape] && inlineLevel < Self.inlineLimit
    let words = plan.shapes.entries[shape].presenceWordCount
    let presence = isInline ? addLocals(words) : 0
    if words > 0 {
      let index = emitter.emit(.presence, slot: slot, local: presence)
      emitter.program.operations[index].target = UInt32(truncatingIfNeeded: words)
      emitter.program.operations[index].operand = UInt32(
        plan.shapes.entries[shape].optionalCount - (words - 1) * 32)
      if !isInline { outerLocals.append(index) }
    }
    guard isInline else {
      let call = emitter.emit(.call)
      outerLocals.append(call)
      let subroutine = Subroutine(shape: shape, level: linesDiffer ? level + emitter.depth : 0)
      if starts[subroutine.key] == nil {
        starts[subroutine.key] = Self.unknown
        waiting.append(subroutine)
      }
      calls.append((subroutine.key, call))
      return
    }
    if checksDepth { emitter.emit(.enter) }
    inlineLevel += 1
    object(shape, presence: presence)
    inlineLevel -= 1
  }

  private mutating func object(_ shape: Int, presence: Int) {
    let entry = plan.shapes.entries[shape]
    // An object that may lack its first field opens with the comma before the one it has.
    var mark: Int?
    if entry.first < entry.end, isOptional(entry.first) {
      let local = addLocals(1)
      mark = local
      emitter.emit(.mark, local: local)
    } else {
      emitter.write(ASCII.openBrace, gaps: 1)
    }
    emitter.depth += 1
    if mark == nil, entry.first < entry.end { breakLine() }
    var optional = 0
    var field = entry.first
    while field < entry.end {
      if isOptional(field) {
        let word = presence + optional / 32
        var end = field + 1
        let limit = min(entry.end, field + 32 - optional % 32)
        while end < limit, isOptional(end) { end += 1 }
        choice(field..<end, bit: optional % 32, local: word)
        optional += end - field
        field = end
        continue
      }
      if field > entry.first || mark != nil { separate() }
      writeKey(field)
      value(plan.shapes.fields[field].slot)
      field += 1
      if let local = mark {
        emitter.emit(.openMarked, local: local)
        mark = nil
      }
    }
    emitter.depth -= 1
    if let mark {
      closeMarked(mark)
    } else {
      if entry.first < entry.end { breakLine() }
      emitter.write(ASCII.closeBrace, gaps: 1)
    }
  }

  /// Closes an object that may be empty; only where it is not, its brace stands on a line of its own.
  private mutating func closeMarked(_ mark: Int) {
    let closing = emitter.emit(.closeMarked, local: mark)
    breakLine()
    emitter.setBytes(of: closing)
    emitter.gaps += 1
  }

  private func isOptional(_ field: Int) -> Bool { plan.shapes.fields[field].isOptional }

  /// Optional fields in a row: each goes to the next one that is there, and the last behind all.
  private mutating func choice(_ run: Range<Int>, bit: Int, local: Int) {
    let table = emitter.program.jumps.count
    emitter.program.jumps.append(repeating: 0, count: run.count)
    let end = UInt64(1) << UInt64(bit + run.count)
    var last: Int?
    for index in 0..<run.count {
      let choice = emitter.emit(.choose, local: local, waitingAfter: &last)
      emitter.program.operations[choice].operand = UInt32(
        truncatingIfNeeded: end - (1 << UInt64(bit + index)))
      emitter.program.operations[choice].slot = UInt32(truncatingIfNeeded: table - bit)
      emitter.program.jumps[table + index] = UInt32(
        truncatingIfNeeded: emitter.program.operations.count)
      let field = run.lowerBound + index
      guard plan.shapes.fields[field].isShown else { continue }
      separate()
      writeKey(field)
      value(plan.shapes.fields[field].slot)
    }
    emitter.settle()
    emitter.landAll(last)
  }
}
