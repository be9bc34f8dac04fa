// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// Decompresses a section; what comes out may be read past its end by ``padding``.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n* + `count`) for *n* bytes that become `count`.
  package mutating func decompress(
    _ bytes: ByteView, _ codec: Codec, count: Int, with decompressor: inout Decompressor
  ) throws(HuskError) -> ByteView {
    guard count <= codec.mostBytes(from: bytes.count) else {
      throw HuskError(.invalidCompression, "\(bytes.count) bytes cannot become \(count)")
    }
    let source = unsafe UnsafeBufferPointer(
      start: bytes.base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    var room = Room(for: count, from: bytes.count)
    let mark = mark
    while true {
      let target = unsafe UnsafeMutableBufferPointer(
        start: allocate(room.byteCount, of: UInt8.self), count: room.byteCount)
      if try unsafe decompressor.decompress(source, codec, count: count, into: target) {
        return unsafe ByteView(target.baseAddress.unsafelyUnwrapped, count: count)
      }
      takeBack(to: mark)
      room.grow()
    }
  }

  /// Decompresses sections of `count` bytes each, one behind the other.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n* + *m*) for *n* bytes that become *m*.
  package mutating func decompress(
    _ sections: ArraySlice<StreamSource.Section>, of payload: ByteView, count: Int,
    with decompressor: inout Decompressor
  ) throws(HuskError) -> ByteView {
    for section in sections where count > section.codec.mostBytes(from: section.range.count) {
      throw HuskError(
        .invalidCompression, "\(section.range.count) bytes cannot become \(count)")
    }
    let sourceCount = sections.reduce(0) { $0 + $1.range.count }
    if !Room(for: count * sections.count, from: sourceCount).isWhole {
      // Where one of them does not become so many bytes, there is no memory for all of them.
      let mark = mark
      for section in sections {
        _ = try decompress(
          payload[section.range], section.codec, count: count, with: &decompressor)
        takeBack(to: mark)
      }
    }
    let target = unsafe allocate(count * sections.count, of: UInt8.self)
    for (number, section) in sections.enumerated() {
      let bytes = payload[section.range]
      let source = unsafe UnsafeBufferPointer(
        start: bytes.base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      _ = try unsafe decompressor.decompress(
        source, section.codec, count: count,
        into: UnsafeMutableBufferPointer(start: target + number * count, count: count))
    }
    return unsafe ByteView(target, count: count * sections.count)
  }

  /// Whether a text can be that of `count` values: empty, or with a terminator at its end.
  package static func isText(_ text: ByteView, count: Int) -> Bool {
    count > 0 || count == ColumnCursor.unknownCount && text.count > 0
      ? text.count > 0 && text[text.count - 1] < ASCII.space : text.count == 0
  }

  /// A column that stands in a text for which ``isText(_:count:)`` holds.
  package func text(_ text: ByteView, count: Int) -> ColumnCursor {
    var cursor = unsafe ColumnCursor(
      .text, count, IntegerView(text.base, constant: 0), text.base,
      UnsafeMutableRawPointer(mutating: text.base + text.count))
    cursor.style = count == ColumnCursor.unknownCount ? 1 : 0
    return cursor
  }

  /// A column in which all lexemes are `lexeme`.
  package mutating func constant(_ lexeme: [UInt8], count: Int) -> ColumnCursor {
    let bytes = unsafe UnsafeMutableRawPointer(copy(lexeme))
    return unsafe ColumnCursor(.constant, count, constant(0), bytes, bytes, lexeme.count)
  }

  /// A column of integers divided by ten to the power of `scale`, 0 to 18.
  ///
  /// Where there are many of few values, each of those is written once, as if they were a dictionary.
  package mutating func decimals(
    _ mantissas: IntegerView, scale: Int, _ style: DecimalStyle, count: Int
  ) -> ColumnCursor {
    guard numberTablesLeft > 0, let table = numberTable(of: mantissas, count) else {
      return numbers(mantissas, scale: scale, style, count: count)
    }
    numberTablesLeft -= 1
    var entries = numbers(table.entries, scale: scale, style, count: table.entryCount)
    return dictionary(of: &entries, table.indices, count: count, byteLimit: .max).column
  }

  /// The few values of many integers, and which of them each integer is.
  mutating func numberTable(
    of integers: IntegerView, _ count: Int
  ) -> (entries: IntegerView, entryCount: Int, indices: IntegerView)? {
    if let table = unsafe integers.maker?.pointee.table {
      guard count >= 64, table.entryCount <= min(count / 4, Self.numberTableSize) else {
        return nil
      }
      return (table.entries.adding(integers.offset), table.entryCount, table.indices)
    }
    guard count >= 4096, !integers.isMade, integers.stride == 1 else { return nil }
    let all = unsafe allocate(256, of: UInt8.self)
    for byte in 0..<256 { unsafe all[byte] = UInt8(byte) }
    return unsafe (
      IntegerView(all, stride: 1, offset: integers.offset), 256,
      IntegerView(integers.base, stride: 1, offset: 0)
    )
  }

  private mutating func numbers(
    _ mantissas: IntegerView, scale: Int, _ style: DecimalStyle, count: Int
  ) -> ColumnCursor {
    let table = unsafe PowerTable.shared.address
    guard scale > 0 else {
      return unsafe ColumnCursor(
        .integers, count, mantissas, table, UnsafeMutableRawPointer(mutating: mantissas.base))
    }
    let least = style.least(scale: scale)
    let form = unsafe copy([DecimalForm(scale: scale, least: least, .common)])
    return unsafe ColumnCursor(.decimals, count, mantissas, table, UnsafeMutableRawPointer(form))
  }

  /// A column of doubles next to decimals.
  package mutating func nearDecimals(
    _ mantissas: IntegerView, _ distances: IntegerView, scale: Int, _ style: NearDecimal.Style,
    count: Int
  ) -> ColumnCursor {
    var cursor = unsafe ColumnCursor(
      .nearDecimals, count, mantissas, PowerTable.shared.address,
      UnsafeMutableRawPointer(copy([NearDecimalPieces(distances, in: pieceRoom)])),
      others: distances.isMade ? [(distances, 0)] : [])
    cursor.scale = UInt8(truncatingIfNeeded: scale)
    cursor.style = style.rawValue
    return cursor
  }

  /// A column of columns by class.
  package mutating func mixed(
    _ classes: IntegerView, _ columns: [ColumnCursor], count: Int
  ) -> ColumnCursor {
    let parts = unsafe UnsafeMutableRawPointer(copy(columns))
    return unsafe ColumnCursor(.mixed, count, classes, parts, parts, columns.count)
  }

  /// A column of strings of a pattern; the integers of a calendar unit come first.
  package mutating func pattern(
    _ pattern: StringPattern, _ columns: [IntegerView], count: Int
  ) -> ColumnCursor {
    let dateRuns = pattern.calendar?.runCount ?? 0
    var runs: [ColumnCursor.Run] = []
    var others: [(view: IntegerView, number: Int)] = []
    var longest = 64
    for index in pattern.literals.indices {
      var literal = pattern.literals[index]
      if index == 0 { literal.insert(ASCII.quote, at: 0) }
      if index == pattern.runs.count { literal.append(ASCII.quote) }
      let isLast = index == pattern.runs.count
      let view = columns[isLast ? 0 : max(0, index - max(dateRuns - 1, 0))]
      if !isLast, index >= dateRuns, view.isMade { others.append((view, index)) }
      runs.append(
        unsafe ColumnCursor.Run(
          literal: copy(literal), literalCount: literal.count,
          width: isLast ? 0 : pattern.runs[index].width, values: IntegerCursor(view)))
      longest += literal.count + 24
    }
    longestLexeme = max(longestLexeme, longest)
    let parts = unsafe UnsafeMutableRawPointer(copy(runs))
    var cursor = unsafe ColumnCursor(
      .pattern, count, dateRuns > 0 ? columns[0] : constant(0), PowerTable.shared.address, parts,
      pattern.runs.count, others: others)
    if let unit = pattern.calendar {
      cursor.style = unit.rawValue
      cursor.scale = UInt8(truncatingIfNeeded: dateRuns)
      unsafe cursor.bytes = UnsafeRawPointer(copy([calendar(pattern, unit)]))
    }
    return cursor
  }

  /// What the first runs of a pattern are written with.
  private mutating func calendar(
    _ pattern: StringPattern, _ unit: CalendarUnit
  ) -> CalendarWriting {
    var text: [UInt8] = [ASCII.quote]
    var places = InlineArray<7, Int>(repeating: 0)
    for (index, width) in unit.widths.enumerated() {
      text += pattern.literals[index]
      places[index] = text.count
      text += Array(repeating: ASCII.zero, count: width)
    }
    // Digits of a fraction are written over what follows them, which comes afterwards then.
    let isWhole = unit.runCount == pattern.runs.count && unit.runCount < 7
    if isWhole { text += pattern.literals[unit.runCount] + [ASCII.quote] }
    return unsafe CalendarWriting(
      unit, copy(text), text.count, places, .common, isWhole: isWhole)
  }

  /// A column of the entries that `indices` name, and the bytes that the entries come to.
  ///
  /// The column of the entries is used up. All entries together may have `byteLimit` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes of entries.
  package mutating func dictionary(
    of entries: inout ColumnCursor, _ indices: IntegerView, count: Int, byteLimit: Int
  ) -> (column: ColumnCursor, byteCount: Int, fault: RowFault) {
    let entryCount = entries.count ?? 0
    let most = min(mostBytes(of: entries), byteLimit, Int(UInt32.max))
    let slack = Self.longestLexeme(of: entries) + 64
    let table = unsafe allocate(entryCount, of: ColumnCursor.Entry.self)
    // A text is there, and its entries come to no more; of others there may be as many as anybody says.
    var room = entries.kind == .text ? most : min(most, Self.firstRoom)
    let mark = mark
    while true {
      var attempt = room < most ? copy(entries) : entries
      let start = unsafe UnsafeMutableRawPointer(allocate(room + slack, of: UInt8.self))
      let (byteCount, fault) = unsafe Self.write(&attempt, entryCount, table, start, room)
      if fault == .full, room < most {
        takeBack(to: mark)
        room = min(most, 4 * room)
        continue
      }
      entries = attempt
      let cursor = unsafe ColumnCursor(
        .dictionary, count, indices, UnsafeRawPointer(start), UnsafeMutableRawPointer(table),
        entryCount)
      return (cursor, byteCount, fault)
    }
  }

  /// Writes the entries of a dictionary to `start`, where there is `room`, and their places to `table`.
  private static func write(
    _ entries: inout ColumnCursor, _ entryCount: Int,
    _ table: UnsafeMutablePointer<ColumnCursor.Entry>, _ start: UnsafeMutableRawPointer,
    _ room: Int
  ) -> (byteCount: Int, fault: RowFault) {
    // Most entries are texts, for which nothing has to be chosen one by one.
    entries.kind == .text
      ? unsafe write(&entries, entryCount, table, start, room) {
        unsafe ValueWriting.text($0, $1, $2)
      }
      : unsafe write(&entries, entryCount, table, start, room) {
        unsafe ValueWriting.any($0, $1, $2)
      }
  }

  @inline(__always) private static func write(
    _ entries: inout ColumnCursor, _ entryCount: Int,
    _ table: UnsafeMutablePointer<ColumnCursor.Entry>, _ start: UnsafeMutableRawPointer,
    _ room: Int,
    _ entry: (ValueWriting.Cursor, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Written
  ) -> (byteCount: Int, fault: RowFault) {
    unsafe withUnsafeMutablePointer(to: &entries) { cursor in
      var offset = 0
      for index in 0..<entryCount {
        let written = unsafe entry(cursor, start + offset, start + room)
        let fault = written.fault
        guard fault == .none || fault == .container else { return (offset, fault) }
        let byteCount = unsafe written.out - start - offset
        guard byteCount < 1 << 31 else { return (offset, .full) }
        unsafe table[index] = ColumnCursor.Entry(
          offset: UInt32(truncatingIfNeeded: offset),
          word: UInt32(truncatingIfNeeded: byteCount) | (fault == .container ? 1 << 31 : 0))
        offset += byteCount
      }
      return (offset, .none)
    }
  }

  /// A column without values.
  package mutating func empty() -> ColumnCursor {
    let zero = constant(0)
    return unsafe ColumnCursor(
      .empty, 0, zero, zero.base, UnsafeMutableRawPointer(mutating: zero.base))
  }

  /// How many bytes there is room for at first, for entries that stand in no text.
  static let firstRoom = 1 << 12

  /// No more bytes than that are written of a value before it is noticed that there is no room.
  static func longestLexeme(of column: ColumnCursor) -> Int {
    switch column.kind {
    case .pattern:
      let runs = unsafe UnsafeBufferPointer(
        start: column.parts.assumingMemoryBound(to: ColumnCursor.Run.self),
        count: Int(column.partCount) + 1)
      return unsafe runs.reduce(64) { $0 + $1.literalCount + 24 }
    case .hexadecimal: return 64 + 2 * HexPattern.lengthLimit
    case .quoted: return 64 + affixByteCount(of: column)
    case .mixed:
      let columns = unsafe UnsafeBufferPointer(
        start: column.parts.assumingMemoryBound(to: ColumnCursor.self),
        count: Int(column.partCount))
      return unsafe columns.reduce(64) { max($0, longestLexeme(of: $1)) }
    case .composed:
      let parts = unsafe UnsafeBufferPointer(
        start: column.parts.assumingMemoryBound(to: ColumnCursor.ComposedPart.self),
        count: Int(column.partCount))
      return unsafe parts.reduce(64) { max($0, longestLexeme(of: $1.column)) }
    case .empty, .text, .constant, .dictionary, .joined, .joinedLong, .frontCoded, .base64,
      .integers, .decimals, .nearDecimals, .floating, .derived, .spliced:
      return 64
    }
  }

  /// No more bytes than that are written for all values of a column.
  private func mostBytes(of column: ColumnCursor) -> Int {
    let count = column.count ?? 0
    return switch column.kind {
    case .empty: 0
    case .text: unsafe UnsafeRawPointer(column.parts) - column.bytes + 2 * count
    case .constant: Int(column.partCount) * count
    case .integers, .decimals, .nearDecimals, .floating, .pattern, .hexadecimal, .quoted:
      count * longestLexeme
    case .dictionary, .joined, .joinedLong, .mixed, .frontCoded, .base64, .derived, .composed,
      .spliced:
      .max
    }
  }
}
