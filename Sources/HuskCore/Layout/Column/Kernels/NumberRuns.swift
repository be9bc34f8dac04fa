// SPDX-License-Identifier: Apache-2.0

/// Writes several numbers of a column, with a comma behind each.
///
/// What the numbers have in common is read once, and what was taken is written back once. The caller has
/// made sure that so many integers stand somewhere, and that there is room.
enum NumberRuns {
  typealias Cursor = ValueWriting.Cursor

  /// No number has more bytes, what it may overwrite and the comma included.
  static let mostBytes = 64

  /// Writes `count` integers, and returns how many.
  @inline(__always) static func integers(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    let powers = unsafe PowerTable(column.pointee.bytes)
    var left = count
    unsafe write(column, &out) { (values, target) in
      while left > 0 {
        let end = unsafe DecimalWriting.write(values.take(), powers, target)
        unsafe target = unsafe comma(end)
        left &-= 1
      }
    }
    unsafe column.pointee.take(count)
    return count
  }

  /// Writes `count` decimals, and returns how many.
  @inline(__always) static func decimals(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    let form = unsafe column.pointee.decimalForm.pointee
    var left = count
    unsafe write(column, &out) { (values, target) in
      while left > 0 {
        unsafe target = unsafe comma(form.write(values.take(), target))
        left &-= 1
      }
    }
    unsafe column.pointee.take(count)
    return count
  }

  /// Writes the numbers among the next `count` values of a column of several kinds, up to the first that is
  /// none, and returns how many.
  @inline(__always) static func mixed(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    let parts = unsafe column.pointee.parts.assumingMemoryBound(to: ColumnCursor.self)
    let limit = unsafe UInt64(column.pointee.partCount)
    var classes = unsafe column.pointee.integers
    var done = 0
    while done < count {
      var ahead = classes
      let number = ahead.take()
      guard UInt64(bitPattern: number) < limit else { break }
      let part = unsafe parts + Int(truncatingIfNeeded: number)
      let most = unsafe min(count &- done, Int(part.pointee.left))
      guard most > 0, unsafe part.pointee.kind == .decimals else { break }
      let form = unsafe part.pointee.decimalForm.pointee
      var left = most
      unsafe write(part, &out) { (values, target) in
        repeat {
          classes = ahead
          unsafe target = unsafe comma(form.write(values.take(), target))
          left &-= 1
        } while left > 0 && ahead.take() == number
      }
      unsafe part.pointee.take(most &- left)
      done &+= most &- left
    }
    unsafe column.pointee.integers = classes
    unsafe column.pointee.take(done)
    return done
  }

  /// Goes through the integers of a column in registers.
  @inline(__always) private static func write(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer,
    _ body: (inout IntegerCursor, inout UnsafeMutableRawPointer) -> Void
  ) {
    var values = unsafe column.pointee.integers
    var target = unsafe out
    unsafe body(&values, &target)
    unsafe column.pointee.integers = values
    unsafe out = unsafe target
  }

  /// Writes a comma, and returns the address behind it.
  @inline(__always) private static func comma(
    _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: ASCII.comma, as: UInt8.self)
    return unsafe out + 1
  }
}
