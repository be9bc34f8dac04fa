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
  /// Where the value starts that was written last.
  private var valueOffset = 0
  /// The rows that are left.
  private var rows: Int
  /// What stands between two rows.
  private let separator: UInt8

  /// Prepares to write at least one row to a place with ``RowTables/slack``.
  package init(_ tables: RowTables, _ place: OutputPlace, rowCount: Int, separator: UInt8) {
    self.tables = tables
    unsafe start = place.start
    unsafe out = place.start
    unsafe limit = place.start + place.byteLimit
    rows = rowCount
    self.separator = separator
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
    let operations = unsafe tables.operations
    let columns = unsafe tables.columns
    let pieces = unsafe tables.pieces
    let limit = unsafe self.limit
    var out = unsafe self.out
    var next = self.next
    var gaps = 0
    var fault = RowFault.none
    while true {
      let operation = unsafe operations + next
      next &+= 1
      gaps &+= unsafe Int(operation.pointee.gaps)
      let pieceCount = unsafe Int(operation.pointee.pieceCount)
      unsafe ByteCopying.copy(pieces + Int(operation.pointee.piece), out, pieceCount)
      unsafe out += pieceCount
      let value = unsafe out
      let column = unsafe columns + Int(operation.pointee.slot)
      switch unsafe operation.pointee.code {
      case .text: fault = unsafe ValueWriting.text(column, &out, limit)
      case .integers: fault = unsafe ValueWriting.integers(column, &out, limit)
      case .decimals: fault = unsafe ValueWriting.decimals(column, &out, limit)
      case .dictionary: fault = unsafe ValueWriting.dictionary(column, &out, limit)
      case .constant: fault = unsafe ValueWriting.constant(column, &out, limit)
      case .value: fault = unsafe ValueWriting.any(column, &out, limit)
      case .nothing: break
      case .skip:
        let word = unsafe tables.locals[firstLocal &+ Int(operation.pointee.local)]
        if unsafe word &>> Int(operation.pointee.operand) & 1 == 0 {
          next = unsafe Int(operation.pointee.target)
        }
      case .jump: next = unsafe Int(operation.pointee.target)
      case .next:
        let local = unsafe tables.locals + (firstLocal &+ Int(operation.pointee.local))
        unsafe local.pointee &-= 1
        if unsafe local.pointee > 0 {
          unsafe out.storeBytes(of: ASCII.comma, as: UInt8.self)
          next = unsafe Int(operation.pointee.target)
          gaps &+= 1
        } else {
          unsafe out.storeBytes(of: Self.closing(operation.pointee.operand), as: UInt8.self)
        }
        unsafe out += 1
        fault = unsafe out <= limit ? .none : .full
      case .row:
        fault = unsafe out <= limit ? .none : .full
        rows &-= 1
        guard rows > 0, fault == .none else { return unsafe leave(fault, out, value, next, gaps) }
        unsafe out.storeBytes(of: separator, as: UInt8.self)
        unsafe out += 1
        next = 0
      default: fault = unsafe control(operation, &out, &next, &gaps)
      }
      if _slowPath(fault != .none) { return unsafe leave(fault, out, value, next, gaps) }
    }
  }

  /// Keeps what ``run()`` needs to go on.
  private mutating func leave(
    _ fault: RowFault, _ out: UnsafeMutableRawPointer, _ value: UnsafeMutableRawPointer,
    _ next: Int, _ gaps: Int
  ) -> RowFault {
    unsafe self.out = unsafe out
    self.next = next
    valueOffset = unsafe value - start
    gapCount &+= gaps
    return fault
  }

  @inline(__always) static func closing(_ operand: UInt32) -> UInt8 {
    operand == 0 ? ASCII.closeBracket : ASCII.closeBrace
  }
}

extension RowWriter {
  /// Does what decides which operation comes next.
  @inline(__always) private mutating func control(
    _ operation: UnsafePointer<RowOperation>, _ out: inout UnsafeMutableRawPointer,
    _ next: inout Int, _ gaps: inout Int
  ) -> RowFault {
    guard unsafe out <= limit else { return .full }
    let local = unsafe tables.locals + (firstLocal &+ Int(operation.pointee.local))
    let target = unsafe Int(operation.pointee.target)
    let slot = unsafe Int(operation.pointee.slot)
    switch unsafe operation.pointee.code {
    case .presence:
      for word in 0..<target {
        let bits = take(slot, upTo: Int(UInt32.max))
        guard bits >= 0 else { return Self.fault(bits) }
        unsafe local[word] = bits
      }
    case .select:
      let tag = unsafe take(slot, upTo: Int(operation.pointee.operand) &- 1)
      guard tag >= 0 else { return Self.fault(tag) }
      next = unsafe Int(tables.jumps[target &+ tag])
    case .open:
      guard unsafe isShallow(operation) else { return .tooDeep }
      let count = take(slot, upTo: Token.maxExtent)
      guard count >= 0 else { return Self.fault(count) }
      let isMap = unsafe operation.pointee.operand == 1
      unsafe out.storeBytes(
        of: isMap ? ASCII.openBrace : ASCII.openBracket, as: UInt8.self)
      unsafe out += 1
      unsafe local.pointee = count
      if count == 0 {
        unsafe out.storeBytes(of: Self.closing(operation.pointee.operand), as: UInt8.self)
        unsafe out += 1
        next = target
      }
    case .mark: unsafe local.pointee = unsafe out - start
    case .openMarked:
      unsafe start.storeBytes(
        of: ASCII.openBrace, toByteOffset: local.pointee, as: UInt8.self)
    case .closeMarked:
      if unsafe out - start == local.pointee {
        unsafe out.storeBytes(of: ASCII.openBrace, as: UInt8.self)
        unsafe out += 1
        gaps &+= 1
      } else {
        unsafe start.storeBytes(
          of: ASCII.openBrace, toByteOffset: local.pointee, as: UInt8.self)
      }
      unsafe out.storeBytes(of: ASCII.closeBrace, as: UInt8.self)
      unsafe out += 1
    case .enter:
      guard unsafe isShallow(operation) else { return .tooDeep }
    case .call:
      guard unsafe isShallow(operation) else { return .tooDeep }
      unsafe tables.frames[frameCount] = Frame(
        next: UInt32(truncatingIfNeeded: next), depth: UInt32(truncatingIfNeeded: depth),
        locals: firstLocal)
      frameCount &+= 1
      depth &+= unsafe Int(operation.pointee.depth)
      firstLocal &+= unsafe Int(operation.pointee.local)
      next = target
    case .end:
      frameCount &-= 1
      let frame = unsafe tables.frames[frameCount]
      next = Int(frame.next)
      depth = Int(frame.depth)
      firstLocal = frame.locals
    default: break
    }
    return .none
  }

  @inline(__always) private func isShallow(_ operation: UnsafePointer<RowOperation>) -> Bool {
    unsafe depth &+ Int(operation.pointee.depth) < tables.depthLimit
  }

  /// Takes the next control of a slot: -1 where there is none, -2 where it is more than `limit`.
  @inline(__always) private mutating func take(_ slot: Int, upTo limit: Int) -> Int {
    let control = unsafe tables.controls + slot
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
