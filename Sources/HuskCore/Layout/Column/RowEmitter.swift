// SPDX-License-Identifier: Apache-2.0

/// Appends operations to a ``RowProgram``, each behind the bytes that were written since the last one.
struct RowEmitter: ~Copyable {
  var program = RowProgram()
  /// How many gaps the next operation has before it.
  var gaps = 0
  /// How many containers are open, counted from the start of the subroutine.
  var depth = 0

  /// Where the bytes of the next operation start.
  private var pieceStart = 0
  /// Where bytes stand that are long, by their number.
  private var longPieces: [Int: Range<Int>] = [:]

  /// What has more bytes stands in the program once, however many shapes inherit it.
  private static let longCount = 64

  /// The program.
  consuming func finish() -> RowProgram { program }

  // MARK: - Bytes

  /// Writes a byte and counts gaps.
  mutating func write(_ byte: UInt8, gaps: Int) {
    program.pieces.append(byte)
    self.gaps += gaps
  }

  /// Writes bytes, of which no others have the same number.
  mutating func write(_ bytes: [UInt8], _ range: ByteRange, number: Int) {
    guard range.count > Self.longCount else { return program.pieces.append(bytes, range) }
    settle()
    let start = program.pieces.count
    if longPieces[number] == nil { program.pieces.append(bytes, range) }
    let piece = longPieces[number] ?? start..<program.pieces.count
    longPieces[number] = piece
    pieceStart = program.pieces.count
    let index = emit(.long)
    program.operations[index].target = UInt32(truncatingIfNeeded: piece.lowerBound)
    program.operations[index].operand = UInt32(truncatingIfNeeded: piece.count)
  }

  // MARK: - Operations

  /// Appends an operation, and returns its number.
  @discardableResult
  mutating func emit(_ code: RowOperation.Code, slot: Int = 0, local: Int = 0) -> Int {
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

  /// Gives the bytes that were written since an operation to it, as those at its target.
  mutating func setBytes(of index: Int) {
    program.operations[index].target = UInt32(truncatingIfNeeded: pieceStart)
    program.operations[index].operand = UInt32(
      truncatingIfNeeded: program.pieces.count - pieceStart)
    pieceStart = program.pieces.count
  }

  /// Ends what is written so far, so that a jump may come in here.
  mutating func settle() {
    if program.pieces.count > pieceStart || gaps > 0 { emit(.nothing) }
  }

  // MARK: - Targets

  /// Lets an operation go here.
  mutating func land(_ index: Int) {
    program.operations[index].target = UInt32(truncatingIfNeeded: program.operations.count)
  }

  /// Emits an operation with a target that is not known yet, and remembers in it the one before that waits
  /// for the same place.
  mutating func emit(
    _ code: RowOperation.Code, local: Int = 0, waitingAfter last: inout Int?
  ) -> Int {
    let index = emit(code, local: local)
    program.operations[index].target = UInt32(truncatingIfNeeded: last ?? index)
    last = index
    return index
  }

  /// Lets all operations land here that wait for it, of which the last is given.
  mutating func landAll(_ last: Int?) {
    var next = last
    while let index = next {
      let before = Int(program.operations[index].target)
      land(index)
      next = before == index ? nil : before
    }
  }
}
