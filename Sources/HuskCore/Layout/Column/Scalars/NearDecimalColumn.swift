// SPDX-License-Identifier: Apache-2.0

/// Numbers of a column as short decimals and how far away the doubles are (SPEC §8.6.3 Near decimals).
struct NearDecimalColumn {
  private(set) var scale: Int
  private(set) var style: NearDecimal.Style
  private(set) var mantissas: [Int64] = []
  private(set) var distances: [Int64] = []
  /// The indices of the numbers that are no such doubles, in order.
  private(set) var exceptions: [Int] = []

  /// How many values tell whether to look at all of them.
  private static let sampleCount = 32
  /// Of so many numbers, one may be an exception.
  private static let exceptionRate = 8
  /// What a digit takes of each number, and what a number takes that is an exception, in bits.
  private static let (digitBits, exceptionBits) = (10.0 / 3, 72.0)

  /// Takes the numbers of a column apart, or returns `nil` where many do not fit.
  ///
  /// - Complexity: O(*n*) for *n* values; a few of them tell whether to go on.
  init?(_ values: [UInt64], _ source: ByteSource) {
    let step = max(values.count / Self.sampleCount, 1)
    let sample = stride(from: 0, to: values.count, by: step).map { values[$0] }
    let heads = sample.map { Self.double($0, source) }
    guard let least = Self.scale(of: heads, from: 0, count: heads.count),
      let style = Self.style(of: heads, sample, source)
    else { return nil }
    (self.style, scale) = (style, least)
    let doubles = style == .seventeen ? [] : written(values, source)
    take(values, doubles, source)
    if !exceptions.isEmpty {
      let odd = exceptions.map { row in
        style == .seventeen ? Self.double(values[row], source, in: style) : doubles[row]
      }
      // Among those that were looked at, fewer digits may have been enough.
      guard let higher = Self.scale(of: odd, from: scale, count: values.count) else { return nil }
      if higher > scale {
        scale = higher
        take(values, doubles, source)
      }
    }
    guard exceptions.count * Self.exceptionRate <= values.count else { return nil }
  }

  /// Takes all numbers apart at the scale; those that are written with the fewest digits are `doubles`.
  private mutating func take(_ values: [UInt64], _ doubles: [Double], _ source: ByteSource) {
    guard style != .seventeen else {
      (mantissas, distances, exceptions) = source.nearDecimals(values, scale: scale)
      return
    }
    mantissas = []
    distances = []
    exceptions = []
    mantissas.reserveCapacity(doubles.count)
    distances.reserveCapacity(doubles.count)
    for (row, double) in doubles.enumerated() {
      guard let (mantissa, distance) = NearDecimal.find(double, scale: scale) else {
        exceptions.append(row)
        continue
      }
      mantissas.append(mantissa)
      distances.append(distance)
    }
  }

  // MARK: - Scales

  /// The scale of `least` digits or more at which `count` numbers take the fewest bits, or `nil` where more of
  /// them are no decimals at any scale than may be exceptions.
  ///
  /// Of all the numbers, `doubles` are those that may lie next to no decimal of fewer digits than `least`.
  private static func scale(of doubles: [Double], from least: Int, count: Int) -> Int? {
    var counts = Array(repeating: 0, count: NearDecimal.scaleLimit + 1)
    var others = 0
    for double in doubles {
      let scale = (least...NearDecimal.scaleLimit).first {
        NearDecimal.find(double, scale: $0) != nil
      }
      if let scale { counts[scale] += 1 } else { others += 1 }
    }
    guard others * exceptionRate <= count else { return nil }
    var (best, leastBits) = (least, Double.infinity)
    for scale in (least...NearDecimal.scaleLimit).reversed() {
      let bits =
        Double(scale * (count - others)) * digitBits + Double(others) * exceptionBits
      if bits < leastBits { (best, leastBits) = (scale, bits) }
      others += counts[scale]
    }
    return best
  }

  // MARK: - Styles

  /// The double that a lexeme denotes; not a number where there is none that is finite.
  private static func double(_ word: UInt64, _ source: ByteSource) -> Double {
    let range = Token(word: word).range
    if let double = source.parseDouble(range) { return double }
    let double = Double(String(decoding: source.bytes(range), as: UTF8.self))
    return double.flatMap { $0.isFinite ? $0 : nil } ?? .nan
  }

  /// The double that a lexeme denotes; not a number where it is not written in a style.
  private static func double(
    _ word: UInt64, _ source: ByteSource, in style: NearDecimal.Style
  ) -> Double {
    let double = double(word, source)
    return isWritten(double, in: style, as: word, source) ? double : .nan
  }

  /// Whether a double in a style is the lexeme that it was read from.
  private static func isWritten(
    _ double: Double, in style: NearDecimal.Style, as word: UInt64, _ source: ByteSource
  ) -> Bool {
    double.isFinite && source.isDouble(double, style, in: Token(word: word).range, .common)
  }

  /// The style in which most doubles are the lexemes that they were read from, or `nil` where more of them are
  /// not than may be exceptions.
  private static func style(
    of doubles: [Double], _ values: [UInt64], _ source: ByteSource
  ) -> NearDecimal.Style? {
    var (best, most) = (NearDecimal.Style?.none, 0)
    for style in [NearDecimal.Style.shortest, .seventeen, .shortestWithPoint] {
      guard most < doubles.count else { break }
      let count = doubles.indices.count {
        isWritten(doubles[$0], in: style, as: values[$0], source)
      }
      if count > most { (best, most) = (style, count) }
    }
    return (doubles.count - most) * exceptionRate <= doubles.count ? best : nil
  }

  /// The doubles of numbers that are written with the fewest digits, and not a number in place of others; the style
  /// becomes that of most of the whole ones.
  private mutating func written(_ values: [UInt64], _ source: ByteSource) -> [Double] {
    var doubles: [Double] = []
    doubles.reserveCapacity(values.count)
    // Whole numbers by the index, without a point and with one.
    var whole: (bare: [Int], pointed: [Int]) = ([], [])
    for (row, word) in values.enumerated() {
      let double = Self.double(word, source)
      let isWhole = double == double.rounded(.towardZero)
      if Self.isWritten(double, in: .shortest, as: word, source) {
        doubles.append(double)
        if isWhole { whole.bare.append(row) }
      } else if isWhole, Self.isWritten(double, in: .shortestWithPoint, as: word, source) {
        doubles.append(double)
        whole.pointed.append(row)
      } else {
        doubles.append(.nan)
      }
    }
    let arePointed = whole.pointed.count > whole.bare.count
    style = arePointed ? .shortestWithPoint : .shortest
    for row in arePointed ? whole.bare : whole.pointed { doubles[row] = .nan }
    return doubles
  }
}
