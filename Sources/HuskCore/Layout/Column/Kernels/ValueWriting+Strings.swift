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
    unsafe ByteCopying.copyShort(run.pointee.literal, out, count)
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
  ///
  ///     for each segment: a literal, and the next digits of its group
  ///     the last literal
  ///
  /// Eight digits are written at a time, some of them too many, which what follows is written over.
  @inline(never) static func hexadecimal(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let letters: UInt64 = unsafe cursor.pointee.style == 1 ? 7 : 39
    var segment = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.HexSegment.self)
    let last = unsafe segment + Int(cursor.pointee.partCount)
    var group = unsafe UnsafeMutablePointer(
      mutating: cursor.pointee.bytes.assumingMemoryBound(to: ColumnCursor.HexGroup.self))
    var target = unsafe out
    var digits: UInt64 = 0
    while unsafe segment < last {
      unsafe ByteCopying.copyShort(
        segment.pointee.literal, target, segment.pointee.literalCount)
      unsafe target += segment.pointee.literalCount
      if unsafe segment.pointee.startsGroup {
        let value = unsafe UInt64(bitPattern: group.pointee.values.take())
        let count = unsafe UInt64(truncatingIfNeeded: group.pointee.digitCount)
        // There are no more than eight, so a negative value has bits above them.
        guard value &>> (4 &* count) == 0 else { return unsafe Written(out, .invalidValue) }
        digits = hexadecimal(value, letters) &>> (64 &- 8 &* count)
        unsafe group += 1
      }
      unsafe target.storeBytes(of: digits.littleEndian, as: UInt64.self)
      // Where all eight are used, the next segment starts a group.
      digits = unsafe digits &>> UInt64(truncatingIfNeeded: 8 &* segment.pointee.digitCount)
      unsafe target += segment.pointee.digitCount
      unsafe segment += 1
    }
    unsafe ByteCopying.copyShort(last.pointee.literal, target, last.pointee.literalCount)
    return unsafe Written(target + last.pointee.literalCount, upTo: limit)
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
