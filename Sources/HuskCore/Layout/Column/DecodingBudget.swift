// SPDX-License-Identifier: Apache-2.0

/// How much a block may still have of what takes memory without standing in it (SPEC §10.1 Limits).
struct DecodingBudget {
  /// How many integers may be made that do not stand in a stream.
  private var integerCount = 0
  /// How many entries dictionaries may have.
  private var entryCount = 0
  /// How many integer columns may be read.
  private var columnCount = 0
  /// To how many bytes planes may become whole.
  private var wholeByteCount = 0

  /// How many entries the dictionaries of a block may have.
  static let entryLimit = 1 << 21
  /// How many integer columns a block may have, those that stand in others included.
  static let columnLimit = 1 << 16

  /// A budget of nothing.
  init() {}

  /// The budget of a block that decodes to `byteLimit` bytes.
  init(byteLimit: Int) {
    // A value has at least one byte of text and at most a few integers for each byte.
    integerCount = 1 << 16 + 8 * min(byteLimit, Int.max >> 8)
    // The others are read one by one, but entries have to be there.
    entryCount = Self.entryLimit
    columnCount = Self.columnLimit
    wholeByteCount = StreamSet.wholeLimit
  }

  /// How many entries dictionaries may still have.
  var entriesLeft: Int { entryCount }

  /// Takes integers that are made from fewer.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block makes too many of them.
  mutating func take(integers count: Int) throws(HuskError) {
    guard count <= integerCount else {
      throw HuskError(.invalidColumn, "a block has more integers than its text can need")
    }
    integerCount -= count
  }

  /// Takes integer columns, or parts of strings, for each of which memory is needed.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func take(columns count: Int) throws(HuskError) {
    columnCount -= count
    guard columnCount >= 0 else {
      throw HuskError(.invalidColumn, "more than \(Self.columnLimit) integer columns")
    }
  }

  /// Takes the entries of a dictionary.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func take(entries count: Int) throws(HuskError) {
    guard count <= entryCount else {
      throw HuskError(.invalidColumn, "dictionaries of more than \(Self.entryLimit) entries")
    }
    entryCount -= count
  }

  /// Takes the bytes that integers become which have bits beyond whole planes, as they stand in fewer.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where a block has too many of them.
  mutating func take(wholeBytes count: Int) throws(HuskError) {
    guard count <= wholeByteCount else {
      throw HuskError(
        .invalidColumn,
        "integers of some bits each that become more than \(StreamSet.wholeLimit) bytes")
    }
    wholeByteCount -= count
  }
}
