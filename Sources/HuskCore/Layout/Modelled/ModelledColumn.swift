// SPDX-License-Identifier: Apache-2.0

/// How the values of a slot are split into what a model codes (SPEC §16.5 Columns).
struct ModelledColumn {
  /// Integers at a leaf.
  struct Integers {
    /// The number of the leaf.
    var leaf: Int
    var prediction: IntegerPrediction
  }

  /// What stands at the leaves.
  indirect enum Encoding {
    /// There are no values.
    case none
    /// Texts.
    case text
    /// Nothing: all are the same.
    case constant([UInt8])
    case decimals(scale: Int, DecimalStyle, Integers)
    case nearDecimals(scale: Int, NearDecimal.Style, Integers, distances: Integers)
    case floating(FloatingKind, FloatingNotation, [Integers])
    case pattern(StringPattern, [Integers])
    case hexadecimal(HexPattern, [Integers])
    /// Numbers of classes, which are controls, and the values of each class.
    case mixed([ModelledColumn])
    /// Nothing: they are made from those of an earlier column.
    case derived(TextDerivation, distance: Int)
  }

  /// The first leaf of the column, which is of no other.
  var leaf: Int
  var encoding: Encoding

  /// Writes the column.
  func write(to streams: inout StreamSet) {
    switch encoding {
    case .none: streams.describe(ScalarEncoding.shared.rawValue)
    case .text: streams.describe(ScalarEncoding.text.rawValue)
    case .constant(let value):
      streams.describe(ScalarEncoding.constant.rawValue)
      streams.describe(value)
    case .decimals(let scale, let style, let mantissas):
      streams.describe(ScalarEncoding.decimals.rawValue | style.rawValue << 4)
      streams.describe(scale)
      Self.write([mantissas], to: &streams)
    case .nearDecimals(let scale, let style, let mantissas, let distances):
      streams.describe(ScalarEncoding.nearDecimals.rawValue | style.rawValue << 4)
      streams.describe(scale)
      Self.write([mantissas, distances], to: &streams)
    case .floating(let kind, let notation, let columns):
      streams.describe(ScalarEncoding.floating.rawValue | kind.rawValue << 4)
      notation.write(to: &streams)
      Self.write(columns, to: &streams)
    case .pattern(let pattern, let columns):
      streams.describe(ScalarEncoding.pattern.rawValue)
      pattern.write(to: &streams)
      Self.write(columns, to: &streams)
    case .hexadecimal(let pattern, let groups):
      streams.describe(ScalarEncoding.hexadecimal.rawValue)
      pattern.write(to: &streams)
      Self.write(groups, to: &streams)
    case .mixed(let columns):
      streams.describe(ScalarEncoding.mixed.rawValue)
      streams.describe(columns.count)
      for column in columns { column.write(to: &streams) }
    case .derived(let derivation, let distance):
      streams.describe(ScalarEncoding.derived.rawValue)
      streams.describe(distance)
      derivation.write(to: &streams)
    }
  }

  private static func write(_ columns: [Integers], to streams: inout StreamSet) {
    for column in columns { streams.describe(column.prediction.rawValue) }
  }
}

extension ModelledColumn {
  /// Reads a column.
  ///
  /// - Parameters:
  ///   - descriptors: What describes the columns.
  ///   - leaf: The number of the first leaf of the column.
  ///   - nextLeaf: The number of the next leaf, which those behind the first get.
  ///   - depth: How many columns the column stands in.
  /// - Throws: ``HuskError``.
  init(
    from descriptors: inout DescriptorReader, leaf: Int, nextLeaf: inout Int, depth: Int = 0
  ) throws(HuskError) {
    guard depth < ScalarEncoding.depthLimit else {
      throw ScalarReader.invalid("columns nest too deeply")
    }
    let tag = try descriptors.readByte()
    guard let tagged = ScalarEncoding(rawValue: tag & 0xF) else {
      throw ScalarReader.invalid("a scalar column has an unknown encoding")
    }
    let hasVariants = [.decimals, .nearDecimals, .floating].contains(tagged)
    guard hasVariants || tag >> 4 == 0 else {
      throw ScalarReader.invalid("a variant where none belongs")
    }
    self.leaf = leaf
    switch tagged {
    case .shared: encoding = .none
    case .text: encoding = .text
    case .constant:
      let lexeme = try descriptors.readBytes()
      guard ScalarLexeme.isValid(lexeme) else {
        throw ScalarReader.invalid("a constant is no scalar")
      }
      encoding = .constant(lexeme)
    case .decimals, .nearDecimals:
      encoding = try Self.readNumbers(tagged, tag >> 4, &descriptors, leaf, &nextLeaf)
    case .floating:
      guard let kind = FloatingKind(rawValue: tag >> 4) else {
        throw ScalarReader.invalid("an unknown kind of floating-point numbers")
      }
      let notation = try FloatingNotation(from: &descriptors)
      encoding = .floating(
        kind, notation, try Self.readIntegers(kind.columnCount, &descriptors, leaf, &nextLeaf))
    case .pattern:
      let pattern = try StringPattern(from: &descriptors)
      encoding = .pattern(
        pattern, try Self.readIntegers(pattern.columnCount, &descriptors, leaf, &nextLeaf))
    case .hexadecimal:
      let pattern = try HexPattern(from: &descriptors)
      encoding = .hexadecimal(
        pattern, try Self.readIntegers(pattern.groups.count, &descriptors, leaf, &nextLeaf))
    case .mixed:
      var columns: [ModelledColumn] = []
      for _ in 0..<(try descriptors.readCount(upTo: ScalarEncoding.classLimit)) {
        nextLeaf += 1
        columns.append(
          try ModelledColumn(
            from: &descriptors, leaf: nextLeaf - 1, nextLeaf: &nextLeaf, depth: depth + 1))
      }
      encoding = .mixed(columns)
    case .derived:
      guard depth == 0 else { throw ScalarReader.invalid("a derived column in another one") }
      let distance = try descriptors.readCount(upTo: Token.maxExtent)
      encoding = .derived(try TextDerivation(from: &descriptors), distance: distance)
    case .dictionary, .frontCoded, .base64, .quotedDecimals, .composed, .spliced:
      throw ScalarReader.invalid("an encoding that modelled blocks do not have")
    }
  }

  private static func readNumbers(
    _ tagged: ScalarEncoding, _ variant: UInt8, _ descriptors: inout DescriptorReader, _ leaf: Int,
    _ nextLeaf: inout Int
  ) throws(HuskError) -> Encoding {
    if tagged == .decimals, let style = DecimalStyle(rawValue: variant) {
      let scale = try descriptors.readCount(upTo: PowerOfTen.mostDigits)
      return .decimals(
        scale: scale, style, try readIntegers(1, &descriptors, leaf, &nextLeaf)[0])
    }
    guard tagged == .nearDecimals, let style = NearDecimal.Style(rawValue: variant) else {
      throw ScalarReader.invalid("an unknown style of numbers")
    }
    let scale = try descriptors.readCount(upTo: NearDecimal.scaleLimit)
    let columns = try readIntegers(2, &descriptors, leaf, &nextLeaf)
    return .nearDecimals(scale: scale, style, columns[0], distances: columns[1])
  }

  private static func readIntegers(
    _ count: Int, _ descriptors: inout DescriptorReader, _ leaf: Int, _ nextLeaf: inout Int
  ) throws(HuskError) -> [Integers] {
    var columns: [Integers] = []
    for index in 0..<count {
      guard let prediction = IntegerPrediction(rawValue: try descriptors.readByte()) else {
        throw ScalarReader.invalid("an unknown prediction of integers")
      }
      columns.append(Integers(leaf: index == 0 ? leaf : nextLeaf, prediction: prediction))
      if index > 0 { nextLeaf += 1 }
    }
    return columns
  }
}
