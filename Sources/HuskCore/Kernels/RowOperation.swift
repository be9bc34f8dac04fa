// SPDX-License-Identifier: Apache-2.0

/// One step of writing a row: some bytes that never change, then one thing that does.
///
/// `{"a":1,"b":[2,3]}` is: write `{"a":` and a value; write `,"b":` and open an array; for each
/// element, a value; close it; write `}` and end the row.
package struct RowOperation: BitwiseCopyable {
  /// What comes behind the bytes.
  package enum Code: UInt8, BitwiseCopyable {
    /// A value of a column of any kind; the others are for one kind each.
    case value, text, constant, dictionary, integers, decimals, nearDecimals, pattern, mixed
    case hexadecimal, floating
    /// Nothing.
    case nothing
    /// Takes `target` presence words of an object of the slot to the locals, the last one of
    /// `operand` bits.
    case presence
    /// Goes where the jump table from `slot` on says for the lowest bit that is set in the local
    /// among those that `operand` has; to `target` if none is.
    case choose
    /// Keeps the place in the local.
    case mark
    /// Replaces the comma at the place in the local by an opening brace.
    case openMarked
    /// The same, and closes; writes an empty object where nothing was written since, and the
    /// `operand` bytes at `target` before its brace where anything was.
    case closeMarked
    /// Opens an array (`operand` 0) or map (1) of the slot; goes to `target` if it is empty.
    case open
    /// Writes an array whose elements the next operation writes, one value each, and goes to `target`; where
    /// they stand on lines, to the operation behind the comma, which writes the bracket that closes it.
    case elements
    /// Writes a comma and goes to `target`, or closes the array or map.
    case next
    /// Writes a comma and goes to `target`, or goes on.
    case again
    /// Goes to where the jump table from `target` on says for a tag below `operand`.
    case select
    /// Goes to `target`.
    case jump
    /// Calls the subroutine of an object at `target`, which goes back to `operand`; the locals before
    /// `local` are the caller's.
    case call
    /// Goes back to the caller.
    case end
    /// Checks that a container may be opened here.
    case enter
    /// Ends the row.
    case row
    /// Ends everything: the program goes no further.
    case stop
    /// `operand` bytes at `target`, which may be those of other operations, too, where there is room for them.
    case long
    /// An entry of a dictionary that the bytes are part of, in a short slot or a long one.
    case joined, joinedLong
    /// The same of a short slot, where the index is a byte.
    case joinedBytes
    /// The same as ``choose``, without bytes before it.
    case chooseNext

    /// Whether there are no bytes before it.
    @inline(__always) var isBare: Bool { rawValue >= Self.joined.rawValue }
  }

  package var code: Code
  /// How many containers are open here, counted from the start of the subroutine.
  package var depth: UInt16 = 0
  /// How many gaps there are in the bytes and before the value.
  package var gaps: UInt32
  /// Where the bytes start.
  package var piece: UInt32
  /// How many bytes.
  package var pieceCount: UInt32
  /// The slot; in ``RowTables``, how many bytes its column or its controls are from the first.
  package var slot: UInt32 = 0
  /// An operation.
  package var target: UInt32 = 0
  /// A local.
  package var local: UInt32 = 0
  package var operand: UInt32 = 0

  /// Creates an operation.
  package init(_ code: Code, gaps: Int, piece: Int, pieceCount: Int) {
    self.code = code
    self.gaps = UInt32(truncatingIfNeeded: gaps)
    self.piece = UInt32(truncatingIfNeeded: piece)
    self.pieceCount = UInt32(truncatingIfNeeded: pieceCount)
  }
}

/// The tags, counts or presence words of a slot, and which comes next.
package typealias ControlCursor = IntegerWalk
