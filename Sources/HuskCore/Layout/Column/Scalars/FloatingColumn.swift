// SPDX-License-Identifier: Apache-2.0

/// Numbers of a column as floating-point ones (SPEC §8.6.12 Floating point).
struct FloatingColumn {
  let kind: FloatingKind
  let notation: FloatingNotation
  /// The bits of those that are no exceptions; or their digits, and their exponents.
  private(set) var columns: [[Int64]]
  /// The indices of the numbers that are not written in that way.
  private(set) var exceptions: [Int] = []

  /// How many values tell whether to look at all of them.
  private static let sampleCount = 32
  /// Where numbers have fewer digits on average they are no more than decimals, or what they are is not
  /// known: of any five digits, each is a binary32 number.
  private static let leastDigits: KeyValuePairs<FloatingKind, Int> = [
    .widened: 9, .single: 7, .double: 15,
  ]

  /// Takes numbers apart of which most are floating-point ones, or returns `nil` where they are not.
  ///
  /// - Complexity: O(*n*) for *n* values; a few of them tell whether to go on.
  init?(_ values: [UInt64], _ source: ByteSource) {
    let step = max(values.count / Self.sampleCount, 1)
    let sample = stride(from: 0, to: values.count, by: step).map { values[$0] }
    let digits = sample.compactMap { source.parseFloating(Token(word: $0).range) }
      .filter { $0.number.digits > 0 }.map(\.digitCount)
    guard digits.count * 2 >= sample.count else { return nil }
    let total = digits.reduce(0, +)
    for (kind, least) in Self.leastDigits where total >= least * digits.count {
      guard FloatingColumn(sample, source, kind).exceptions.count * 8 <= sample.count else {
        continue
      }
      let column = FloatingColumn(values, source, kind)
      guard column.exceptions.count * 8 <= values.count else { continue }
      self = column
      return
    }
    return nil
  }

  /// Takes numbers apart as digits and exponents, or returns `nil` where some of them cannot be.
  ///
  /// - Complexity: O(*n*) for *n* values, or O(1) where the first is not among those that can.
  init?(exponents values: [UInt64], _ source: ByteSource) {
    guard FloatingColumn([values[0]], source, .digits).exceptions.isEmpty else { return nil }
    self.init(values, source, .digits)
    guard exceptions.isEmpty else { return nil }
  }

  private init(_ words: [UInt64], _ source: ByteSource, _ kind: FloatingKind) {
    self.kind = kind
    notation = FloatingNotation(words, source, kind)
    columns = Array(repeating: [], count: kind.columnCount)
    for number in columns.indices { columns[number].reserveCapacity(words.count) }
    let powers = PowerTable.common
    let form = FloatingForm(kind, notation)
    for row in words.indices {
      let range = Token(word: words[row]).range
      let lexeme = source.parseFloating(range)
      let exponent = Int64(lexeme?.exponent ?? 0)
      guard let lexeme, let value = Self.value(of: lexeme, in: range, source, kind),
        source.isFloating(value, exponent: exponent, form, in: range, powers)
      else {
        exceptions.append(row)
        continue
      }
      columns[0].append(value)
      if kind == .digits { columns[1].append(exponent) }
    }
  }

  /// The integer that stands for a number, if any does.
  private static func value(
    of lexeme: FloatingLexeme, in range: ByteRange, _ source: ByteSource, _ kind: FloatingKind
  ) -> Int64? {
    let bits: UInt64
    switch kind {
    case .digits:
      let digits = lexeme.number.digits
      // A zero has no sign here, and no digits behind its point.
      guard digits <= Int64.max, digits > 0 || lexeme.number.scale == 0 && !lexeme.isNegative else {
        return nil
      }
      return lexeme.isNegative ? -Int64(digits) : Int64(digits)
    case .double: bits = source.magnitude(of: lexeme, in: range).bitPattern
    case .single, .widened:
      let magnitude = source.magnitude(of: lexeme, in: range)
      let single = Float(magnitude)
      guard kind == .single || Double(single) == magnitude else { return nil }
      bits = UInt64(single.bitPattern)
    }
    return lexeme.isNegative ? ~Int64(bits) : Int64(bits)
  }
}

extension FloatingNotation {
  /// The notation of numbers, where they have one.
  fileprivate init(_ words: [UInt64], _ source: ByteSource, _ kind: FloatingKind) {
    self.init()
    // Where digits stand in the column, so do zeros.
    let others: Marks = kind == .digits ? [.zero, .zeroBeforeExponent] : []
    for word in words {
      let range = Token(word: word).range
      guard source.mayShowNotation(range), let lexeme = source.parseFloating(range) else {
        continue
      }
      marks.formUnion(lexeme.marks.subtracting(others))
      guard lexeme.hasExponent, lexeme.number.digits > 0 else { continue }
      if lexeme.exponent < 0 {
        low = min(low, max(-lexeme.exponent - 1, 0))
      } else {
        high = min(high, lexeme.exponent)
      }
    }
  }
}

extension DecimalColumn {
  /// Whether numbers have as many digits as floating-point ones, and not all as many behind the point.
  var mayBeFloating: Bool {
    guard style != .fixed, scale >= 6 else { return false }
    let step = max(mantissas.count / 16, 1)
    var (longCount, count) = (0, 0)
    for row in stride(from: 0, to: mantissas.count, by: step) {
      longCount += mantissas[row].magnitude >= 1_000_000 ? 1 : 0
      count += 1
    }
    return longCount * 2 >= count
  }
}
