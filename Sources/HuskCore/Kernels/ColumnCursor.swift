// SPDX-License-Identifier: Apache-2.0

/// A place in a decoded column: which value comes next, and how its lexeme is made.
///
/// It has 64 bytes, a cache line: a row of many fields goes through as many cursors.
/// All memory that it refers to is of the ``ScratchPool`` that made it.
@safe package struct ColumnCursor: BitwiseCopyable {
  /// How lexemes are made.
  package enum Kind: UInt8, BitwiseCopyable {
    /// There are none.
    case empty
    /// They stand in a text with a terminator behind each.
    case text
    /// All are the same.
    case constant
    /// They are entries of a table, by their index.
    case dictionary
    /// They are entries in slots with what is written before them, short slots or long ones.
    case joined, joinedLong
    /// They are integers.
    case integers
    /// They are integers divided by a power of ten.
    case decimals
    /// They are doubles next to decimals.
    case nearDecimals
    /// They are strings with digits at some places.
    case pattern
    /// They are strings with hexadecimal digits at some places.
    case hexadecimal
    /// They are strings that start as the ones before them do.
    case frontCoded
    /// They are strings of bytes in Base64.
    case base64
    /// They come from columns of several kinds.
    case mixed
    /// They are made from the values of another column.
    case derived
    /// They are strings with integers in them, divided by a power of ten.
    case quoted
    /// They are strings of literals and values of other columns.
    case composed
    /// They are strings with parts of the values of another column in them.
    case spliced
    /// They are numbers with a floating point.
    case floating
  }

  /// The integers: indices, mantissas, classes.
  var integers: IntegerCursor
  /// How many entries, parts or columns there are.
  var partCount: UInt32 = 0
  /// The next value of a text; the bytes of entries; tables.
  var bytes: UnsafeRawPointer
  /// The end of a text; entries, parts or columns; the form of decimals.
  var parts: UnsafeMutableRawPointer
  /// What makes more integers where some do not stand in the block.
  private(set) var pieces: UnsafeMutablePointer<IntegerPieces>?
  /// The number of values that are left, of those whose integers stand somewhere; of a text that does not
  /// know, no longer zero or more.
  private(set) var left: Int32
  package private(set) var kind: Kind
  /// The bytes in front of a value in a text, one for a quote or none, as they were last time.
  var lead: UInt8 = 1
  /// What is known of the lexemes beside their kind, where a kind has variants.
  var style: UInt8 = 0
  /// The number of digits behind the point; of runs or groups of digits.
  var scale: UInt8 = 0

  /// The count of a text that says by its end alone how many values it has.
  package static let unknownCount = -1

  /// Creates a column of `count` values.
  ///
  /// Behind the integers come those that other cursors of the column read, with their numbers.
  init(
    _ kind: Kind, _ count: Int, _ integers: IntegerView, _ bytes: UnsafeRawPointer,
    _ parts: UnsafeMutableRawPointer, _ partCount: Int = 0,
    others: [(view: IntegerView, number: Int)] = []
  ) {
    self.kind = kind
    left = Int32(count)
    self.integers = IntegerCursor(integers)
    unsafe self.bytes = unsafe bytes
    unsafe self.parts = unsafe parts
    self.partCount = UInt32(partCount)
    unsafe pieces =
      others.isEmpty
      ? IntegerPieces.pieces(of: integers, count)
      : IntegerPieces.pieces(of: [(integers, IntegerPieces.own)] + others, count)
    if unsafe pieces != nil { left = 0 }
  }

  /// Goes through the same integers by itself; none was taken yet.
  mutating func copyPieces() {
    if let shared = unsafe pieces { unsafe pieces = IntegerPieces.copy(shared) }
  }

  /// The number of values, where none was taken and the column knows.
  package var count: Int? { left >= 0 ? Int(left) + unmade : nil }

  /// How many values have integers that are not made yet.
  private var unmade: Int { unsafe pieces?.pointee.left ?? 0 }

  /// Takes note of a value that is taken; returns whether there is one whose integers stand somewhere.
  @inline(__always) mutating func takesValue() -> Bool {
    left &-= 1
    guard _fastPath(left >= 0) else {
      left = 0
      return false
    }
    return true
  }

  /// Puts a value back that was taken note of.
  mutating func putBack() { left &+= 1 }

  /// Why there is no value: there are no more, or integers are not what their column says.
  var lack: RowFault { unsafe pieces?.pointee.isInvalid == true ? .invalidValue : .missingValue }

  /// Refills the buffer of computed integers once it is used up; returns `false` at the end, or where they are
  /// invalid.
  mutating func goesOn() -> Bool {
    guard let pieces = unsafe pieces else { return false }
    let count = unsafe pieces.pointee.makeNext()
    guard count > 0 else { return false }
    for index in 0..<(unsafe pieces.pointee.feedCount) {
      guard let (cursor, number) = unsafe pieces.pointee.cursor(index) else { return false }
      put(cursor, number)
    }
    left = Int32(truncatingIfNeeded: count)
    return true
  }

  /// Replaces one of the cursors that the column has.
  private mutating func put(_ cursor: IntegerCursor, _ number: Int) {
    guard number != IntegerPieces.own else {
      integers = cursor
      return
    }
    switch kind {
    case .nearDecimals, .spliced, .floating:
      unsafe parts.assumingMemoryBound(to: IntegerCursor.self).pointee = cursor
    case .pattern: unsafe parts.assumingMemoryBound(to: Run.self)[number].values = cursor
    case .hexadecimal:
      let groups = unsafe UnsafeMutableRawPointer(mutating: bytes)
      unsafe groups.assumingMemoryBound(to: HexGroup.self)[number].values = cursor
    default: break
    }
  }

  /// How the numbers of a column of decimals are written.
  @inline(__always) var decimalForm: UnsafePointer<DecimalForm> {
    unsafe UnsafePointer(parts.assumingMemoryBound(to: DecimalForm.self))
  }

  /// Takes note of values of which as many are left.
  @inline(__always) mutating func take(_ count: Int) { left &-= Int32(truncatingIfNeeded: count) }

  /// Takes note of a value of a text.
  @inline(__always) mutating func countText() { left &-= 1 }

  /// Replaces the table of a dictionary, none of which was taken, by slots.
  mutating func joinParts(_ slots: UnsafeMutableRawPointer, _ kind: Kind) {
    unsafe parts = unsafe slots
    self.kind = kind
  }

  /// Takes note of all values at once.
  mutating func takeAll() { left = 0 }

  /// Whether every value was taken.
  package var isFinished: Bool {
    switch kind {
    case .text:
      return unsafe left <= 0 && bytes == UnsafeRawPointer(parts) && (left == 0 || style == 1)
    case .mixed:
      let columns = unsafe parts.assumingMemoryBound(to: ColumnCursor.self)
      return unsafe left == 0 && unmade == 0
        && UnsafeBufferPointer(start: columns, count: Int(partCount)).allSatisfy {
          $0.isFinished
        }
    case .composed:
      let parts = unsafe parts.assumingMemoryBound(to: ComposedPart.self)
      return unsafe left == 0
        && UnsafeBufferPointer(start: parts, count: Int(partCount)).allSatisfy {
          $0.column.isFinished
        }
    case .spliced:
      let column = unsafe parts.assumingMemoryBound(to: Splice.self)
      return unsafe left == 0 && unmade == 0 && column.pointee.head.isFinished
        && column.pointee.tail.isFinished
    default: return left == 0 && unmade == 0
    }
  }

  /// Where the bytes of an entry stand.
  struct Entry: BitwiseCopyable {
    var offset: UInt32
    /// The number of bytes, and in the highest bit whether it is an array or object.
    var word: UInt32

    @inline(__always) var count: Int { Int(word & 0x7FFF_FFFF) }
    @inline(__always) var isContainer: Bool { word >> 31 == 1 }
  }

  /// A literal of a pattern and the digits behind it.
  @safe struct Run: BitwiseCopyable {
    var literal: UnsafeRawPointer
    var literalCount: Int
    /// The number of digits, or 0 for as many as the value has.
    var width: Int
    var values: IntegerCursor
  }

  /// A literal of composed strings, and the column whose values stand behind it.
  @safe struct ComposedPart: BitwiseCopyable {
    var literal: UnsafeRawPointer
    var literalCount: Int
    var column: ColumnCursor
  }

  /// What strings around parts of the values of another column are made of.
  @safe struct Splice: BitwiseCopyable {
    /// How many bytes are left out behind, where a cursor finds it: those in front are its integers.
    var backs: IntegerCursor
    /// The other column, which nobody else takes values from.
    var source: ColumnCursor
    /// What stands before what is kept, and behind it.
    var head: ColumnCursor
    var tail: ColumnCursor
  }

  /// Hexadecimal digits that are an integer column.
  struct HexGroup: BitwiseCopyable {
    var values: IntegerCursor
    var digitCount: Int
  }

  /// A literal, and digits of one group behind it; behind the last segment stands one without digits.
  @safe struct HexSegment: BitwiseCopyable {
    var literal: UnsafeRawPointer
    var literalCount: Int
    var digitCount: Int
    /// Whether its digits are the first of the next group.
    var startsGroup: Bool
  }
}

/// Why a value, or a row, could not be written.
package enum RowFault: UInt8 {
  case none
  /// A column has no more values.
  case missingValue
  /// The text has more bytes than announced.
  case full
  /// An index, a class or a number is out of range.
  case invalidValue
  /// A value of a text ends in an unknown way.
  case invalidText
  /// A tag, count or presence word is out of range.
  case invalidControl
  /// A control that slots share is no varint.
  case invalidVarint
  /// Containers nest deeper than the limit.
  case tooDeep
  /// Objects have more presence words than the limit.
  case tooManyWords
  /// An array or object was written that nobody has checked yet.
  case container
}
