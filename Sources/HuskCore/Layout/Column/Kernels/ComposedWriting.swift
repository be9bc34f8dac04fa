// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// A column of strings of literals and, between them, what the values of other columns have between their
  /// quotes (SPEC §8.6.10 Composed strings).
  package mutating func composed(
    _ literals: StringLiterals, _ columns: [ColumnCursor], count: Int
  ) -> ColumnCursor {
    precondition(columns.count == literals.partCount, "a column for each part")
    var parts: [ColumnCursor.ComposedPart] = []
    for (index, text) in literals.texts.enumerated() {
      unsafe parts.append(
        ColumnCursor.ComposedPart(
          literal: UnsafeRawPointer(copy(text)), literalCount: text.count,
          column: index < columns.count ? columns[index] : empty()))
    }
    let base = unsafe UnsafeMutableRawPointer(copy(parts))
    return unsafe ColumnCursor(.composed, count, constant(0), base, base, columns.count)
  }
}

extension ValueWriting {
  /// Writes the next string that is composed of literals and values (SPEC §8.6.10 Composed strings).
  ///
  ///     for each part: its literal, and the value, whose first quote takes the place of the byte before it
  ///     that byte comes back, and what follows goes where the last quote is
  @inline(never) static func composed(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe Written(out, .missingValue) }
    var part = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.ComposedPart.self)
    let end = unsafe part + Int(cursor.pointee.partCount)
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    var next = unsafe out + 1
    while true {
      let literalCount = unsafe part.pointee.literalCount
      guard unsafe limit - next > literalCount else { return unsafe Written(out, .full) }
      unsafe ByteCopying.copy(part.pointee.literal, next, literalCount)
      unsafe next += literalCount
      guard unsafe part < end else { break }
      let written = unsafe content(&part.pointee.column, behind: next, limit)
      guard written.fault == .none else { return unsafe Written(out, written.fault.inString) }
      unsafe next = written.out
      unsafe part += 1
    }
    unsafe next.storeBytes(of: ASCII.quote, as: UInt8.self)
    return unsafe Written(next + 1, .none)
  }

  /// Writes what the next value holds behind other bytes: its first quote takes the place of the last of those,
  /// which comes back.
  @inline(__always) static func content(
    _ column: Cursor, behind out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let start = unsafe out - 1
    let before = unsafe start.load(as: UInt8.self)
    let written = unsafe any(column, start, limit)
    guard written.fault == .none else { return written }
    var end = unsafe written.out - 1
    // A text is believed: what it calls a number may be a lone quote, or nothing where a quote stands.
    if unsafe _slowPath(start.load(as: UInt8.self) != ASCII.quote || end <= start) {
      // A number or literal has no quotes.
      unsafe out.copyMemory(from: start, byteCount: written.out - start)
      unsafe end = written.out + 1
    }
    unsafe start.storeBytes(of: before, as: UInt8.self)
    return unsafe Written(end, .none)
  }
}

extension RowFault {
  /// The fault of a string in which a value has this one: there is no array or object in it.
  var inString: RowFault { self == .container ? .invalidValue : self }
}
