// SPDX-License-Identifier: Apache-2.0

/// A program for the columns of one block.
///
/// Each value gets the operation of its column. A constant that is written as often as the value
/// beside it becomes part of the bytes before what follows, and no operation is left of it.
struct LinkedProgram {
  private(set) var operations: [RowOperation] = []
  private(set) var pieces: [UInt8] = []
  private(set) var jumps: [UInt32]
  /// The most bytes that are written by operations whose bytes are joined with entries.
  private(set) var joinedByteCount = 0

  /// Links a program; of constants that become bytes, all values are taken.
  ///
  /// Behind the columns of the slots stands the text that slots share.
  ///
  /// - Complexity: O(*n*) for *n* operations and bytes.
  init(_ program: RowProgram, _ columns: inout [ColumnCursor]) {
    jumps = program.jumps
    operations.reserveCapacity(program.operations.count)
    pieces = program.pieces
    let old = Self.resolve(program, columns)
    var areTargets = [Bool](repeating: false, count: old.count + 1)
    for operation in old where operation.hasTarget { areTargets[Int(operation.target)] = true }
    for jump in jumps { areTargets[Int(jump)] = true }

    var numbers: [UInt32] = []
    // What constants have become, and how many gaps there are in it.
    var held: [UInt8] = []
    var gaps: UInt32 = 0
    // How often the value before is written, where the columns that are left make sure of it.
    var verified: Int?
    for index in old.indices {
      var operation = old[index]
      numbers.append(UInt32(truncatingIfNeeded: operations.count))
      let count = operation.valueCount(columns)
      gaps += operation.gaps
      let isKnown = count != nil && !areTargets[index] && verified == count
      verified = count
      if operation.code == .constant, let count, !areTargets[index + 1],
        index == 0 || old[index - 1].code != .elements,
        isKnown || old[index + 1].valueCount(columns) == count
      {
        held += program.pieces[operation.pieceRange]
        held += columns[Int(operation.slot)].constantLexeme
        columns[Int(operation.slot)].takeAll()
        // Only one of two neighbours can vouch for the other.
        if !isKnown { verified = nil }
        continue
      }
      if !held.isEmpty {
        // Others stay where they are.
        held += program.pieces[operation.pieceRange]
        operation.piece = UInt32(truncatingIfNeeded: pieces.count)
        operation.pieceCount = UInt32(truncatingIfNeeded: held.count)
        pieces += held
        held.removeAll(keepingCapacity: true)
      }
      operation.gaps = gaps
      gaps = 0
      operations.append(operation)
    }
    pieces += Array(repeating: 0, count: ScratchPool.padding)
    for index in operations.indices where operations[index].hasTarget {
      operations[index].target = numbers[Int(operations[index].target)]
    }
    for index in jumps.indices { jumps[index] = numbers[Int(jumps[index])] }
  }

  /// Replaces the numbers of slots by the places of what belongs to them; nothing can be joined any more.
  mutating func resolveSlots() {
    for index in operations.indices { operations[index].resolveSlot() }
  }

  /// Lets an operation write entries that its bytes are part of.
  mutating func join(_ index: Int, with column: ColumnCursor) {
    operations[index].code = column.code
    operations[index].pieceCount = 0
    joinedByteCount += 1 << JoinedEntries.longShift
  }

  /// Gives each value the operation of its column, or of the text that slots share.
  private static func resolve(
    _ program: RowProgram, _ columns: [ColumnCursor]
  ) -> [RowOperation] {
    var operations = program.operations
    for index in operations.indices where operations[index].code == .value {
      let slot = Int(operations[index].slot)
      let column = columns[slot].kind == .empty ? columns.count - 1 : slot
      operations[index].code = columns[column].code
      operations[index].slot = UInt32(truncatingIfNeeded: column)
    }
    return operations
  }
}

extension RowOperation {
  /// Where its bytes stand among those of its program.
  var pieceRange: Range<Int> { Int(piece)..<Int(piece) + Int(pieceCount) }

  /// Whether ``target`` is the number of an operation.
  fileprivate var hasTarget: Bool {
    switch code {
    case .choose, .open, .elements, .next, .jump, .call: true
    default: false
    }
  }

  /// Whether it writes a value.
  var isValue: Bool {
    switch code {
    case .value, .text, .constant, .dictionary, .integers, .decimals: true
    case .nearDecimals, .pattern, .mixed, .hexadecimal, .joined: true
    case .joinedLong, .joinedBytes: true
    default: false
    }
  }

  /// How often it must be done in the block, where a column of its own tells.
  fileprivate func valueCount(_ columns: [ColumnCursor]) -> Int? {
    isValue ? columns[Int(slot)].count : nil
  }

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
    case .joined: unsafe integers.areBytes && pieces == nil ? .joinedBytes : .joined
    case .joinedLong: .joinedLong
    default: .value
    }
  }

  /// The lexeme of a constant column.
  fileprivate var constantLexeme: [UInt8] {
    unsafe ByteView(bytes, count: Int(partCount)).array()
  }
}
