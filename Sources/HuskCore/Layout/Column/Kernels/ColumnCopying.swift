// SPDX-License-Identifier: Apache-2.0

/// A column whose values are made from those of another one.
@safe struct DerivedColumn: BitwiseCopyable {
  /// The other column, which nobody else takes values from.
  var source: ColumnCursor
  var prefix: UnsafeRawPointer
  var prefixCount: Int
  var suffix: UnsafeRawPointer
  var suffixCount: Int
  var front: Int
  var back: Int
  /// How far behind the start the next value of the other column is written, so that what is kept
  /// of it stands where it belongs if the value is of the same kind as the last one.
  var shift: Int
}

extension ScratchPool {
  /// A column of strings derived from `source`, of which no value was taken.
  package mutating func derived(
    _ derivation: TextDerivation, from source: ColumnCursor, count: Int
  ) -> ColumnCursor {
    longestCut = max(longestCut, derivation.front + derivation.back)
    let column = unsafe DerivedColumn(
      source: copy(source), prefix: UnsafeRawPointer(copy(derivation.prefix)),
      prefixCount: derivation.prefix.count, suffix: UnsafeRawPointer(copy(derivation.suffix)),
      suffixCount: derivation.suffix.count, front: derivation.front, back: derivation.back,
      shift: max(derivation.prefix.count - derivation.front, 0))
    let parts = unsafe UnsafeMutableRawPointer(copy([column]))
    return unsafe ColumnCursor(.derived, count, constant(0), parts, parts)
  }

  /// A column that goes through the same values by itself; what never changes is not copied.
  ///
  /// - Complexity: O(*n*) for *n* columns in the column.
  mutating func copy(_ column: ColumnCursor) -> ColumnCursor {
    var copied = column
    copied.copyPieces()
    let count = Int(column.partCount)
    switch column.kind {
    case .empty, .text, .constant, .dictionary, .joined, .joinedLong, .integers, .decimals: break
    case .derived, .spliced, .base64, .quoted: break
    case .frontCoded: unsafe copied.parts = copy(column.parts, 1, of: FrontState.self)
    case .nearDecimals: unsafe copied.parts = copy(column.parts, 1, of: NearDecimalPieces.self)
    case .floating: unsafe copied.parts = copy(column.parts, 1, of: FloatingParts.self)
    case .pattern:
      // Behind the runs stands the last literal.
      unsafe copied.parts = copy(column.parts, count + 1, of: ColumnCursor.Run.self)
    case .hexadecimal:
      unsafe copied.bytes = UnsafeRawPointer(
        copy(column.bytes, Int(column.scale), of: ColumnCursor.HexGroup.self))
    case .mixed:
      let columns = unsafe column.parts.assumingMemoryBound(to: ColumnCursor.self)
      var copies: [ColumnCursor] = []
      for index in 0..<count { unsafe copies.append(copy(columns[index])) }
      unsafe copied.parts = UnsafeMutableRawPointer(copy(copies))
    case .composed:
      let parts = unsafe column.parts.assumingMemoryBound(to: ColumnCursor.ComposedPart.self)
      // Behind the parts stands the last literal.
      var copies = unsafe Array(UnsafeBufferPointer(start: parts, count: count + 1))
      for index in 0..<count { copies[index].column = copy(copies[index].column) }
      unsafe copied.parts = UnsafeMutableRawPointer(copy(copies))
    }
    return copied
  }

  @unsafe private mutating func copy<Element: BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ count: Int, of type: Element.Type
  ) -> UnsafeMutableRawPointer {
    let target = unsafe allocate(count, of: type)
    unsafe target.update(from: source.assumingMemoryBound(to: type), count: count)
    return UnsafeMutableRawPointer(target)
  }
}

extension ValueWriting {
  /// Writes the next string that is derived from another value (SPEC §8.6.6 Derived values).
  ///
  ///     the value of the other column, where its content stands right by itself
  ///     prefix and suffix around what is kept of it
  ///
  /// Behind `limit` there must be room for what is left out, too (``ScratchPool/longestCut``).
  @inline(never) static func derived(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe Written(out, .missingValue) }
    let column = unsafe cursor.pointee.parts.assumingMemoryBound(to: DerivedColumn.self)
    // Near the end there may be room for a literal, but not behind a prefix.
    let shift = unsafe limit - out > column.pointee.shift &+ 8 ? column.pointee.shift : 0
    let lexeme = unsafe out + shift
    let cut = unsafe column.pointee.front &+ column.pointee.back
    let written = unsafe any(&column.pointee.source, lexeme, limit + cut)
    guard written.fault == .none else {
      return unsafe Written(out, written.fault.inString)
    }
    let count = unsafe written.out - lexeme
    let first = unsafe lexeme.load(as: UInt8.self)
    guard count > 0 else { return unsafe Written(out, .invalidValue) }
    // No number starts with a letter: literals stay what they are.
    if _slowPath(first >= ASCII.lowerF) {
      unsafe out.copyMemory(from: lexeme, byteCount: count)
      return unsafe Written(out + count, upTo: limit)
    }
    let quote = first == ASCII.quote ? 1 : 0
    let kept = count &- 2 &* quote &- cut
    guard kept >= 0 else { return unsafe Written(out, .invalidValue) }
    let prefixCount = unsafe column.pointee.prefixCount
    let suffixCount = unsafe column.pointee.suffixCount
    guard unsafe limit - out >= prefixCount &+ kept &+ suffixCount &+ 2 else {
      return unsafe Written(out, .full)
    }
    let target = unsafe out + (prefixCount &+ 1)
    let content = unsafe lexeme + (quote &+ column.pointee.front)
    if unsafe target != content {
      unsafe target.copyMemory(from: content, byteCount: kept)
      unsafe column.pointee.shift = max(prefixCount &+ 1 &- quote &- column.pointee.front, 0)
    }
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    unsafe (out + 1).copyMemory(from: column.pointee.prefix, byteCount: prefixCount)
    unsafe ByteCopying.copy(column.pointee.suffix, target + kept, suffixCount)
    let end = unsafe target + (kept &+ suffixCount)
    unsafe end.storeBytes(of: ASCII.quote, as: UInt8.self)
    return unsafe Written(end + 1, .none)
  }
}
