// SPDX-License-Identifier: Apache-2.0

/// Numbers of a column as short decimals and how far away the doubles are.
struct NearDecimalColumn {
  var scale: Int
  var style: NearDecimal.Style
  var mantissas: [Int64] = []
  var distances: [Int64] = []

  /// How many values tell whether to look at all of them.
  private static let sampleCount = 32

  /// Takes the numbers of a column apart, or returns `nil` where some do not fit.
  ///
  /// - Complexity: O(*n*) for *n* values; a few of them tell whether to go on.
  init?(_ values: [UInt64], _ source: ByteSource) {
    let step = max(values.count / Self.sampleCount, 1)
    let sample = stride(from: 0, to: values.count, by: step).map { values[$0] }
    guard let heads = Self.doubles(sample, source), let least = Self.scale(heads),
      let style = Self.style(heads, sample, source)
    else { return nil }
    self.style = style
    if style == .seventeen {
      var taken = source.nearDecimals(values, scale: least)
      scale = least
      while taken.mantissas.count < values.count {
        // What stands there may need more digits, or be no such double at all.
        let odd = [values[taken.mantissas.count]]
        guard let double = Self.doubles(odd, source)?.first,
          Self.areWritten([double], in: style, as: odd, source),
          let higher = (scale...NearDecimal.scaleLimit).dropFirst().first(where: {
            NearDecimal.find(double, scale: $0) != nil
          })
        else { return nil }
        scale = higher
        taken = source.nearDecimals(values, scale: scale)
      }
      (mantissas, distances) = taken
      return
    }
    // Among those that were looked at there may be no whole number.
    guard let doubles = Self.doubles(values, source), let scale = Self.scale(doubles),
      let style = Self.style(doubles, values, source), style != .seventeen
    else { return nil }
    (self.scale, self.style) = (scale, style)
    mantissas.reserveCapacity(doubles.count)
    distances.reserveCapacity(doubles.count)
    for double in doubles {
      guard let (mantissa, distance) = NearDecimal.find(double, scale: scale) else { return nil }
      mantissas.append(mantissa)
      distances.append(distance)
    }
  }

  /// The doubles that lexemes denote.
  private static func doubles(_ words: [UInt64], _ source: ByteSource) -> [Double]? {
    var doubles: [Double] = []
    doubles.reserveCapacity(words.count)
    for word in words {
      let range = Token(word: word).range
      if let double = source.parseDouble(range) {
        doubles.append(double)
      } else {
        guard let double = Double(String(decoding: source.bytes(range), as: UTF8.self)),
          double.isFinite
        else { return nil }
        doubles.append(double)
      }
    }
    return doubles
  }

  /// The lowest scale at which all doubles lie next to decimals.
  private static func scale(_ doubles: [Double]) -> Int? {
    var scale = 0
    for double in doubles {
      while NearDecimal.find(double, scale: scale) == nil {
        scale += 1
        if scale > NearDecimal.scaleLimit { return nil }
      }
    }
    return scale
  }

  /// The style in which doubles are the lexemes that they were read from, or `nil` where it is none.
  private static func style(
    _ doubles: [Double], _ values: [UInt64], _ source: ByteSource
  ) -> NearDecimal.Style? {
    [.shortest, .seventeen, .shortestWithPoint].first {
      areWritten(doubles, in: $0, as: values, source)
    }
  }

  /// Whether doubles in a style are the lexemes that they were read from.
  private static func areWritten(
    _ doubles: [Double], in style: NearDecimal.Style, as values: [UInt64], _ source: ByteSource
  ) -> Bool {
    let powers = PowerTable.common
    for row in doubles.indices {
      let range = Token(word: values[row]).range
      guard source.isDouble(doubles[row], style, in: range, powers) else { return false }
    }
    return true
  }
}
