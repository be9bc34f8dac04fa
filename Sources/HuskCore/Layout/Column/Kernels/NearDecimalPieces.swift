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
      // Behind the lexemes there is a word for each, and what may be overwritten.
      unsafe start = UnsafeMutableRawPointer(
        room.pointee.allocate(wanted * (Self.stride / 8 + 1) + 8, of: UInt64.self))
      capacity = wanted
    }
    guard let start = unsafe start else { return }
    let count = unsafe min(Int(column.pointee.left) + 1, capacity)
    let words = unsafe (start + Self.stride * capacity).assumingMemoryBound(
      to: DoubleWriting.Seventeen.self)
    let powers = unsafe PowerTable(column.pointee.bytes)
    unsafe round(&column.pointee.integers, Int(column.pointee.scale), powers, count, words)
    var index = 0
    while index < count {
      let lexeme = unsafe start + Self.stride &* index
      let end = unsafe words[index].write(powers, lexeme)
      let byteCount = unsafe words[index].isNumber ? end - lexeme : 0
      unsafe lexeme.storeBytes(
        of: UInt8(truncatingIfNeeded: byteCount), toByteOffset: Self.stride &- 1, as: UInt8.self)
      index &+= 1
    }
    left = count
    unsafe next = unsafe start
  }

  /// Rounds the next doubles to 17 digits.
  @inline(__always) private mutating func round(
    _ integers: inout IntegerCursor, _ scale: Int, _ powers: PowerTable, _ count: Int,
    _ words: UnsafeMutablePointer<DoubleWriting.Seventeen>
  ) {
    // What is in memory would be read again after each word that is written.
    var mantissas = integers
    var distances = distances
    let power = powers.double(scale)
    var decade = DoubleWriting.Seventeen.Decade()
    var index = 0
    while index < count {
      let mantissa = mantissas.take()
      let distance = distances.take()
      var word = DoubleWriting.Seventeen.none
      if let value = NearDecimal.anyDouble(mantissa, power, distance: distance) {
        if _slowPath(!decade.contains(value)), NearDecimal.isWritten(value), value != 0 {
          decade = DoubleWriting.Seventeen.Decade(of: value, powers)
        }
        if _fastPath(decade.contains(value)) {
          word = DoubleWriting.Seventeen(value, in: decade)
        } else if value == 0 {
          word = DoubleWriting.Seventeen(zero: value)
        }
      }
      unsafe words[index] = word
      index &+= 1
    }
    integers = mantissas
    self.distances = distances
  }
}
