// SPDX-License-Identifier: Apache-2.0

/// A program and the columns of a block, side by side in the memory of a pool.
@safe package struct RowTables {
  var operations: UnsafePointer<RowOperation>
  var pieces: UnsafeRawPointer
  var jumps: UnsafePointer<UInt32>
  var columns: UnsafeMutablePointer<ColumnCursor>
  var controls: UnsafeMutablePointer<ControlCursor>
  /// The presence words, counts and places of every open subroutine.
  var locals: UnsafeMutablePointer<Int>
  /// The callers of the open subroutines.
  var frames: UnsafeMutablePointer<RowWriter.Frame>
  /// The controls that slots share.
  var sharedControls: UnsafeRawPointer
  var sharedControlsEnd: UnsafeRawPointer
  var depthLimit: Int
  /// How many presence words objects may have beyond the first of each.
  let wordLimit: Int
  /// How many spaces stand behind commas, at most one, but not behind brackets that open.
  let commaSpaceCount: Int
  /// How many bytes may be written before it is noticed that there are too many.
  package let slack: Int
  private let columnCount: Int
  private let controlCount: Int

  /// Lays out a program and its columns.
  ///
  /// Behind the columns of the slots stands the text that slots share. The controls are the tags,
  /// counts and presence words of the slots.
  package init(
    _ program: borrowing RowProgram, _ columns: [ColumnCursor], _ controls: [ControlCursor],
    sharedControls: ByteView, depthLimit: Int, wordLimit: Int, in pool: inout ScratchPool
  ) {
    unsafe self.columns = unsafe pool.copy(columns)
    let linked = unsafe LinkedProgram(
      program, self.columns, columnCount: columns.count, in: &pool)
    unsafe operations = unsafe UnsafePointer(linked.operations)
    unsafe pieces = unsafe UnsafeRawPointer(linked.pieces)
    unsafe jumps = unsafe UnsafePointer(linked.jumps)
    unsafe self.controls = unsafe pool.copy(controls)
    let localCount = program.localCapacity(depthLimit: depthLimit)
    unsafe locals = unsafe pool.allocate(localCount + 1, of: Int.self)
    unsafe frames = unsafe pool.allocate(depthLimit + 1, of: RowWriter.Frame.self)
    unsafe self.sharedControls = unsafe sharedControls.base
    unsafe sharedControlsEnd = unsafe sharedControls.base + sharedControls.count
    self.depthLimit = depthLimit
    self.wordLimit = wordLimit
    commaSpaceCount = program.commaSpaceCount
    columnCount = columns.count
    controlCount = controls.count
    slack =
      linked.pieceCount + linked.joinedByteCount + 2 * linked.operationCount
      + pool.longestLexeme + pool.longestCut + 256
  }

  /// Whether every value and every control was taken.
  package var areFinished: Bool {
    unsafe sharedControls == sharedControlsEnd
      && UnsafeBufferPointer(start: columns, count: columnCount).allSatisfy { $0.isFinished }
      && UnsafeBufferPointer(start: controls, count: controlCount).allSatisfy { $0.isFinished }
  }
}
