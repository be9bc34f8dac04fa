// SPDX-License-Identifier: Apache-2.0

/// A place in a decoded column: which value comes next, and how its lexeme is made.
///
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
    /// They come from columns of several kinds.
    case mixed
  }

  /// The count of a text that says by its end alone how many values it has.
  package static let unknownCount = -1

  package internal(set) var kind = Kind.empty
  /// What is known of the lexemes beside their kind, where a kind has variants.
  var style: UInt8 = 0
  /// The fewest digits that stay behind the point.
  var least: UInt8 = 0
  /// The number of digits behind the point.
  var scale: UInt8 = 0
  /// The bytes in front of a value in a text: one for a quote, or none. A guess: as last time.
  var lead = 1
  /// The next value.
  var row = 0
  /// The number of values.
  package internal(set) var count = 0
  /// The most bytes of a lexeme; of texts and dictionaries it is not known.
  package internal(set) var longest = 64
  /// The integers: indices, mantissas, classes.
  var integers: IntegerView
  /// The next value of a text; the bytes of entries.
  var bytes: UnsafeRawPointer
  /// The end of a text.
  var end: UnsafeRawPointer
  /// Entries, parts or columns.
  var parts: UnsafeMutableRawPointer
  /// How many.
  var partCount = 0
  /// Ten to the power of the scale.
  var power: UInt64 = 1

  /// Whether every value was taken.
  package var isFinished: Bool {
    guard row == count || count == Self.unknownCount else { return false }
    switch kind {
    case .text: return unsafe bytes == end
    case .mixed:
      let columns = unsafe parts.assumingMemoryBound(to: ColumnCursor.self)
      return unsafe UnsafeBufferPointer(start: columns, count: partCount).allSatisfy {
        $0.isFinished
      }
    default: return true
    }
  }

  init(_ kind: Kind, _ count: Int, _ integers: IntegerView, _ parts: UnsafeMutableRawPointer) {
    self.kind = kind
    self.count = count
    self.integers = integers
    unsafe bytes = integers.base
    unsafe end = integers.base
    unsafe self.parts = unsafe parts
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
    var values: IntegerView
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
  /// Containers nest deeper than the limit.
  case tooDeep
  /// An array or object was written that nobody has checked yet.
  case container
}
