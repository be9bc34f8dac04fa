// SPDX-License-Identifier: Apache-2.0

/// The encodings of a column of scalars (SPEC §8.6 Scalar columns).
package enum ScalarEncoding: UInt8, CaseIterable, Sendable {
  /// The values stand in the text of the block, among those of other columns, in document order.
  case shared
  /// The values stand in a text of their own.
  case text
  /// All values are the same.
  case constant
  /// The distinct values, which are a column, and the index of each value.
  case dictionary
  /// Numbers as integers and a scale that all have.
  case decimals
  /// Numbers as doubles next to short decimals.
  case nearDecimals
  /// Strings with runs of digits at fixed places, each an integer column.
  case pattern
  /// Strings with hexadecimal digits at fixed places.
  case hexadecimal
  /// Values of several classes: the class of each, and a column for each class.
  case mixed
  /// Strings made from the values of an earlier column.
  case derived
  /// Strings as what each shares with the one before it and a text of the rest.
  case frontCoded
  /// Strings in Base64 as bytes.
  case base64
  /// Strings with numbers in them as integers and a scale that all have.
  case quotedDecimals
  /// Strings of literals and, between them, what stands in the strings of other columns.
  case composed
  /// Strings with parts of the values of an earlier column in them.
  case spliced
  /// Numbers with a floating point as their bits, or as digits and exponents.
  case floating

  /// How deep columns may stand in columns.
  static let depthLimit = 4
  /// How many classes the values of a column may have.
  static let classLimit = 8

  /// Whether its tag says more than the encoding.
  var hasVariants: Bool {
    switch self {
    case .decimals, .nearDecimals, .base64, .quotedDecimals, .floating: true
    default: false
    }
  }
}

/// Which values of its source those of a derived column are made from (SPEC §8.6.6 Derived values).
enum DerivedForm: UInt8 {
  /// Those at the same places.
  case alongside
  /// Some of them, each any number of times.
  case picked
  /// Some of them, as they are.
  case pickedWhole

  /// The form that a tag says, or `nil` where it is that of no such column.
  init?(tag: UInt8) {
    guard tag & 0xF == ScalarEncoding.derived.rawValue else { return nil }
    self.init(rawValue: tag >> 4)
  }

  /// The tag of such a column.
  var tag: UInt8 { ScalarEncoding.derived.rawValue | rawValue << 4 }
}

/// What the last byte of a value in a text says (SPEC §8.6.1 Texts).
package enum TextTerminator {
  /// The value is a string, written without its quotes.
  package static let string: UInt8 = 0x0A
  /// The value is a number or literal.
  package static let scalar: UInt8 = 0x01
  /// The value is an array or object.
  package static let container: UInt8 = 0x02
}

/// How numbers of one column are written (SPEC §8.6.2 Decimals).
package enum DecimalStyle: UInt8, Sendable {
  /// All have as many fraction digits as the scale says.
  case fixed
  /// Zeros at the end of the fraction are left out, and so is a point without fraction.
  case trimmed
  /// Zeros at the end of the fraction are left out, but one digit stays.
  case trimmedToOne

  /// How many digits behind the point stay though they are zeros.
  func least(scale: Int) -> Int {
    switch self {
    case .fixed: scale
    case .trimmed: 0
    case .trimmedToOne: 1
    }
  }
}

/// A column of scalars as it will be written.
package indirect enum ScalarPlan {
  case shared
  case text(PlannedText)
  case constant([UInt8])
  case dictionary(ScalarPlan, count: Int, IntegerPlan)
  case decimals(scale: Int, DecimalStyle, IntegerPlan)
  case nearDecimals(scale: Int, NearDecimal.Style, IntegerPlan, distances: IntegerPlan)
  case pattern(StringPattern, [IntegerPlan])
  case hexadecimal(HexPattern, [IntegerPlan])
  case mixed(IntegerPlan, [ScalarPlan])
  case derived(TextDerivation, distance: Int)
  case picked(PickedValues, distance: Int)
  case frontCoded(IntegerPlan, [UInt8])
  case base64(Base64Form, IntegerPlan, [UInt8])
  case quotedDecimals(TextAffixes, scale: Int, DecimalStyle, IntegerPlan)
  case composed(StringLiterals, [ScalarPlan])
  case spliced(SplicedStrings, distance: Int)
  case floating(FloatingKind, FloatingNotation, [IntegerPlan])

  /// The number of entries of all dictionaries in the column.
  package var entryCount: Int {
    switch self {
    case .shared, .text, .constant, .derived: 0
    case .dictionary(let entries, let count, let indices):
      count + entries.entryCount + indices.entryCount
    case .decimals(_, _, let column), .frontCoded(let column, _), .base64(_, let column, _),
      .quotedDecimals(_, _, _, let column):
      column.entryCount
    case .nearDecimals(_, _, let mantissas, let distances):
      mantissas.entryCount + distances.entryCount
    case .pattern(_, let columns), .hexadecimal(_, let columns), .floating(_, _, let columns):
      columns.reduce(0) { $0 + $1.entryCount }
    case .mixed(let classes, let columns):
      columns.reduce(classes.entryCount) { $0 + $1.entryCount }
    case .composed(_, let columns): columns.reduce(0) { $0 + $1.entryCount }
    case .spliced(let strings, _): strings.entryCount
    case .picked(let values, _): values.picks.entryCount
    }
  }

  /// How many columns there are for values of different kinds.
  var kindCount: Int {
    guard case .mixed(_, let columns) = self else { return 1 }
    return columns.count
  }

  /// Whether there are composed strings in the column.
  var isComposed: Bool {
    switch self {
    case .composed: true
    case .mixed(_, let columns): columns.contains(where: \.isComposed)
    default: false
    }
  }

  /// How many parts of strings have a column that is not constant.
  var partCount: Int {
    switch self {
    case .pattern(_, let columns), .hexadecimal(_, let columns): columns.count(where: \.hasStreams)
    case .composed(_, let columns): columns.count { if case .constant = $0 { false } else { true } }
    default: 1
    }
  }

  /// Whether all of the column is one in planes, which is that of its indices where it has a dictionary.
  var isPlanes: Bool {
    switch self {
    case .decimals(_, _, let column), .dictionary(_, _, let column): column.isPlanes
    default: false
    }
  }

  /// Whether there are strings in front coding or Base64 in the column.
  var hasCodedText: Bool {
    switch self {
    case .frontCoded, .base64: true
    case .dictionary(let entries, _, _): entries.hasCodedText
    case .mixed(_, let columns), .composed(_, let columns): columns.contains(where: \.hasCodedText)
    default: false
    }
  }

  /// Whether there are numbers in quotes in the column.
  var hasQuotedNumbers: Bool {
    switch self {
    case .quotedDecimals: true
    case .mixed(_, let columns): columns.contains(where: \.hasQuotedNumbers)
    default: false
    }
  }

  /// The same without the dictionary of its integers, if that is all there is.
  var withoutEntries: ScalarPlan {
    guard case .decimals(let scale, let style, .derivable(let values, _, _)) = self else {
      return self
    }
    return .decimals(scale: scale, style, .bytes(values, isPacked: false))
  }

  /// Writes the column.
  ///
  /// - Complexity: O(*n*) for *n* values and bytes.
  package func write(to streams: inout StreamSet) {
    switch self {
    case .shared: streams.describe(ScalarEncoding.shared.rawValue)
    case .text(let text):
      streams.describe(ScalarEncoding.text.rawValue)
      streams.addSized(text)
    case .constant(let value):
      streams.describe(ScalarEncoding.constant.rawValue)
      streams.describe(value)
    case .dictionary(let entries, let count, let indices):
      streams.describe(ScalarEncoding.dictionary.rawValue)
      streams.describe(count)
      entries.write(to: &streams)
      indices.write(to: &streams)
    case .decimals(let scale, let style, let mantissas):
      streams.describe(ScalarEncoding.decimals.rawValue | style.rawValue << 4)
      streams.describe(scale)
      mantissas.write(to: &streams)
    case .nearDecimals(let scale, let style, let mantissas, let distances):
      streams.describe(ScalarEncoding.nearDecimals.rawValue | style.rawValue << 4)
      streams.describe(scale)
      mantissas.write(to: &streams)
      distances.write(to: &streams)
    case .floating(let kind, let notation, let columns):
      streams.describe(ScalarEncoding.floating.rawValue | kind.rawValue << 4)
      notation.write(to: &streams)
      for column in columns { column.write(to: &streams) }
    case .pattern(let pattern, let fields):
      streams.describe(ScalarEncoding.pattern.rawValue)
      pattern.write(to: &streams)
      for field in fields { field.write(to: &streams) }
    case .hexadecimal(let pattern, let groups):
      streams.describe(ScalarEncoding.hexadecimal.rawValue)
      pattern.write(to: &streams)
      for group in groups { group.write(to: &streams) }
    case .mixed(let classes, let columns):
      streams.describe(ScalarEncoding.mixed.rawValue)
      streams.describe(columns.count)
      classes.write(to: &streams)
      for column in columns { column.write(to: &streams) }
    case .picked(let values, let distance):
      let form = values.derivation == nil ? DerivedForm.pickedWhole : .picked
      streams.describe(form.tag)
      streams.describe(distance)
      values.derivation?.write(to: &streams)
      values.picks.steps.write(to: &streams)
    case .derived, .frontCoded, .base64, .quotedDecimals, .composed, .spliced:
      writeStrings(to: &streams)
    }
  }

  /// Writes a column that is always of strings.
  private func writeStrings(to streams: inout StreamSet) {
    switch self {
    case .derived(let derivation, let distance):
      streams.describe(ScalarEncoding.derived.rawValue)
      streams.describe(distance)
      derivation.write(to: &streams)
    case .frontCoded(let lengths, let rests):
      streams.describe(ScalarEncoding.frontCoded.rawValue)
      lengths.write(to: &streams)
      streams.addSized(rests, .text)
    case .base64(let form, let lengths, let bytes):
      streams.describe(ScalarEncoding.base64.rawValue | form.variant << 4)
      streams.describe(form.prefix)
      lengths.write(to: &streams)
      streams.addSized(bytes, .numbers)
    case .quotedDecimals(let affixes, let scale, let style, let mantissas):
      streams.describe(ScalarEncoding.quotedDecimals.rawValue | style.rawValue << 4)
      affixes.write(to: &streams)
      streams.describe(scale)
      mantissas.write(to: &streams)
    case .composed(let literals, let columns):
      streams.describe(ScalarEncoding.composed.rawValue)
      literals.write(to: &streams)
      streams.count(columns: columns.count)
      for column in columns { column.write(to: &streams) }
    case .spliced(let strings, let distance):
      let variant: UInt8 = strings.picks == nil ? 0 : 1
      streams.describe(ScalarEncoding.spliced.rawValue | variant << 4)
      streams.describe(distance)
      strings.write(to: &streams)
    default: preconditionFailure("strings of one kind")
    }
  }
}
