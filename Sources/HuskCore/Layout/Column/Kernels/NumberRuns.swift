// SPDX-License-Identifier: Apache-2.0

/// Writes several numbers of a column, with a separator behind each.
///
/// What the numbers have in common is read once, and what was taken is written back once. The caller has
/// made sure that so many integers stand somewhere, and that there is room.
enum NumberRuns {
  typealias Cursor = ValueWriting.Cursor

  /// No number has more bytes, what it may overwrite and a comma included.
  static let mostBytes = 64

  /// Writes `count` integers, and returns how many.
  @inline(__always) static func integers<Separator: ElementSeparator>(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator
  ) -> Int {
    let powers = unsafe PowerTable(column.pointee.bytes)
    var left = count
    unsafe write(column, &out) { (values, target) in
      while left > 0 {
        let end = unsafe DecimalWriting.write(values.take(), powers, target)
        unsafe target = separator.write(end)
        left &-= 1
      }
    }
    unsafe column.pointee.take(count)
    return count
  }

  /// Writes `count` decimals, and returns how many.
  @inline(__always) static func decimals<Separator: ElementSeparator>(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator
  ) -> Int {
    let form = unsafe column.pointee.decimalForm.pointee
    var left = count
    unsafe write(column, &out) { (values, target) in
      while left > 0 {
        unsafe target = separator.write(form.write(values.take(), target))
        left &-= 1
      }
    }
    unsafe column.pointee.take(count)
    return count
  }

  /// Writes the numbers among the next `count` values of a column of several kinds, up to the first that is
  /// none, and returns how many.
  @inline(__always) static func mixed<Separator: ElementSeparator>(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator
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
          unsafe target = separator.write(form.write(values.take(), target))
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

  /// Writes the next numbers with a floating point, at most `count`, up to the first that is not written
  /// quickly, and returns how many.
  @inline(__always) static func floating<Separator: ElementSeparator>(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator
  ) -> Int {
    let form = unsafe column.pointee.floatingParts.pointee.form
    let powers = unsafe PowerTable(column.pointee.bytes)
    let left =
      switch form.kind {
      case .digits: count
      case .double:
        unsafe floating(column, &out, count, separator, form, powers) {
          ShortestDigits(bits: $0, isSingle: false, powers)
        }
      case .widened:
        unsafe floating(column, &out, count, separator, form, powers) {
          ShortestDigits(bits: FloatingWriting.widened($0), isSingle: false, powers)
        }
      case .single:
        unsafe floating(column, &out, count, separator, form, powers) {
          ShortestDigits(bits: $0, isSingle: true, powers)
        }
      }
    unsafe column.pointee.take(count &- left)
    return count &- left
  }

  /// Writes numbers up to the first that is not plain in its form, and returns how many are left.
  @inline(__always) private static func floating<Separator: ElementSeparator>(
    _ column: Cursor, _ out: inout UnsafeMutableRawPointer, _ count: Int,
    _ separator: Separator, _ form: FloatingForm, _ powers: PowerTable,
    _ digits: (UInt64) -> ShortestDigits?
  ) -> Int {
    var left = count
    unsafe write(column, &out) { (values, target) in
      while left > 0 {
        var ahead = values
        let value = ahead.take()
        guard let number = digits(UInt64(bitPattern: value ^ value &>> 63)), form.isPlain(number)
        else { return }
        let start = unsafe FloatingWriting.writeSign(value, target)
        let end = unsafe FloatingWriting.writePlain(number, form, powers, start)
        unsafe target = separator.write(end)
        values = ahead
        left &-= 1
      }
    }
    return left
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
}
