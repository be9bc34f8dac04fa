// SPDX-License-Identifier: Apache-2.0

/// What came of writing a lexeme.
@safe struct Written {
  /// Where to go on.
  var out: UnsafeMutableRawPointer
  /// What was wrong.
  var fault: RowFault

  @inline(__always) init(_ out: UnsafeMutableRawPointer, _ fault: RowFault) {
    unsafe self.out = unsafe out
    self.fault = fault
  }

  /// A lexeme that may end past the limit.
  @inline(__always) init(_ out: UnsafeMutableRawPointer, upTo limit: UnsafeMutableRawPointer) {
    unsafe self.out = unsafe out
    fault = unsafe out <= limit ? .none : .full
  }
}

/// Writes the next lexeme of a column.
///
/// `out` is where to write, and must not be past `limit`; nor is what comes back, or the fault is
/// ``RowFault/full``. Behind `limit` there must be room for the longest lexeme of bounded kinds
/// (``ScratchPool/longestLexeme``) and 64 bytes. `out` is handed on by value: a variable whose address
/// is taken would not stay in a register.
enum ValueWriting {
  typealias Cursor = UnsafeMutablePointer<ColumnCursor>

  /// Writes the next value of a text.
  ///
  ///     until a byte below space is among them: copy 16 bytes
  ///     the byte tells whether the bytes before it are a string, and get quotes
  ///
  /// A text ends with such a byte, and can be read past its end: what is read starts before it.
  @inline(__always) static func text(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let source = unsafe cursor.pointee.bytes
    guard unsafe source < UnsafeRawPointer(cursor.pointee.parts) else {
      return unsafe Written(out, .missingValue)
    }
    let lead = unsafe Int(cursor.pointee.lead)
    // Where there is no quote the first byte takes its place.
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    let target = unsafe out + lead
    var count = unsafe copyValue(source, target)
    if _slowPath(count == 16) {
      repeat {
        // No more than 17 bytes are written behind the limit.
        guard unsafe out + count <= limit else { return unsafe Written(out, .full) }
        guard unsafe copyWhole(source + count, target + count) else {
          count &+= unsafe copyValue(source + count, target + count)
          break
        }
        count &+= 16
      } while true
    }
    unsafe cursor.pointee.bytes = unsafe source + count + 1
    unsafe cursor.pointee.countText()
    let terminator = unsafe source.load(fromByteOffset: count, as: UInt8.self)
    if _fastPath(terminator == TextTerminator.string && lead == 1) {
      unsafe target.storeBytes(of: ASCII.quote, toByteOffset: count, as: UInt8.self)
      return unsafe Written(target + count + 1, upTo: limit)
    }
    if terminator == TextTerminator.scalar && lead == 0 {
      return unsafe Written(target + count, upTo: limit)
    }
    return unsafe unexpected(terminator, cursor, source, count, out, limit)
  }

  /// Copies 16 bytes and returns how many of them stand before the first below space.
  @inline(__always) private static func copyValue(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) -> Int {
    unsafe ByteCopying.copy16(source, target)
    let low = unsafe marks(source.loadUnaligned(as: UInt64.self))
    let high = unsafe marks(source.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    // One branch for both words would be decided by the length of the value, so there is none.
    let marks = low == 0 ? high : low
    return (low == 0 ? 8 : 0) &+ marks.trailingZeroBitCount &>> 3
  }

  /// Copies 16 bytes and returns whether none of them is below space.
  ///
  /// Long values go through this: where one copy starts does not depend on what the one before found.
  @inline(__always) private static func copyWhole(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe ByteCopying.copy16(source, target)
    let low = unsafe marks(source.loadUnaligned(as: UInt64.self))
    let high = unsafe marks(source.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    return low | high == 0
  }

  /// How many bytes of a text stand before the first below space, which there must be; seven
  /// bytes behind that can be read.
  @inline(__always) static func textCount(_ source: UnsafeRawPointer) -> Int {
    var count = 0
    while true {
      let found = unsafe marks(source.loadUnaligned(fromByteOffset: count, as: UInt64.self))
      if found != 0 { return count &+ found.trailingZeroBitCount &>> 3 }
      count &+= 8
    }
  }

  /// Marks the first byte below space by its high bit; bytes above it may be marked too.
  @inline(__always) private static func marks(_ raw: UInt64) -> UInt64 {
    let word = UInt64(littleEndian: raw)
    return (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
  }

  /// Copies a value again whose terminator is not the one of the value before it.
  @inline(never) private static func unexpected(
    _ terminator: UInt8, _ cursor: Cursor, _ source: UnsafeRawPointer, _ count: Int,
    _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe limit - out >= count else { return unsafe Written(out, .full) }
    let isString = terminator == TextTerminator.string
    guard isString || terminator == TextTerminator.scalar || terminator == TextTerminator.container
    else { return unsafe Written(out, .invalidText) }
    let lead = isString ? 1 : 0
    if isString { unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self) }
    unsafe (out + lead).copyMemory(from: source, byteCount: count)
    var end = unsafe out + lead + count
    if isString {
      unsafe end.storeBytes(of: ASCII.quote, as: UInt8.self)
      unsafe end += 1
    }
    unsafe cursor.pointee.lead = UInt8(lead)
    let written = unsafe Written(end, upTo: limit)
    let isContainer = terminator == TextTerminator.container && written.fault == .none
    return isContainer ? unsafe Written(end, .container) : written
  }

  /// Writes the value that all are.
  @inline(__always) static func constant(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe Written(out, .missingValue) }
    let count = unsafe Int(cursor.pointee.partCount)
    guard unsafe limit - out >= count else { return unsafe Written(out, .full) }
    unsafe ByteCopying.copyShort(cursor.pointee.bytes, out, count)
    return unsafe Written(out + count, .none)
  }

  /// Writes the entry of the next index.
  @inline(__always) static func dictionary(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let index = unsafe cursor.pointee.integers.take()
    guard unsafe UInt64(bitPattern: index) < UInt64(cursor.pointee.partCount) else {
      return unsafe Written(out, .invalidValue)
    }
    let entries = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.Entry.self)
    let entry = unsafe entries[Int(truncatingIfNeeded: index)]
    let count = entry.count
    guard unsafe limit - out >= count else { return unsafe Written(out, .full) }
    unsafe ByteCopying.copyShort(cursor.pointee.bytes + Int(entry.offset), out, count)
    return unsafe Written(out + count, _slowPath(entry.isContainer) ? .container : .none)
  }

  /// Writes an entry that is joined with what is before it, as the operation says.
  @inline(__always) static func anyJoined(
    _ code: RowOperation.Code, _ cursor: Cursor, _ out: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer
  ) -> Written {
    if code == .joinedBytes {
      guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
      let index = unsafe UInt64(cursor.pointee.integers.takeByte())
      return unsafe copyShort(index, cursor, out)
    }
    if code == .joined { return unsafe joined(cursor, out, limit) }
    return unsafe joinedLong(cursor, out, limit)
  }

  /// Copies the short slot of an index, if there is one.
  @inline(__always) private static func copyShort(
    _ index: UInt64, _ cursor: Cursor, _ out: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe index < UInt64(cursor.pointee.partCount) else {
      return unsafe Written(out, .invalidValue)
    }
    let slot =
      unsafe cursor.pointee.parts + Int(truncatingIfNeeded: index) &<< JoinedEntries.shortShift
    unsafe ByteCopying.copy16(slot, out)
    unsafe ByteCopying.copy16(slot + 16, out + 16)
    return unsafe Written(out + Int(slot.load(fromByteOffset: 31, as: UInt8.self)), .none)
  }

  /// Writes the entry of the next index and the bytes of the program before it: 32 bytes are copied.
  @inline(__always) static func joined(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let index = unsafe UInt64(bitPattern: cursor.pointee.integers.take())
    return unsafe copyShort(index, cursor, out)
  }

  /// The same of a long slot, of which 64 bytes are copied.
  @inline(__always) static func joinedLong(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let index = unsafe UInt64(bitPattern: cursor.pointee.integers.take())
    guard unsafe index < UInt64(cursor.pointee.partCount) else {
      return unsafe Written(out, .invalidValue)
    }
    let slot =
      unsafe cursor.pointee.parts + Int(truncatingIfNeeded: index) &<< JoinedEntries.longShift
    unsafe ByteCopying.copy16(slot, out)
    unsafe ByteCopying.copy16(slot + 16, out + 16)
    unsafe ByteCopying.copy16(slot + 32, out + 32)
    unsafe ByteCopying.copy16(slot + 48, out + 48)
    return unsafe Written(out + Int(slot.load(fromByteOffset: 63, as: UInt8.self)), .none)
  }

  /// Writes the next integer.
  @inline(__always) static func integers(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let powers = unsafe PowerTable(cursor.pointee.bytes)
    let end = unsafe DecimalWriting.write(cursor.pointee.integers.take(), powers, out)
    return unsafe Written(end, upTo: limit)
  }

  /// Writes the next integer divided by the power of ten.
  @inline(__always) static func decimals(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let value = unsafe cursor.pointee.integers.take()
    let end = unsafe DecimalForm.write(value, cursor.pointee.decimalForm, out)
    return unsafe Written(end, upTo: limit)
  }
}
