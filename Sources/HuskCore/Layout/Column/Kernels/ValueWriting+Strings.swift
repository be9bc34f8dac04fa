// SPDX-License-Identifier: Apache-2.0

extension ValueWriting {
  /// Writes the next string of a pattern (SPEC §8.6.4 Patterns).
  @inline(never) static func pattern(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let runs = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.Run.self)
    let runCount = unsafe Int(cursor.pointee.partCount)
    var target = unsafe out
    var run = 0
    let dateRuns = unsafe Int(cursor.pointee.scale)
    let powers: PowerTable
    if dateRuns > 0 {
      let calendar = unsafe UnsafeMutablePointer(
        mutating: cursor.pointee.bytes.assumingMemoryBound(to: CalendarWriting.self))
      guard let end = unsafe calendar.pointee.write(cursor.pointee.integers.take(), target) else {
        return unsafe Written(out, .invalidValue)
      }
      if unsafe calendar.pointee.isWhole { return unsafe Written(end, upTo: limit) }
      unsafe target = end
      run = dateRuns
      powers = unsafe calendar.pointee.powers
    } else {
      powers = unsafe PowerTable(cursor.pointee.bytes)
    }
    while run < runCount {
      unsafe target = literal(runs + run, target)
      let value = unsafe runs[run].values.take()
      guard value >= 0 else { return unsafe Written(out, .invalidValue) }
      unsafe target = digits(value, runs[run].width, powers, target)
      run &+= 1
    }
    return unsafe Written(literal(runs + runCount, target), upTo: limit)
  }

  @inline(__always) private static func literal(
    _ run: UnsafeMutablePointer<ColumnCursor.Run>, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let count = unsafe run.pointee.literalCount
    unsafe ByteCopying.copy(run.pointee.literal, out, count)
    return unsafe out + count
  }

  /// Writes at least `width` digits, which is at most 18.
  @inline(__always) private static func digits(
    _ value: Int64, _ width: Int, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let magnitude = UInt64(bitPattern: value)
    // More digits than the width has are written all the same: nothing is lost.
    if width == 0 || magnitude >= powers.ten(width) {
      return unsafe powers.digits.write(magnitude, out)
    }
    return unsafe powers.digits.write(magnitude, width: width, out)
  }

  /// Writes the next string with hexadecimal digits (SPEC §8.6.5 Hexadecimal).
  @inline(never) static func hexadecimal(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let digits = unsafe cursor.pointee.bytes.assumingMemoryBound(
      to: ColumnCursor.HexDigits.self)
    let scratch = unsafe digits.pointee.scratch
    let letters: UInt64 = unsafe cursor.pointee.style == 1 ? 7 : 39
    let runs = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.Run.self)
    // Digits in one run stand right at once: behind them there is nothing but the last literal.
    let isOneRun = unsafe cursor.pointee.partCount == 2
    var digit = isOneRun ? unsafe literal(runs, out) : unsafe scratch
    for group in 0..<(unsafe Int(cursor.pointee.scale)) {
      let value = unsafe digits.pointee.groups[group].values.take()
      let count = unsafe digits.pointee.groups[group].digitCount
      guard value >= 0, value >> Int64(4 &* count) == 0 else {
        return unsafe Written(out, .invalidValue)
      }
      let word = hexadecimal(UInt64(bitPattern: value), letters) &>> UInt64(8 &* (8 &- count))
      unsafe digit.storeBytes(of: word.littleEndian, as: UInt64.self)
      unsafe digit += count
    }
    if isOneRun { return unsafe Written(literal(runs + 1, digit), upTo: limit) }
    unsafe digit = scratch
    var target = unsafe out
    for run in 0..<(unsafe Int(cursor.pointee.partCount)) {
      unsafe target = literal(runs + run, target)
      let width = unsafe runs[run].width
      unsafe ByteCopying.copy(digit, target, width)
      unsafe digit += width
      unsafe target += width
    }
    return unsafe Written(target, upTo: limit)
  }

  /// The eight digits of a value below 2^32, the first in the lowest byte.
  @inline(__always) private static func hexadecimal(_ value: UInt64, _ letters: UInt64) -> UInt64 {
    var word = (value | value &<< 16) & 0x0000_FFFF_0000_FFFF
    word = (word | word &<< 8) & 0x00FF_00FF_00FF_00FF
    word = (word | word &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    let areLetters = ((word &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
    return (word &+ 0x3030_3030_3030_3030 &+ areLetters &* letters).byteSwapped
  }
}
