// SPDX-License-Identifier: Apache-2.0

/// A program for the columns of one block, in the memory of a pool.
///
/// Each value gets the operation of its column. A constant that is written as often as the value
/// beside it becomes part of the bytes before what follows, and no operation is left of it.
@safe struct LinkedProgram {
  let operations: UnsafeMutablePointer<RowOperation>
  private(set) var operationCount: Int
  /// The bytes of the operations; they may be read past their end by ``ScratchPool/padding``.
  private(set) var pieces: UnsafeMutableRawPointer
  private(set) var pieceCount: Int
  let jumps: UnsafeMutablePointer<UInt32>
  /// The most bytes that are written by operations whose bytes are joined with entries.
  private(set) var joinedByteCount = 0

  /// The columns of the slots; behind them stands the text that slots share.
  private let columns: UnsafeMutablePointer<ColumnCursor>
  /// By how many operations each column is written, of which more than two are not counted.
  private let useCounts: UnsafeMutablePointer<UInt8>
  private let columnCount: Int
  private let jumpCount: Int
  /// Bytes of the program and constants between them, which stand behind the pieces of the program.
  private var joined: [UInt8] = []

  /// Links a program; of constants that become bytes, all values are taken.
  ///
  /// - Complexity: O(*n*) for *n* operations, bytes and entries of short dictionaries.
  init(
    _ program: borrowing RowProgram, _ columns: UnsafeMutablePointer<ColumnCursor>,
    columnCount: Int, in pool: inout ScratchPool
  ) {
    unsafe self.columns = unsafe columns
    self.columnCount = columnCount
    unsafe operations = unsafe pool.copy(program.operations)
    operationCount = program.operations.count
    unsafe jumps = unsafe pool.copy(program.jumps)
    jumpCount = program.jumps.count
    pieceCount = program.pieces.count
    unsafe pieces = unsafe UnsafeMutableRawPointer(pool.copy(program.pieces))
    let areTargets = unsafe pool.allocate(operationCount + 1, of: Bool.self)
    unsafe areTargets.update(repeating: false, count: operationCount + 1)
    let numbers = unsafe pool.allocate(operationCount + 1, of: UInt32.self)
    unsafe useCounts = unsafe pool.allocate(columnCount, of: UInt8.self)
    unsafe useCounts.update(repeating: 0, count: columnCount)
    let count = operationCount
    unsafe resolve(marking: areTargets)
    unsafe joinConstants(besides: areTargets, numbers)
    if operationCount < count { unsafe renumber(numbers) }
    setReturns()
    appendJoined(in: &pool)
    joinEntries(in: &pool)
    for index in 0..<operationCount { unsafe operations[index].resolveSlot() }
  }

  /// Gives each value the operation of its column, or of the text that slots share; marks all operations
  /// that others go to.
  private func resolve(marking areTargets: UnsafeMutablePointer<Bool>) {
    for index in 0..<operationCount {
      let operation = unsafe operations + index
      if unsafe operation.pointee.code == .value {
        let slot = unsafe Int(operation.pointee.slot)
        let column = unsafe columns[slot].kind == .empty ? columnCount - 1 : slot
        unsafe operation.pointee.code = columns[column].code
        unsafe operation.pointee.slot = UInt32(truncatingIfNeeded: column)
        unsafe useCounts[column] = min(2, useCounts[column] + 1)
      } else if unsafe operation.pointee.hasTarget {
        unsafe areTargets[Int(operation.pointee.target)] = true
      }
    }
    for index in 0..<jumpCount { unsafe areTargets[Int(jumps[index])] = true }
  }

  /// Makes constants part of the bytes behind them, and closes the gaps that their operations leave;
  /// `numbers` becomes the new number of each operation.
  private mutating func joinConstants(
    besides areTargets: UnsafePointer<Bool>, _ numbers: UnsafeMutablePointer<UInt32>
  ) {
    let count = operationCount
    // Where what constants have become starts, and how many gaps there are in it.
    var start: Int?
    var gaps: UInt32 = 0
    // How often the value before is written, where the columns that are left make sure of it.
    var verified: Int?
    var followsElements = false
    operationCount = 0
    for index in 0..<count {
      // What is closed up never gets ahead of what is read.
      var operation = unsafe operations[index]
      unsafe numbers[index] = UInt32(truncatingIfNeeded: operationCount)
      let valueCount = valueCount(operation)
      gaps += operation.gaps
      let isKnown = unsafe valueCount != nil && verified == valueCount && !areTargets[index]
      verified = valueCount
      let isElement = followsElements
      followsElements = operation.code == .elements
      if operation.code == .constant, let valueCount, unsafe !areTargets[index + 1], !isElement,
        unsafe isKnown || self.valueCount(operations[index + 1]) == valueCount
      {
        if start == nil { start = joined.count }
        bytes(of: operation).append(to: &joined)
        unsafe columns[Int(operation.slot)].constantLexeme.append(to: &joined)
        unsafe columns[Int(operation.slot)].takeAll()
        // Only one of two neighbours can vouch for the other.
        if !isKnown { verified = nil }
        continue
      }
      if let first = start {
        // Others stay where they are.
        bytes(of: operation).append(to: &joined)
        operation.piece = UInt32(truncatingIfNeeded: pieceCount + first)
        operation.pieceCount = UInt32(truncatingIfNeeded: joined.count - first)
        start = nil
      }
      operation.gaps = gaps
      gaps = 0
      unsafe operations[operationCount] = operation
      operationCount += 1
    }
  }

  /// How often an operation must be done in the block, where a column that it alone writes tells.
  private func valueCount(_ operation: RowOperation) -> Int? {
    let column = Int(operation.slot)
    guard operation.isValue, unsafe useCounts[column] == 1 else { return nil }
    return unsafe columns[column].count
  }

  /// Replaces the numbers of operations by new ones.
  private func renumber(_ numbers: UnsafePointer<UInt32>) {
    for index in 0..<operationCount where unsafe operations[index].hasTarget {
      unsafe operations[index].target = numbers[Int(operations[index].target)]
    }
    for index in 0..<jumpCount { unsafe jumps[index] = numbers[Int(jumps[index])] }
  }

  /// Says of calls where they go back to: past jumps that write nothing.
  private func setReturns() {
    for index in 0..<operationCount where unsafe operations[index].code == .call {
      var next = index + 1
      // Jumps go forth.
      while unsafe operations[next].isBareJump { next = unsafe Int(operations[next].target) }
      unsafe operations[index].operand = UInt32(truncatingIfNeeded: next)
    }
  }

  /// Puts what constants have become behind the other bytes.
  private mutating func appendJoined(in pool: inout ScratchPool) {
    guard !joined.isEmpty else { return }
    let all = unsafe UnsafeMutableRawPointer(
      pool.allocate(pieceCount + joined.count, of: UInt8.self))
    unsafe all.copyMemory(from: pieces, byteCount: pieceCount)
    unsafe joined.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(start: all + pieceCount, count: $0.count)
        .copyMemory(from: $0)
    }
    unsafe pieces = unsafe all
    pieceCount += joined.count
    joined = []
  }

  /// Joins entries of dictionaries, and constants, with what is written before them, where that is short
  /// and pays.
  ///
  /// - Complexity: O(*n*) for *n* operations and entries.
  private mutating func joinEntries(in pool: inout ScratchPool) {
    // The operation that writes a column first, and whether all others write the same before it.
    let firsts = unsafe pool.allocate(columnCount, of: UInt32.self)
    let areAlike = unsafe pool.allocate(columnCount, of: Bool.self)
    unsafe areAlike.update(repeating: true, count: columnCount)
    for index in (0..<operationCount).reversed() where unsafe operations[index].isJoinable {
      unsafe firsts[Int(operations[index].slot)] = UInt32(truncatingIfNeeded: index)
    }
    for index in 0..<operationCount where unsafe operations[index].isJoinable {
      let column = unsafe Int(operations[index].slot)
      let first = unsafe operations[Int(firsts[column])]
      // Elements are written without what stands before the first of them.
      let isElement = unsafe index > 0 && operations[index - 1].code == .elements
      guard unsafe isElement || !isAlike(first, operations[index]) else { continue }
      unsafe areAlike[column] = false
    }
    var left = JoinedEntries.byteLimit
    for index in 0..<operationCount where unsafe operations[index].isJoinable {
      let column = unsafe Int(operations[index].slot)
      guard unsafe areAlike[column] else { continue }
      if unsafe Int(firsts[column]) == index {
        let prefix = unsafe bytes(of: operations[index])
        let byteCount = unsafe columns[column].join(prefix, upTo: left, in: &pool)
        left -= byteCount
        unsafe areAlike[column] = byteCount > 0
        guard byteCount > 0 else { continue }
      }
      unsafe operations[index].code = columns[column].code
      unsafe operations[index].pieceCount = 0
      joinedByteCount += 1 << JoinedEntries.longShift
    }
  }

  /// The bytes that an operation writes before its value.
  private func bytes(of operation: RowOperation) -> ByteView {
    unsafe ByteView(pieces + Int(operation.piece), count: Int(operation.pieceCount))
  }

  /// Whether two operations write the same bytes before a value.
  private func isAlike(_ first: RowOperation, _ second: RowOperation) -> Bool {
    guard first.piece != second.piece || first.pieceCount != second.pieceCount else { return true }
    return bytes(of: first).span.array() == bytes(of: second).span.array()
  }
}

extension RowOperation {
  /// Whether ``target`` is the number of an operation.
  fileprivate var hasTarget: Bool {
    switch code {
    case .choose, .open, .elements, .next, .again, .jump, .call: true
    default: false
    }
  }

  /// Whether it goes elsewhere and does nothing else.
  fileprivate var isBareJump: Bool { code == .jump && pieceCount == 0 && gaps == 0 }

  /// Whether it writes a value.
  fileprivate var isValue: Bool {
    switch code {
    case .value, .text, .constant, .dictionary, .integers, .decimals: true
    case .nearDecimals, .pattern, .mixed, .hexadecimal, .floating, .joined: true
    case .joinedLong, .joinedBytes: true
    default: false
    }
  }

  /// Whether it writes a value that can be joined with the bytes before it.
  fileprivate var isJoinable: Bool { code == .dictionary || code == .constant }

  /// Replaces the number of the slot by the place of what belongs to it.
  fileprivate mutating func resolveSlot() {
    let stride: Int
    switch code {
    case .presence, .open, .elements, .select: stride = MemoryLayout<ControlCursor>.stride
    case .choose:
      if pieceCount == 0 { code = .chooseNext }
      return
    default: stride = isValue ? MemoryLayout<ColumnCursor>.stride : 0
    }
    slot = UInt32(Int(slot) * stride)
  }
}

extension ColumnCursor {
  /// The operation that writes a value of the column.
  fileprivate var code: RowOperation.Code {
    switch kind {
    case .text: .text
    case .constant: .constant
    case .dictionary: .dictionary
    case .integers: .integers
    case .decimals: .decimals
    case .nearDecimals: .nearDecimals
    case .pattern: .pattern
    case .mixed: .mixed
    case .hexadecimal: .hexadecimal
    case .floating: .floating
    case .joined: unsafe integers.areBytes && pieces == nil ? .joinedBytes : .joined
    case .joinedLong: .joinedLong
    default: .value
    }
  }

  /// The lexeme of a constant column.
  fileprivate var constantLexeme: ByteView { unsafe ByteView(bytes, count: Int(partCount)) }
}
