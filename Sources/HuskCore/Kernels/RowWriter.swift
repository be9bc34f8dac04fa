// SPDX-License-Identifier: Apache-2.0

/// Writes the rows of a block from its columns, as a program says.
///
/// No more than `byteLimit` bytes are written in the end. On the way to the next check the bytes
/// of the program and one lexeme may be written too many, and 64 bytes copied: the caller has
/// reserved that slack.
@safe package struct RowWriter {
  /// Where a subroutine goes back to.
  struct Frame: BitwiseCopyable {
    var next: UInt32
    var depth: UInt32
    var locals: Int
  }

  /// The program and the columns, and how far those are read.
  package private(set) var tables: RowTables
  let start: UnsafeMutableRawPointer
  var out: UnsafeMutableRawPointer
  let limit: UnsafeMutableRawPointer
  var next = 0
  private var frameCount = 0
  /// The number of containers open around the subroutine.
  private var depth = 0
  /// Where the locals of the subroutine start.
  private var firstLocal = 0
  /// The number of gaps between what was written.
  package internal(set) var gapCount = 0
  /// Where the element of an array of scalars starts that was written last.
  private var lastElement: UnsafeMutableRawPointer?
  /// Where the value starts that was written last.
  private var valueOffset = 0
  /// The rows that are left.
  private var rows: Int

  /// Prepares to write at least one row to a place with ``RowTables/slack``.
  package init(_ tables: RowTables, _ place: OutputPlace, rowCount: Int) {
    self.tables = tables
    unsafe start = place.start
    unsafe out = place.start
    unsafe limit = place.start + place.byteLimit
    rows = rowCount
  }

  /// The number of bytes written.
  package var count: Int { unsafe out - start }

  /// The value that was written last.
  package var lastValue: ByteView {
    unsafe ByteView(start + valueOffset, count: count - valueOffset)
  }

  /// The number of containers open around the value that was written last.
  package var openCount: Int {
    unsafe depth + Int(tables.operations[next - 1].depth)
  }

  /// Writes rows until all are written or something is wrong.
  ///
  /// After ``RowFault/container`` it may be called again to go on.
  ///
  /// - Complexity: O(*n*) for *n* bytes written, and the operations between them.
  package mutating func run() -> RowFault {
    let pieces = unsafe tables.pieces
    let columns = unsafe UnsafeMutableRawPointer(tables.columns)
    let limit = unsafe self.limit
    var out = unsafe self.out
    var next = unsafe tables.operations + self.next
    var gaps = gapCount
    while true {
      let operation = unsafe next
      unsafe next += 1
      gaps &+= unsafe Int(operation.pointee.gaps)
      let pieceCount = unsafe Int(operation.pointee.pieceCount)
      unsafe ByteCopying.copy(pieces + Int(operation.pointee.piece), out, pieceCount)
      unsafe out += pieceCount
      let column = unsafe (columns + Int(operation.pointee.slot)).assumingMemoryBound(
        to: ColumnCursor.self)
      let written: Written
      switch unsafe operation.pointee.code {
      case .text: written = unsafe ValueWriting.text(column, out, limit)
      case .integers: written = unsafe ValueWriting.integers(column, out, limit)
      case .decimals: written = unsafe ValueWriting.decimals(column, out, limit)
      case .dictionary: written = unsafe ValueWriting.dictionary(column, out, limit)
      case .constant: written = unsafe ValueWriting.constant(column, out, limit)
      case .value: written = unsafe ValueWriting.any(column, out, limit)
      case .nothing: continue
      case .choose:
        unsafe next = choose(operation)
        continue
      case .jump:
        unsafe next = tables.operations + Int(operation.pointee.target)
        continue
      case .next:
        let local = unsafe tables.locals + (firstLocal &+ Int(operation.pointee.local))
        unsafe local.pointee &-= 1
        let goesOn = unsafe local.pointee > 0
        let closing = unsafe Self.closing(operation.pointee.operand)
        unsafe out.storeBytes(of: goesOn ? ASCII.comma : closing, as: UInt8.self)
        if goesOn {
          unsafe next = tables.operations + Int(operation.pointee.target)
          gaps &+= 1
        }
        written = unsafe Written(out + 1, upTo: limit)
      case .row:
        rows &-= 1
        written = unsafe Written(out, upTo: limit)
        guard rows > 0, written.fault == .none else {
          return unsafe leave(written.fault, out, out, next, gaps)
        }
        unsafe out.storeBytes(of: ASCII.lineFeed, as: UInt8.self)
        unsafe out += 1
        unsafe next = tables.operations
        continue
      default:
        let step = unsafe control(operation, out)
        unsafe next = tables.operations + step.next
        gaps &+= step.gaps
        written = unsafe Written(step.out, step.fault)
      }
      if _slowPath(written.fault != .none) {
        return unsafe leave(written.fault, written.out, out, next, gaps)
      }
      unsafe out = written.out
    }
  }

  /// Keeps what ``run()`` needs to go on.
  private mutating func leave(
    _ fault: RowFault, _ out: UnsafeMutableRawPointer, _ value: UnsafeMutableRawPointer,
    _ next: UnsafePointer<RowOperation>, _ gaps: Int
  ) -> RowFault {
    unsafe self.out = unsafe out
    self.next = unsafe next - tables.operations
    // The elements of an array are one step, and only the last of them is new.
    valueOffset = unsafe lastElement.map { unsafe $0 - start } ?? (value - start)
    unsafe lastElement = nil
    gapCount = gaps
    return fault
  }

  @inline(__always) static func closing(_ operand: UInt32) -> UInt8 {
    operand == 0 ? ASCII.closeBracket : ASCII.closeBrace
  }

  /// The operation of the next field that the object has, or of what follows its fields.
  @inline(__always) private func choose(
    _ operation: UnsafePointer<RowOperation>
  ) -> UnsafePointer<RowOperation> {
    let word = unsafe tables.locals[firstLocal &+ Int(operation.pointee.local)]
    let left = unsafe UInt32(truncatingIfNeeded: word) & operation.pointee.operand
    guard left != 0 else { return unsafe tables.operations + Int(operation.pointee.target) }
    // The entry of bit 0 may lie before the table: the sum wraps around.
    let entry = unsafe operation.pointee.slot &+ UInt32(truncatingIfNeeded: left.trailingZeroBitCount)
    return unsafe tables.operations + Int(tables.jumps[Int(entry)])
  }
}

extension RowWriter {
  /// What came of an operation that decides which is next.
  @safe private struct Step {
    var out: UnsafeMutableRawPointer
    /// The number of the next operation.
    var next: Int
    /// The number of gaps that were added.
    var gaps: Int
    var fault: RowFault
  }

  /// Does what decides which operation comes next.
  @inline(never) private mutating func control(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer
  ) -> Step {
    var step = unsafe Step(
      out: out, next: operation - tables.operations + 1, gaps: 0,
      fault: out <= limit ? .none : .full)
    guard step.fault == .none else { return step }
    let local = unsafe tables.locals + (firstLocal &+ Int(operation.pointee.local))
    switch unsafe operation.pointee.code {
    case .select:
      let tag = unsafe take(operation, upTo: Int(operation.pointee.operand) &- 1)
      guard tag >= 0 else {
        step.fault = Self.fault(tag)
        break
      }
      step.next = unsafe Int(tables.jumps[Int(operation.pointee.target) &+ tag])
    case .open, .elements: unsafe open(operation, local, &step)
    case .presence:
      for word in 0..<(unsafe Int(operation.pointee.target)) {
        let bits = unsafe take(operation, upTo: Int(UInt32.max))
        guard bits >= 0 else {
          step.fault = Self.fault(bits)
          break
        }
        unsafe local[word] = bits
      }
    case .mark: unsafe local.pointee = unsafe out - start
    case .openMarked, .closeMarked: unsafe closeMarked(operation, local, &step)
    case .enter: step.fault = unsafe isShallow(operation) ? .none : .tooDeep
    case .call:
      guard unsafe isShallow(operation) else {
        step.fault = .tooDeep
        break
      }
      unsafe tables.frames[frameCount] = Frame(
        next: UInt32(truncatingIfNeeded: step.next), depth: UInt32(truncatingIfNeeded: depth),
        locals: firstLocal)
      frameCount &+= 1
      depth &+= unsafe Int(operation.pointee.depth)
      firstLocal &+= unsafe Int(operation.pointee.local)
      step.next = unsafe Int(operation.pointee.target)
    case .end:
      frameCount &-= 1
      let frame = unsafe tables.frames[frameCount]
      step.next = Int(frame.next)
      depth = Int(frame.depth)
      firstLocal = frame.locals
    default: break
    }
    return step
  }

  @inline(__always) private func isShallow(_ operation: UnsafePointer<RowOperation>) -> Bool {
    unsafe depth &+ Int(operation.pointee.depth) < tables.depthLimit
  }

  /// Writes the brace that opens an object where the comma of its first field is.
  @inline(__always) private func closeMarked(
    _ operation: UnsafePointer<RowOperation>, _ local: UnsafeMutablePointer<Int>,
    _ step: inout Step
  ) {
    if unsafe step.out - start == local.pointee {
      // The object has no fields, so it has no comma either.
      unsafe step.out += 1
      step.gaps = 1
    }
    unsafe start.storeBytes(of: ASCII.openBrace, toByteOffset: local.pointee, as: UInt8.self)
    guard unsafe operation.pointee.code == .closeMarked else { return }
    unsafe step.out.storeBytes(of: ASCII.closeBrace, as: UInt8.self)
    unsafe step.out += 1
  }

  /// Opens an array or map; of an array of scalars, writes all.
  @inline(__always) private mutating func open(
    _ operation: UnsafePointer<RowOperation>, _ local: UnsafeMutablePointer<Int>,
    _ step: inout Step
  ) {
    guard unsafe isShallow(operation) else {
      step.fault = .tooDeep
      return
    }
    let count = unsafe take(operation, upTo: Token.maxExtent)
    guard count >= 0 else {
      step.fault = Self.fault(count)
      return
    }
    let isMap = unsafe operation.pointee.operand == 1
    unsafe step.out.storeBytes(of: isMap ? ASCII.openBrace : ASCII.openBracket, as: UInt8.self)
    unsafe step.out += 1
    unsafe local.pointee = count
    if count == 0 {
      unsafe step.out.storeBytes(of: Self.closing(operation.pointee.operand), as: UInt8.self)
      unsafe step.out += 1
      step.next = unsafe Int(operation.pointee.target)
    } else if unsafe operation.pointee.code == .elements {
      unsafe writeElements(operation, local, &step)
    }
  }

  /// Writes all elements of an array of scalars and closes it.
  @inline(__always) private mutating func writeElements(
    _ operation: UnsafePointer<RowOperation>, _ local: UnsafeMutablePointer<Int>,
    _ step: inout Step
  ) {
    let element = unsafe operation + 1
    let column = unsafe (UnsafeMutableRawPointer(tables.columns) + Int(element.pointee.slot))
      .assumingMemoryBound(to: ColumnCursor.self)
    let count = unsafe local.pointee
    var left = count
    let written =
      switch unsafe element.pointee.code {
      case .text:
        unsafe Self.write(column, step.out, limit, &left) {
          unsafe ValueWriting.text($0, $1, $2)
        }
      case .integers:
        unsafe Self.write(column, step.out, limit, &left) {
          unsafe ValueWriting.integers($0, $1, $2)
        }
      case .decimals:
        unsafe Self.write(column, step.out, limit, &left) {
          unsafe ValueWriting.decimals($0, $1, $2)
        }
      case .dictionary:
        unsafe Self.write(column, step.out, limit, &left) {
          unsafe ValueWriting.dictionary($0, $1, $2)
        }
      default:
        unsafe Self.write(column, step.out, limit, &left) { unsafe ValueWriting.any($0, $1, $2) }
      }
    unsafe step.out = written.out
    step.fault = written.fault
    guard written.fault != .none else {
      unsafe (step.out - 1).storeBytes(of: ASCII.closeBracket, as: UInt8.self)
      step.fault = unsafe step.out <= limit ? .none : .full
      step.gaps = 2 &* count &- 1
      step.next = unsafe Int(operation.pointee.target)
      return
    }
    // Behind a container, which has to be checked, the rest goes on step by step.
    unsafe lastElement = written.start
    step.gaps = 2 &* (count &- left) &+ 1
    unsafe local.pointee = left
    step.next &+= 1
  }

  /// What came of writing elements.
  @safe private struct Elements {
    var out: UnsafeMutableRawPointer
    /// Where the last element starts.
    var start: UnsafeMutableRawPointer
    var fault: RowFault
  }

  /// Writes elements until none is left or one cannot be written, with a comma behind each.
  @inline(__always) private static func write(
    _ column: ValueWriting.Cursor, _ start: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer, _ left: inout Int,
    _ element: (
      ValueWriting.Cursor, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Written
  ) -> Elements {
    var out = unsafe start
    while true {
      let written = unsafe element(column, out, limit)
      guard written.fault == .none else {
        return unsafe Elements(out: written.out, start: out, fault: written.fault)
      }
      unsafe written.out.storeBytes(of: ASCII.comma, as: UInt8.self)
      left &-= 1
      if left == 0 {
        return unsafe Elements(out: written.out + 1, start: out, fault: .none)
      }
      unsafe out = written.out + 1
    }
  }

  /// Takes the next control of a slot: -1 where there is none, -2 where it is more than `limit`.
  @inline(__always) private mutating func take(
    _ operation: UnsafePointer<RowOperation>, upTo limit: Int
  ) -> Int {
    let control = unsafe (UnsafeMutableRawPointer(tables.controls)
      + Int(operation.pointee.slot)).assumingMemoryBound(to: ControlCursor.self)
    let value: Int
    if unsafe control.pointee.count >= 0 {
      let row = unsafe control.pointee.next
      guard unsafe row < control.pointee.count else { return -1 }
      unsafe control.pointee.next = row &+ 1
      value = unsafe Int(control.pointee.values[row])
    } else {
      value = takeShared()
      guard value != -1 else { return -1 }
    }
    return value >= 0 && value <= limit ? value : -2
  }

  /// Takes a varint of the controls that slots share.
  @inline(__always) private mutating func takeShared() -> Int {
    guard unsafe tables.sharedControls < tables.sharedControlsEnd else { return -1 }
    let first = unsafe tables.sharedControls.load(as: UInt8.self)
    unsafe tables.sharedControls += 1
    return _fastPath(first < 0x80) ? Int(first) : takeLong(first)
  }

  @inline(never) private mutating func takeLong(_ first: UInt8) -> Int {
    var value = Int(first & 0x7F)
    var shift = 7
    while true {
      guard unsafe tables.sharedControls < tables.sharedControlsEnd else { return -1 }
      let byte = unsafe tables.sharedControls.load(as: UInt8.self)
      unsafe tables.sharedControls += 1
      // No control has more than 32 bits, and none ends in a zero byte.
      guard shift <= 28 else { return -2 }
      value |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { return byte == 0 ? -2 : value }
    }
  }

  private static func fault(_ value: Int) -> RowFault {
    value == -1 ? .missingValue : .invalidControl
  }
}
