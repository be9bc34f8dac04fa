// SPDX-License-Identifier: Apache-2.0

/// Writes the next lexeme of a column.
///
/// `out` is where to write, and is moved behind the lexeme. It must not be past `limit` before,
/// and is not past it after, or the fault is ``RowFault/full``. Behind `limit` there must be room
/// for the longest lexeme of bounded kinds (``ColumnCursor/longest``) and 64 bytes.
enum ValueWriting {
  typealias Cursor = UnsafeMutablePointer<ColumnCursor>

  /// Writes the next value of a text.
  ///
  ///     until a byte below space is among them: copy 16 bytes
  ///     the byte tells whether the bytes before it are a string, and get quotes
  @inline(__always) static func text(
    _ cursor: Cursor, _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    let source = unsafe cursor.pointee.bytes
    guard unsafe source < cursor.pointee.end else { return .missingValue }
    let lead = unsafe cursor.pointee.lead
    // Where there is no quote the first byte takes its place.
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    let target = unsafe out + lead
    var offset = unsafe copyWord(source, target)
    if offset == 8 { offset = unsafe 8 &+ copyWord(source + 8, target + 8) }
    while _slowPath(offset & 7 == 0) {
      // A multiple of eight is the end of a word, or a terminator at its start.
      if unsafe source.load(fromByteOffset: offset, as: UInt8.self) < ASCII.space { break }
      guard unsafe target + offset <= limit else { return .full }
      offset = unsafe offset &+ copyWord(source + offset, target + offset)
    }
    unsafe cursor.pointee.bytes = unsafe source + offset + 1
    unsafe cursor.pointee.row &+= 1
    let terminator = unsafe source.load(fromByteOffset: offset, as: UInt8.self)
    if _fastPath(terminator == TextTerminator.string && lead == 1) {
      unsafe target.storeBytes(of: ASCII.quote, toByteOffset: offset, as: UInt8.self)
      unsafe out = target + offset + 1
    } else if terminator == TextTerminator.scalar && lead == 0 {
      unsafe out = target + offset
    } else {
      return unsafe unexpected(terminator, cursor, source, offset, &out, limit)
    }
    return unsafe out <= limit ? .none : .full
  }

  /// Copies eight bytes and returns how many of them stand before the first below space.
  @inline(__always) private static func copyWord(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) -> Int {
    let raw = unsafe source.loadUnaligned(as: UInt64.self)
    unsafe target.storeBytes(of: raw, as: UInt64.self)
    let word = UInt64(littleEndian: raw)
    let low = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
    return low.trailingZeroBitCount &>> 3
  }

  /// Copies a value again whose terminator is not the one of the value before it.
  @inline(never) private static func unexpected(
    _ terminator: UInt8, _ cursor: Cursor, _ source: UnsafeRawPointer, _ count: Int,
    _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    guard unsafe limit - out >= count else { return .full }
    let isString = terminator == TextTerminator.string
    guard isString || terminator == TextTerminator.scalar || terminator == TextTerminator.container
    else { return .invalidText }
    if isString { unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self) }
    unsafe (out + (isString ? 1 : 0)).copyMemory(from: source, byteCount: count)
    unsafe out += count + (isString ? 1 : 0)
    if isString {
      unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
      unsafe out += 1
    }
    unsafe cursor.pointee.lead = isString ? 1 : 0
    guard unsafe out <= limit else { return .full }
    return terminator == TextTerminator.container ? .container : .none
  }

  /// Writes the value that all are.
  @inline(__always) static func constant(
    _ cursor: Cursor, _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    guard unsafe cursor.pointee.row < cursor.pointee.count else { return .missingValue }
    unsafe cursor.pointee.row &+= 1
    let count = unsafe cursor.pointee.partCount
    guard unsafe limit - out >= count else { return .full }
    unsafe ByteCopying.copy(cursor.pointee.bytes, out, count)
    unsafe out += count
    return .none
  }

  /// Writes the entry of the next index.
  @inline(__always) static func dictionary(
    _ cursor: Cursor, _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    let row = unsafe cursor.pointee.row
    guard unsafe row < cursor.pointee.count else { return .missingValue }
    unsafe cursor.pointee.row = row &+ 1
    let index = unsafe cursor.pointee.integers[row]
    guard unsafe UInt64(bitPattern: index) < UInt64(cursor.pointee.partCount) else {
      return .invalidValue
    }
    let entries = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.Entry.self)
    let entry = unsafe entries[Int(truncatingIfNeeded: index)]
    let count = entry.count
    guard unsafe limit - out >= count else { return .full }
    unsafe ByteCopying.copy(cursor.pointee.bytes + Int(entry.offset), out, count)
    unsafe out += count
    return _slowPath(entry.isContainer) ? .container : .none
  }

  /// Writes the next integer.
  @inline(__always) static func integers(
    _ cursor: Cursor, _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    let row = unsafe cursor.pointee.row
    guard unsafe row < cursor.pointee.count else { return .missingValue }
    unsafe cursor.pointee.row = row &+ 1
    unsafe out = DecimalWriting.write(cursor.pointee.integers[row], out)
    return unsafe out <= limit ? .none : .full
  }

  /// Writes the next integer divided by the power of ten.
  @inline(__always) static func decimals(
    _ cursor: Cursor, _ out: inout UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> RowFault {
    let row = unsafe cursor.pointee.row
    guard unsafe row < cursor.pointee.count else { return .missingValue }
    unsafe cursor.pointee.row = row &+ 1
    unsafe out = DecimalWriting.write(
      cursor.pointee.integers[row], scale: Int(cursor.pointee.scale), power: cursor.pointee.power,
      least: Int(cursor.pointee.least), out)
    return unsafe out <= limit ? .none : .full
  }
}
