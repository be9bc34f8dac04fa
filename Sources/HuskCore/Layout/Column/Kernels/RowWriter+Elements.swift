// SPDX-License-Identifier: Apache-2.0

extension RowWriter {
  /// Writes the elements of an array of scalars, with a comma and spaces behind each, and closes it.
  ///
  /// `element` is the operation that writes one, and `left` the number of elements, at least one;
  /// then it is the number of those that could not be written.
  @inline(__always) func writeElements(
    _ element: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer, _ left: inout Int
  ) -> Elements {
    unsafe Self.writeElements(
      element, UnsafeMutableRawPointer(tables.columns), out, limit, tables.commaSpaceCount, &left)
  }

  /// The same; it is no method, for which the whole writer would be copied.
  @inline(never) private static func writeElements(
    _ element: UnsafePointer<RowOperation>, _ columns: UnsafeMutableRawPointer,
    _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer, _ spaces: Int,
    _ left: inout Int
  ) -> Elements {
    let column = unsafe (columns + Int(element.pointee.slot))
      .assumingMemoryBound(to: ColumnCursor.self)
    return switch unsafe element.pointee.code {
    case .text:
      unsafe write(column, out, limit, spaces, &left, none) {
        unsafe ValueWriting.text($0, $1, $2)
      }
    case .integers:
      unsafe write(column, out, limit, spaces, &left, NumberRuns.integers) {
        unsafe ValueWriting.integers($0, $1, $2)
      }
    case .decimals:
      unsafe write(column, out, limit, spaces, &left, NumberRuns.decimals) {
        unsafe ValueWriting.decimals($0, $1, $2)
      }
    case .dictionary:
      unsafe write(column, out, limit, spaces, &left, none) {
        unsafe ValueWriting.dictionary($0, $1, $2)
      }
    case .mixed:
      unsafe write(column, out, limit, spaces, &left, NumberRuns.mixed) {
        unsafe ValueWriting.mixed($0, $1, $2)
      }
    case .floating:
      unsafe write(column, out, limit, spaces, &left, NumberRuns.floating) {
        unsafe ValueWriting.floating($0, $1, $2)
      }
    default:
      unsafe write(column, out, limit, spaces, &left, none) {
        unsafe ValueWriting.any($0, $1, $2)
      }
    }
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
  @inline(__always) private static func write(
    _ column: ValueWriting.Cursor, _ start: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer, _ spaceCount: Int, _ left: inout Int,
    _ many: (ValueWriting.Cursor, inout UnsafeMutableRawPointer, Int, Int) -> Int,
    _ element: (
      ValueWriting.Cursor, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Written
  ) -> Elements {
    var out = unsafe start
    while true {
      let most = unsafe min(
        left &- 1, Int(column.pointee.left), (limit - out) / NumberRuns.mostBytes)
      if most > 0 { left &-= unsafe many(column, &out, most, spaceCount) }
      let written = unsafe element(column, out, limit)
      guard written.fault == .none else {
        return unsafe Elements(out: written.out, start: out, fault: written.fault)
      }
      left &-= 1
      if left == 0 {
        unsafe written.out.storeBytes(of: ASCII.closeBracket, as: UInt8.self)
        let end = unsafe Written(written.out + 1, upTo: limit)
        return unsafe Elements(out: end.out, start: out, fault: end.fault)
      }
      unsafe out = NumberRuns.comma(written.out, spaceCount)
    }
  }

  /// Writes none of the next elements.
  @inline(__always) private static func none(
    _ column: ValueWriting.Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ spaceCount: Int
  ) -> Int { 0 }
}
