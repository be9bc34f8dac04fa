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

  private var program = RowProgram()
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

  // What the next operation writes, and where the subroutine stands.
  private var pieceStart = 0
  private var gaps = 0
  private var depth = 0
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
    if let lines, lines.isOne { program.commaSpaceCount = lines.space.count }
    let depth = plan.staticDepth()
    program.isRecursive = depth == nil
    checksDepth = depth.map { $0 > depthLimit } ?? true
    areInline = plan.shapesInLine()
    program.operations.reserve(2 * plan.nodes.count)
    program.pieces.reserve(plan.shapes.keys.count + 8 * plan.nodes.count)
  }

  /// Compiles the root, and then every subroutine that was asked for.
  consuming func compile() -> RowProgram {
    level = lines?.rowLevel ?? 0
    if level > 0 { breakLine() }
    value(TemplatePlan.root)
    emit(.row)
    endSubroutine()
    // Those further out come first, so that the deepest are left where there are too many.
    var next = 0
    while next < waiting.count, program.size < sizeLimit {
      let subroutine = waiting[next]
      next += 1
      starts[subroutine.key] = program.operations.count
      level = subroutine.level
      let presence = addLocals(plan.shapes.entries[subroutine.shape].presenceWordCount)
      object(subroutine.shape, presence: presence)
      emit(.end)
      endSubroutine()
    }
    program.isCut = next < waiting.count
    let stop = program.isCut ? emit(.stop) : 0
    for call in calls {
      let start = starts[call.key] ?? Self.unknown
      program.operations[call.operation].target = UInt32(start == Self.unknown ? stop : start)
    }
    return program
  }

  private mutating func endSubroutine() {
    for index in outerLocals { program.operations[index].local += UInt32(localCount) }
    program.largestLocalCount = max(program.largestLocalCount, localCount)
    program.localCount += localCount
    outerLocals.removeAll(keepingCapacity: true)
    localCount = 0
  }

  private mutating func addLocals(_ count: Int) -> Int {
    defer { localCount += count }
    return localCount
  }

  // MARK: - Steps

  private mutating func write(_ byte: UInt8, gaps: Int) {
    program.pieces.append(byte)
    self.gaps += gaps
  }

  /// Writes the key of a field and a colon.
  private mutating func writeKey(_ field: Int) {
    program.pieces.append(ASCII.quote)
    program.pieces.append(plan.shapes.keys, plan.shapes.fields[field].key)
    program.pieces.append(ASCII.quote)
    gaps += 1
    writeColon()
  }

  private mutating func writeColon() {
    write(ASCII.colon, gaps: 1)
    if let lines { program.pieces.append(lines.space) }
  }

  /// Writes a comma between two members or elements.
  private mutating func separate() {
    write(ASCII.comma, gaps: 1)
    if let lines, lines.isOne { program.pieces.append(lines.space) }
    breakLine()
  }

  /// Whether what is written depends on the depth.
  private var linesDiffer: Bool { lines?.isOne == false }

  /// Starts a line at the depth.
  private mutating func breakLine() {
    guard let lines, !lines.isOne, !program.isTooLong else { return }
    program.pieces.append(lines.line(level + depth))
    program.isTooLong = program.size > 2 * sizeLimit
  }

  @discardableResult
  private mutating func emit(_ code: RowOperation.Code, slot: Int = 0, local: Int = 0) -> Int {
    var operation = RowOperation(
      code, gaps: gaps, piece: pieceStart, pieceCount: program.pieces.count - pieceStart)
    operation.slot = UInt32(truncatingIfNeeded: slot)
    operation.local = UInt32(truncatingIfNeeded: local)
    operation.depth = UInt16(clamping: depth)
    pieceStart = program.pieces.count
    gaps = 0
    program.operations.append(operation)
    return program.operations.count - 1
  }

  /// Ends what is written so far, so that a jump may come in here.
  private mutating func settle() {
    if program.pieces.count > pieceStart || gaps > 0 { emit(.nothing) }
  }

  private mutating func land(_ index: Int) {
    program.operations[index].target = UInt32(truncatingIfNeeded: program.operations.count)
  }

  /// Emits an operation with a target that is not known yet, and remembers in it the one before that waits
  /// for the same place.
  private mutating func emit(
    _ code: RowOperation.Code, local: Int = 0, waitingAfter last: inout Int?
  ) -> Int {
    let index = emit(code, local: local)
    program.operations[index].target = UInt32(truncatingIfNeeded: last ?? index)
    last = index
    return index
  }

  /// Lets all operations land here that wait for it, of which the last is given.
  private mutating func landAll(_ last: Int?) {
    var next = last
    while let index = next {
      let before = Int(program.operations[index].target)
      land(index)
      next = before == index ? nil : before
    }
  }

  // MARK: - Slots

  private mutating func value(_ slot: Int) {
    switch plan.nodes[slot] {
    case .any, .enumeration: scalar(slot)
    case .constant(let dictionary):
      program.pieces.append(plan.dictionaries[dictionary][0].bytes)
      gaps += 1
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
    gaps += 1
    emit(.value, slot: slot)
  }

  /// The key of a member of a map, which is marked: arrays and objects are none.
  private mutating func key(_ slot: Int) {
    value(slot)
    switch plan.nodes[slot] {
    case .any, .enumeration: program.operations[program.operations.count - 1].operand = 1
    default: break  // Where nobody wants it, it is a constant.
    }
  }

  private mutating func loop(_ slot: Int, isMap: Bool, body: (inout RowCompiler) -> Void) {
    let local = addLocals(1)
    gaps += 2
    let opening = emit(.open, slot: slot, local: local)
    program.operations[opening].operand = isMap ? 1 : 0
    depth += 1
    let start = program.operations.count
    breakLine()
    body(&self)
    depth -= 1
    guard lines == nil else { return endLines(of: opening, from: start, local, isMap: isMap) }
    let closing = emit(.next, local: local)
    shorten(opening, start, closing, isMap: isMap)
    program.operations[closing].operand = isMap ? 1 : 0
    program.operations[closing].target = UInt32(truncatingIfNeeded: start)
    land(opening)
  }

  /// Has an array whose elements are one value and nothing else written without steps for each.
  private mutating func shorten(_ opening: Int, _ start: Int, _ end: Int, isMap: Bool) {
    let element = program.operations[start]
    // What stands before a value is a line, or nothing.
    let fits =
      linesDiffer ? 1...LineSeparator.mostCount ~= element.pieceCount : element.pieceCount == 0
    guard !isMap, end == start + 1, element.code == .value, fits,
      program.operations[end].pieceCount == 0
    else { return }
    program.operations[opening].code = .elements
  }

  /// Ends an array or map whose last line holds its bracket.
  private mutating func endLines(of opening: Int, from start: Int, _ local: Int, isMap: Bool) {
    let repetition = emit(.again, local: local)
    shorten(opening, start, repetition, isMap: isMap)
    program.operations[repetition].target = UInt32(truncatingIfNeeded: start)
    breakLine()
    // The gap before it was counted when the array was opened.
    write(isMap ? ASCII.closeBrace : ASCII.closeBracket, gaps: 0)
    settle()
    land(opening)
  }

  private mutating func tuple(_ first: Int, _ count: Int) {
    if checksDepth { emit(.enter) }
    write(ASCII.openBracket, gaps: 1)
    depth += 1
    for position in 0..<count {
      if position > 0 { separate() } else { breakLine() }
      value(first + position)
    }
    depth -= 1
    if count > 0 { breakLine() }
    write(ASCII.closeBracket, gaps: 1)
  }

  private mutating func alternatives(_ slot: Int, _ first: Int, _ count: Int) {
    let selection = emit(.select, slot: slot)
    program.operations[selection].operand = UInt32(truncatingIfNeeded: count)
    program.operations[selection].target = UInt32(truncatingIfNeeded: program.jumps.count)
    let table = program.jumps.count
    program.jumps.append(repeating: 0, count: count)
    var end: Int?
    for alternative in 0..<count {
      program.jumps[table + alternative] = UInt32(truncatingIfNeeded: program.operations.count)
      value(first + alternative)
      if alternative < count - 1 { _ = emit(.jump, waitingAfter: &end) } else { settle() }
    }
    landAll(end)
  }

  // MARK: - Objects

  private mutating func object(_ shape: Int, _ slot: Int) {
    let isInline = areInline[shape] && inlineLevel < Self.inlineLimit
    let words = plan.shapes.entries[shape].presenceWordCount
    let presence = isInline ? addLocals(words) : 0
    if words > 0 {
      let index = emit(.presence, slot: slot, local: presence)
      program.operations[index].target = UInt32(truncatingIfNeeded: words)
      program.operations[index].operand = UInt32(
        plan.shapes.entries[shape].optionalCount - (words - 1) * 32)
      if !isInline { outerLocals.append(index) }
    }
    guard isInline else {
      let call = emit(.call)
      outerLocals.append(call)
      let subroutine = Subroutine(shape: shape, level: linesDiffer ? level + depth : 0)
      if starts[subroutine.key] == nil {
        starts[subroutine.key] = Self.unknown
        waiting.append(subroutine)
      }
      calls.append((subroutine.key, call))
      return
    }
    if checksDepth { emit(.enter) }
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
      emit(.mark, local: local)
    } else {
      write(ASCII.openBrace, gaps: 1)
    }
    depth += 1
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
        emit(.openMarked, local: local)
        mark = nil
      }
    }
    depth -= 1
    if let mark {
      closeMarked(mark)
    } else {
      if entry.first < entry.end { breakLine() }
      write(ASCII.closeBrace, gaps: 1)
    }
  }

  /// Closes an object that may be empty; only where it is not, its brace stands on a line of its own.
  private mutating func closeMarked(_ mark: Int) {
    let closing = emit(.closeMarked, local: mark)
    program.operations[closing].target = UInt32(truncatingIfNeeded: program.pieces.count)
    breakLine()
    program.operations[closing].operand = UInt32(
      truncatingIfNeeded: program.pieces.count - pieceStart)
    pieceStart = program.pieces.count
    gaps += 1
  }

  private func isOptional(_ field: Int) -> Bool { plan.shapes.fields[field].isOptional }

  /// Optional fields in a row: each goes to the next one that is there, and the last behind all.
  private mutating func choice(_ run: Range<Int>, bit: Int, local: Int) {
    let table = program.jumps.count
    program.jumps.append(repeating: 0, count: run.count)
    let end = UInt64(1) << UInt64(bit + run.count)
    var last: Int?
    for index in 0..<run.count {
      let choice = emit(.choose, local: local, waitingAfter: &last)
      program.operations[choice].operand = UInt32(
        truncatingIfNeeded: end - (1 << UInt64(bit + index)))
      program.operations[choice].slot = UInt32(truncatingIfNeeded: table - bit)
      program.jumps[table + index] = UInt32(truncatingIfNeeded: program.operations.count)
      let field = run.lowerBound + index
      guard plan.shapes.fields[field].isShown else { continue }
      separate()
      writeKey(field)
      value(plan.shapes.fields[field].slot)
    }
    settle()
    landAll(last)
  }
}
