// SPDX-License-Identifier: Apache-2.0

/// Writes the rows of a block from its columns, as a program says.
///
/// No more than `byteLimit` bytes are written in the end. On the way to the next check the bytes
/// of the program and one lexeme may be written too many, and 64 bytes copied: the caller has
/// reserved that slack.
@safe package struct RowWriter {
  /// Where a subroutine goes back to.
  @safe struct Frame: BitwiseCopyable {
    var next: UInt32
    var depth: UInt32
    var locals: UnsafeMutablePointer<Int>
  }

  /// The program and the columns, and how far those are read.
  package internal(set) var tables: RowTables
  let start: UnsafeMutableRawPointer
  var out: UnsafeMutableRawPointer
  let limit: UnsafeMutableRawPointer
  var next = 0
  var frameCount = 0
  /// The number of containers open around the subroutine.
  var depth = 0
  /// Where the locals of the subroutine start.
  var locals: UnsafeMutablePointer<Int>
  /// The number of gaps between what was written.
  package internal(set) var gapCount = 0
  /// Where the value starts that was written last.
  private var valueOffset = 0
  /// The presence words of objects so far, beyond the first of each.
  var wordCount = 0
  /// The rows that are left.
  private var rows: Int
  /// What stands between two rows, with zeros behind it.
  private let separator: SIMD32<UInt8>
  private let separatorCount: Int

  /// The most bytes that may stand between two rows.
  package static let mostBetween = 32

  static let space = UInt16(ASCII.space)

  /// Prepares to write at least one row to a place with ``RowTables/slack``.
  ///
  /// Between two rows stands `separator`, of ``mostBetween`` bytes at most.
  package init(_ tables: RowTables, _ place: OutputPlace, rowCount: Int, separator: [UInt8]) {
    precondition(separator.count <= Self.mostBetween, "what stands between rows is too long")
    self.tables = tables
    unsafe start = place.start
    unsafe out = place.start
    unsafe limit = place.start + place.byteLimit
    unsafe locals = tables.locals
    rows = rowCount
    var bytes = SIMD32<UInt8>()
    for (index, byte) in separator.enumerated() { bytes[index] = byte }
    self.separator = bytes
    separatorCount = separator.count
  }

  /// The number of bytes written.
  package var count: Int { unsafe out - start }

  /// The value that was written last.
  package var lastValue: ByteView {
    unsafe ByteView(start + valueOffset, count: count - valueOffset)
  }

  /// Puts what `write` writes to a place in place of the value that was written last; returns whether there is room for
  /// it.
  package mutating func replaceLastValue(_ write: (OutputPlace) -> Int?) -> Bool {
    let place = unsafe OutputPlace(
      start: start + valueOffset, byteLimit: limit - start - valueOffset, isWhole: true)
    guard let count = write(place) else { return false }
    unsafe out = place.start + count
    return true
  }

  /// The number of containers open around the value that was written last.
  package var openCount: Int {
    unsafe depth + Int(tables.operations[next - 1].depth)
  }

  /// Whether the value that was written last is the key of a map.
  package var isKey: Bool { unsafe tables.operations[next - 1].operand != 0 }

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
      let column = unsafe (columns + Int(operation.pointee.slot)).assumingMemoryBound(
        to: ColumnCursor.self)
      let code = unsafe operation.pointee.code
      if code.isBare {
        if code == .chooseNext {
          unsafe next = choose(operation)
          continue
        }
        let written = unsafe ValueWriting.anyJoined(code, column, out, limit)
        guard written.fault == .none else {
          return unsafe leave(written.fault, written.out, out, next, gaps)
        }
        unsafe out = written.out
        continue
      }
      let pieceCount = unsafe Int(operation.pointee.pieceCount)
      unsafe ByteCopying.copyShort(pieces + Int(operation.pointee.piece), out, pieceCount)
      unsafe out += pieceCount
      let written: Written
      switch code {
      case .nothing, .joined, .joinedLong, .joinedBytes, .chooseNext: continue  // Most are bare.
      case .text: written = unsafe ValueWriting.text(column, out, limit)
      case .integers: written = unsafe ValueWriting.integers(column, out, limit)
      case .decimals: written = unsafe ValueWriting.decimals(column, out, limit)
      case .dictionary: written = unsafe ValueWriting.dictionary(column, out, limit)
      case .constant: written = unsafe ValueWriting.constant(column, out, limit)
      case .nearDecimals: written = unsafe ValueWriting.nearDecimals(column, out, limit)
      case .pattern: written = unsafe ValueWriting.pattern(column, out, limit)
      case .mixed: written = unsafe ValueWriting.mixedInLine(column, out, limit)
      case .hexadecimal: written = unsafe ValueWriting.hexadecimal(column, out, limit)
      case .floating: written = unsafe ValueWriting.floating(column, out, limit)
      case .value: written = unsafe ValueWriting.any(column, out, limit)
      case .choose:
        unsafe next = choose(operation)
        continue
      case .jump: written = unsafe Written(out, jump(operation, &next))
      case .select: written = unsafe Written(out, select(operation, &next))
      case .open: written = unsafe open(operation, out, &next)
      case .elements:
        let count = unsafe open(operation)
        if _slowPath(count < 0) { return unsafe leave(Self.fault(count), out, out, next, gaps) }
        unsafe out = Self.writeOpening(operation, out)
        unsafe next = behindElements(operation, areAny: count > 0)
        if count == 0 {
          unsafe out = Self.writeClosing(operation, out)
          continue
        }
        var left = count
        let elements = unsafe writeElements(operation + 1, out, &left)
        written = unsafe Written(elements.out, elements.fault)
        gaps &+= 2 &* count &- 1
        if _slowPath(written.fault != .none) {
          gaps &-= 2 &* (left &- 1)  // Behind a container single steps follow.
          unsafe locals[Int(operation.pointee.local)] = left
          return unsafe leave(written.fault, written.out, elements.start, operation + 2, gaps)
        }
      case .next: written = unsafe closeOrRepeat(operation, out, &next, &gaps)
      case .again: written = unsafe goOnOrRepeat(operation, out, &next, &gaps)
      case .row:
        rows &-= 1
        written = unsafe Written(out, upTo: limit)
        guard rows > 0, written.fault == .none else {
          return unsafe leave(written.fault, out, out, next, gaps)
        }
        unsafe out.storeBytes(of: separator, as: SIMD32<UInt8>.self)
        unsafe out += separatorCount
        unsafe next = tables.operations
        continue
      case .presence where unsafe operation.pointee.target == 1:
        written = unsafe Written(out, takePresence(operation))
      case .call: written = unsafe Written(out, call(operation, out, &next))
      case .end: written = unsafe Written(out, goBack(out, &next))
      case .mark:
        unsafe locals[Int(operation.pointee.local)] = unsafe out - start
        continue
      case .enter: written = unsafe enter(operation, out)
      case .openMarked: written = unsafe openMarked(operation, out, &gaps)
      case .presence, .closeMarked, .stop, .long:
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
    valueOffset = unsafe value - start
    gapCount = gaps
    return fault
  }

  /// Writes the bracket that opens an array or map.
  @inline(__always) static func writeOpening(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let isArray = unsafe operation.pointee.operand == 0
    unsafe out.storeBytes(of: isArray ? ASCII.openBracket : ASCII.openBrace, as: UInt8.self)
    return unsafe out + 1
  }

  /// Writes the bracket that closes an array or map.
  @inline(__always) static func writeClosing(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let isArray = unsafe operation.pointee.operand == 0
    unsafe out.storeBytes(of: isArray ? ASCII.closeBracket : ASCII.closeBrace, as: UInt8.self)
    return unsafe out + 1
  }

  /// The operation of the next field that the object has, or of what follows its fields.
  @inline(__always) private func choose(
    _ operation: UnsafePointer<RowOperation>
  ) -> UnsafePointer<RowOperation> {
    let fields = unsafe operation.pointee.operand
    let left = unsafe UInt32(truncatingIfNeeded: locals[Int(operation.pointee.local)]) & fields
    // The first of these fields follows right here: where it is there, which a processor foresees, nothing
    // waits for its place to be looked up.
    if left & (0 &- fields) != 0 { return unsafe operation + 1 }
    guard left != 0 else { return unsafe tables.operations + Int(operation.pointee.target) }
    // The entry of bit 0 may lie before the table: the sum wraps around.
    let entry =
      unsafe operation.pointee.slot &+ UInt32(truncatingIfNeeded: left.trailingZeroBitCount)
    return unsafe tables.operations + Int(tables.jumps[Int(entry)])
  }
}
