// SPDX-License-Identifier: Apache-2.0

/// Writes the selected fields of tokenized values, without whitespace (SPEC §9.9 Selected reading).
package struct Projection {
  private let selection: FieldSelection
  private let source: ByteSource
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  /// For each node of the selection whether a member was found there.
  private var areReached: [Bool]

  /// Creates a projection of values that stand in `source`.
  package init(_ selection: FieldSelection, _ source: ByteSource) {
    self.selection = selection
    self.source = source
    areReached = Array(repeating: false, count: selection.nodes.count)
  }

  /// The nodes of the selection at which members were found.
  var reachedNodes: [Int] { areReached.indices.filter { areReached[$0] } }

  /// Writes a separator.
  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Writes what is selected of the value at a tape index, and a separator before it.
  ///
  /// - Returns: Whether anything was written: a scalar is only where it is selected whole.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func append(
    _ index: Int, after separator: UInt8?, _ tape: borrowing TokenTape
  ) -> Bool {
    let mark = bytes.count
    if let separator { bytes.append(separator) }
    if append(index, 0, tape) { return true }
    bytes.removeLast(bytes.count - mark)
    return false
  }

  private mutating func append(
    _ index: Int, _ node: Int, _ tape: borrowing TokenTape
  ) -> Bool {
    if selection.nodes[node].isWhole {
      appendWhole(index, tape)
      return true
    }
    switch tape[index].kind {
    case .openObject: appendObject(index, node, tape)
    case .openArray: appendArray(index, node, tape)
    default: return false
    }
    return true
  }

  private mutating func appendObject(_ index: Int, _ node: Int, _ tape: borrowing TokenTape) {
    bytes.append(ASCII.openBrace)
    let start = bytes.count
    let close = index + tape[index].extent
    var key = index + 1
    while key < close {
      let value = key + 1
      if let member = selection.member(source.bytes(tape[key].range), of: node) {
        areReached[member] = true
        let mark = bytes.count
        if mark > start { bytes.append(ASCII.comma) }
        source.append(tape[key].range, to: &bytes)
        bytes.append(ASCII.colon)
        if !append(value, member, tape) { bytes.removeLast(bytes.count - mark) }
      }
      key = Tokenizer.end(of: value, on: tape)
    }
    bytes.append(ASCII.closeBrace)
  }

  private mutating func appendArray(_ index: Int, _ node: Int, _ tape: borrowing TokenTape) {
    bytes.append(ASCII.openBracket)
    let start = bytes.count
    let close = index + tape[index].extent
    var element = index + 1
    while element < close {
      let mark = bytes.count
      if mark > start { bytes.append(ASCII.comma) }
      if !append(element, node, tape) { bytes.removeLast(bytes.count - mark) }
      element = Tokenizer.end(of: element, on: tape)
    }
    bytes.append(ASCII.closeBracket)
  }

  /// Writes a value as it is, without whitespace.
  private mutating func appendWhole(_ index: Int, _ tape: borrowing TokenTape) {
    TokenPrinter.append(index..<Tokenizer.end(of: index, on: tape), tape, source, to: &bytes)
  }
}
