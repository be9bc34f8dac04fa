// SPDX-License-Identifier: Apache-2.0

extension RowWriter {
  /// Writes the elements of an array of scalars, and the bracket that closes it where that does not stand on
  /// a line of its own.
  ///
  /// `element` is the operation that writes one, and `left` the number of elements, at least one;
  /// then it is the number of those that could not be written.
  @inline(__always) func writeElements(
    _ element: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer, _ left: inout Int
  ) -> Elements {
    let columns = unsafe UnsafeMutableRawPointer(tables.columns)
    guard unsafe element.pointee.pieceCount == 0 else {
      let line = unsafe LineSeparator(element, tables.pieces)
      return unsafe Self.writeElements(element, columns, line.start(out), limit, line, &left)
    }
    let comma = CommaSeparator(spaceCount: tables.commaSpaceCount)
    return unsafe Self.writeElements(element, columns, out, limit, comma, &left)
  }

  /// The same behind what stands before the first element; it is no method, for which the whole writer would
  /// be copied.
  @inline(never) private static func writeElements<Separator: ElementSeparator>(
    _ element: UnsafePointer<RowOperation>, _ columns: UnsafeMutableRawPointer,
    _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer, _ separator: Separator,
    _ left: inout Int
  ) -> Elements {
    let column = unsafe (columns + Int(element.pointee.slot))
      .assumingMemoryBound(to: ColumnCursor.self)
    return switch unsafe element.pointee.code {
    case .text:
      unsafe write(column, out, limit, separator, &left, none) {
        unsafe ValueWriting.text($0, $1, $2)
      }
    case .integers:
      unsafe write(column, out, limit, separator, &left, NumberRuns.integers) {
        unsafe ValueWriting.integers($0, $1, $2)
      }
    case .decimals:
      unsafe write(column, out, limit, separator, &left, NumberRuns.decimals) {
        unsafe ValueWriting.decimals($0, $1, $2)
      }
    case .dictionary:
      unsafe write(column, out, limit, separator, &left, none) {
        unsafe ValueWriting.dictionary($0, $1, $2)
      }
    case .mixed:
      unsafe write(column, out, limit, separator, &left, NumberRuns.mixed) {
        unsafe ValueWriting.mixed($0, $1, $2)
      }
    case .floating:
      unsafe write(column, out, limit, separator, &left, NumberRuns.floating) {
        unsafe ValueWriting.floating($0, $1, $2)
      }
    default:
      unsafe write(column, out, limit, separator, &left, none) {
        unsafe ValueWriting.any($0, $1, $2)
      }
    }
  }

  /// The operation behind the elements of an array: the one that writes the bracket that closes it, where
  /// that stands on a line of its own and there are any.
  @inline(__always) func behindElements(
    _ operation: UnsafePointer<RowOperation>, areAny: Bool
  ) -> UnsafePointer<RowOperation> {
    unsafe areAny && (operation + 1).pointee.pieceCount > 0
      ? operation + 3 : tables.operations + Int(operation.pointee.target)
  }

  /// What came of writing elements.
  @safe struct Elements {
    var out: UnsafeMutableRawPointer
    /// Where the last element starts.
    var start: UnsafeMutableRawPointer
    var fault: RowFault
  }

  /// Writes elements until none is left or one cannot be written.
  ///
  /// `many` may write the next elements, no more than it is told, and returns how many it has; the last
  /// element is not among them.
  @inline(__always) private static func write<Separator: ElementSeparator>(
    _ column: ValueWriting.Cursor, _ start: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer, _ separator: Separator, _ left: inout Int,
    _ many: (ValueWriting.Cursor, inout UnsafeMutableRawPointer, Int, Separator) -> Int,
    _ element: (
      ValueWriting.Cursor, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Written
  ) -> Elements {
    let mostBytes = NumberRuns.mostBytes &+ separator.mostBytes
    var out = unsafe start
    while true {
      let most = unsafe min(left &- 1, Int(column.pointee.left), (limit - out) / mostBytes)
      if most > 0 { left &-= unsafe many(column, &out, most, separator) }
      let written = unsafe element(column, out, limit)
      guard written.fault == .none else {
        return unsafe Elements(out: written.out, start: out, fault: written.fault)
      }
      left &-= 1
      if left == 0 {
        guard Separator.closes else {
          return unsafe Elements(out: written.out, start: out, fault: .none)
        }
        unsafe written.out.storeBytes(of: ASCII.closeBracket, as: UInt8.self)
        let end = unsafe Written(written.out + 1, upTo: limit)
        return unsafe Elements(out: end.out, start: out, fault: end.fault)
      }
      unsafe out = separator.write(written.out)
    }
  }

  /// Writes none of the next elements.
  @inline(__always) private static func none<Separator: ElementSeparator>(
    _ column: ValueWriting.Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator
  ) -> Int { 0 }
}
