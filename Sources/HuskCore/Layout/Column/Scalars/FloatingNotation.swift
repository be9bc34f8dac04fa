// SPDX-License-Identifier: Apache-2.0

/// Where the digits of numbers with a floating point come from (SPEC §8.6.12 Floating point).
package enum FloatingKind: UInt8, Sendable, BitwiseCopyable {
  /// They tell a binary64 number from all others.
  case double
  /// The same, of a number that is a binary32 one too.
  case widened
  /// They tell a binary32 number from all other binary32 ones.
  case single
  /// They stand in the column.
  case digits

  /// What it is called where people read it.
  var name: String {
    switch self {
    case .double: "binary64"
    case .widened: "binary32, widened"
    case .single: "binary32"
    case .digits: "digits and exponents"
    }
  }

  /// How many integer columns there are.
  var columnCount: Int { self == .digits ? 2 : 1 }
}

/// How numbers with a floating point are written (SPEC §8.6.12 Floating point).
///
/// Languages agree on the digits that tell a number from all others, and on little else: 10⁻⁷ is `1e-07`,
/// `1e-7` and `1.0E-7`.
package struct FloatingNotation: Equatable, Sendable, BitwiseCopyable {
  /// What a number may have.
  package struct Marks: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `E`, where it is `e` else.
    package static let upper = Marks(rawValue: 1)
    /// A plus before an exponent that has no minus.
    package static let plus = Marks(rawValue: 2)
    /// Two digits of an exponent at least.
    package static let twoDigits = Marks(rawValue: 4)
    /// A fraction of `.0` where there is neither another nor an exponent.
    package static let zero = Marks(rawValue: 8)
    /// The same before an exponent.
    package static let zeroBeforeExponent = Marks(rawValue: 16)

    static let all = Marks(rawValue: 31)
  }

  /// What numbers have.
  package var marks: Marks
  /// Numbers whose first digit stands for less than ten to the power of minus `low` have an exponent.
  package var low: Int
  /// Numbers whose first digit stands for ten to the power of `high` or more have an exponent.
  package var high: Int

  /// The most that ``low`` and ``high`` may be.
  package static let limit = 32
  /// The largest exponent, and the smallest with another sign, of digits in a column.
  package static let exponentLimit: Int64 = 999

  /// Creates a notation; without arguments, one that has no exponents.
  package init(_ marks: Marks = [], low: Int = limit, high: Int = limit) {
    self.marks = marks
    self.low = low
    self.high = high
  }

  /// Whether a number with an exponent is written with it.
  @inline(__always) func showsExponent(_ exponent: Int) -> Bool {
    exponent < -low || exponent >= high
  }

  /// Writes the notation.
  func write(to streams: inout StreamSet) {
    streams.describe(marks.rawValue)
    streams.describe(low)
    streams.describe(high)
  }

  /// Reads a notation.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``, or what reading throws.
  init(from descriptors: inout DescriptorReader) throws(HuskError) {
    marks = Marks(rawValue: try descriptors.readByte())
    guard marks.isSubset(of: .all) else { throw ScalarReader.invalid("an unknown mark of numbers") }
    low = try descriptors.readCount(upTo: Self.limit)
    high = try descriptors.readCount(upTo: Self.limit)
  }
}
