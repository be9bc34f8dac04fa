// SPDX-License-Identifier: Apache-2.0

/// Doubles next to decimals that are written ahead, some at a time (SPEC §8.6.3 Near decimals).
///
/// Each step on the way from a decimal to 17 digits waits for the one before it. So the steps of several
/// numbers are taken side by side: first all are rounded, then all are written, each to a place of its
/// own.
@safe struct NearDecimalPieces: BitwiseCopyable {
  /// How far the doubles are from the decimals; it comes first, as ``ColumnCursor`` replaces it.
  private var distances: IntegerCursor
  /// Where the lexemes are, once there are some.
  private var start: UnsafeMutableRawPointer?
  /// The next lexeme.
  private var next: UnsafeMutableRawPointer
  /// How many lexemes are written and not taken.
  private var left = 0
  /// For how many there is room.
  private var capacity = 0
  /// The decade of the last number; most are of the same.
  private var decade = DoubleWriting.Seventeen.Decade()
  private let room: UnsafeMutablePointer<PieceRoom>

  /// How many bytes each lexeme has; the last one says how many of them are its own.
  private static let stride = 32
  private static let firstCapacity = 4
  private static let mostCapacity = 32

  init(_ distances: IntegerView, in room: UnsafeMutablePointer<PieceRoom>) {
    self.distances = IntegerCursor(distances)
    unsafe self.room = unsafe room
    unsafe start = nil
    unsafe next = UnsafeMutableRawPointer(room)
  }

  /// Takes the next distance, where no lexeme is taken.
  @inline(__always) mutating func takeDistance() -> Int64 { distances.take() }

  /// Writes the next number of a column in 17 digits, and returns how many bytes that are, or 0 where
  /// there is no such double.
  ///
  /// The column holds `self`, and has taken note of the value. 32 bytes are overwritten.
  @inline(__always) mutating func write(
    _ column: ValueWriting.Cursor, _ out: UnsafeMutableRawPointer
  ) -> Int {
    if left == 0 { unsafe fill(column) }
    left &-= 1
    let lexeme = unsafe next
    unsafe next = unsafe lexeme + Self.stride
    unsafe ByteCopying.copy16(lexeme, out)
    unsafe ByteCopying.copy16(lexeme + 16, out + 16)
    return unsafe Int(lexeme.load(fromByteOffset: Self.stride &- 1, as: UInt8.self))
  }

  /// Writes lexemes ahead, one at least.
  @inline(never) private mutating func fill(_ column: ValueWriting.Cursor) {
    let wanted = min(max(2 * capacity, Self.firstCapacity), Self.mostCapacity)
    if wanted > capacity {
      // Behind the lexemes there are two words for each, and what may be overwritten.
      unsafe start = UnsafeMutableRawPointer(
        room.pointee.allocate(wanted * (Self.stride / 8 + 2) + 8, of: UInt64.self))
      capacity = wanted
    }
    guard let start = unsafe start else { return }
    let count = unsafe min(Int(column.pointee.left) + 1, capacity)
    let words = unsafe (start + Self.stride * capacity).assumingMemoryBound(
      to: DoubleWriting.Seventeen.self)
    var done = 0
    while done < count {
      let lexemes = unsafe start + Self.stride &* done
      let (rounded, areAlike) = unsafe round(column, count &- done, words)
      unsafe writeRounded(words, rounded, areAlike ? decade.point : nil, column, to: lexemes)
      done &+= rounded
      guard done < count else { break }
      unsafe writeOther(column, to: start + Self.stride &* done)
      done &+= 1
    }
    left = count
    unsafe next = unsafe start
  }

  /// Rounds the next doubles to 17 digits, up to the first that is zero or none.
  ///
  /// - Returns: How many, and whether all are of the decade that is the one then.
  @inline(__always) private mutating func round(
    _ column: ValueWriting.Cursor, _ count: Int,
    _ words: UnsafeMutablePointer<DoubleWriting.Seventeen>
  ) -> (count: Int, areAlike: Bool) {
    // What is in memory would be read again after each word that is written.
    var mantissas = unsafe column.pointee.integers
    var distances = distances
    var decade = decade
    var areAlike = true
    let powers = unsafe PowerTable(column.pointee.bytes)
    let power = unsafe powers.double(Int(column.pointee.scale))
    var index = 0
    while index < count {
      var (nextMantissas, nextDistances) = (mantissas, distances)
      let (mantissa, distance) = (nextMantissas.take(), nextDistances.take())
      guard let value = NearDecimal.anyDouble(mantissa, power, distance: distance) else { break }
      if _slowPath(!decade.contains(value)) {
        guard NearDecimal.isWritten(value), value != 0 else { break }
        decade = DoubleWriting.Seventeen.Decade(of: value, powers)
        areAlike = areAlike && index == 0
      }
      unsafe words[index] = DoubleWriting.Seventeen(value, in: decade)
      (mantissas, distances) = (nextMantissas, nextDistances)
      index &+= 1
    }
    unsafe column.pointee.integers = mantissas
    self.distances = distances
    self.decade = decade
    return (index, areAlike)
  }

  /// Writes numbers, in all of which the point stands at one place if that is given.
  @inline(__always) private func writeRounded(
    _ words: UnsafePointer<DoubleWriting.Seventeen>, _ count: Int,
    _ point: DoubleWriting.Seventeen.Point?, _ column: ValueWriting.Cursor,
    to lexemes: UnsafeMutableRawPointer
  ) {
    let powers = unsafe PowerTable(column.pointee.bytes)
    var (lexeme, word) = unsafe (lexemes, words)
    let end = unsafe words + count
    if let point {
      while unsafe word < end {
        unsafe Self.end(lexeme, word.pointee.write(point, powers, lexeme))
        unsafe (lexeme, word) = unsafe (lexeme + Self.stride, word + 1)
      }
    } else {
      while unsafe word < end {
        unsafe Self.end(lexeme, word.pointee.write(powers, lexeme))
        unsafe (lexeme, word) = unsafe (lexeme + Self.stride, word + 1)
      }
    }
  }

  /// Writes the next number, which is zero, or invalid: then its length is 0.
  @inline(never) private mutating func writeOther(
    _ column: ValueWriting.Cursor, to lexeme: UnsafeMutableRawPointer
  ) {
    let powers = unsafe PowerTable(column.pointee.bytes)
    let power = unsafe powers.double(Int(column.pointee.scale))
    let mantissa = unsafe column.pointee.integers.take()
    let value = NearDecimal.anyDouble(mantissa, power, distance: distances.take())
    let isZero = value == 0
    unsafe Self.end(
      lexeme, isZero ? DoubleWriting.Seventeen(zero: value ?? 0).write(powers, lexeme) : 0)
  }

  /// Says how many bytes a lexeme has.
  @inline(__always) private static func end(_ lexeme: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe lexeme.storeBytes(
      of: UInt8(truncatingIfNeeded: byteCount), toByteOffset: stride &- 1, as: UInt8.self)
  }
}
