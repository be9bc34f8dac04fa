// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Numbers with fewer fraction digits than this are not taken for doubles.
  private static let nearScaleLimit = 12

  /// Plans numbers that can be typed, of which `column` holds the mantissas.
  mutating func planNumbers(_ values: [UInt64], _ column: DecimalColumn) -> Sized<ScalarPlan> {
    var best: Sized<ScalarPlan>?
    if let style = column.style {
      let mantissas = workspace.integers.estimate(column.mantissas)
      best = Sized(
        .decimals(scale: column.scale, style, mantissas.plan), bits: mantissas.bits + 24)
    }
    if column.scale >= Self.nearScaleLimit, let near = planNearDecimals(values),
      near.bits < best?.bits ?? .max
    {
      best = near
    }
    if let best, !effort.usesTrials, !isBetterText(best.plan, values) { return best }
    let repeated = planRepeated(values, areStrings: false)
    guard let best, effort.usesTrials, best.bits <= repeated.bits else { return repeated }
    return best
  }

  /// Whether numbers that recur are shorter as text than as integers of many bytes each.
  private func isBetterText(_ plan: ScalarPlan, _ values: [UInt64]) -> Bool {
    let width: Int
    switch plan {
    case .decimals(_, .fixed, _): return false
    case .decimals(_, _, .packed(_, let byteCount, _)): width = byteCount
    case .decimals(_, _, .dictionary(.delta(_, .planes(_, let byteCount, _)), let count, _)):
      if count <= 256 { return false }
      width = byteCount
    default: return false
    }
    let byteCount = values.reduce(0) { $0 + Token(word: $1).extent }
    return byteCount * 36 / values.count + 60 < 64 * width
  }

  /// Plans numbers as doubles next to short decimals, or returns `nil` where some are not.
  private mutating func planNearDecimals(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard let column = NearDecimalColumn(values, source) else { return nil }
    let mantissas = workspace.integers.estimate(column.mantissas)
    let distances = workspace.integers.estimate(column.distances)
    return Sized(
      .nearDecimals(
        scale: column.scale, column.style, mantissas.plan, distances: distances.plan),
      bits: mantissas.bits + distances.bits + 24)
  }
}

/// Numbers of a column as short decimals and how far away the doubles are.
struct NearDecimalColumn {
  var scale: Int
  var style: NearDecimal.Style
  var mantissas: [Int64] = []
  var distances: [Int64] = []

  /// Takes the numbers of a column apart, or returns `nil` where some do not fit.
  ///
  /// - Complexity: O(*n*) for *n* values; few of them tell whether to go on.
  init?(_ values: [UInt64], _ source: ByteSource) {
    let head = values.prefix(16)
    var doubles = head.compactMap { Self.double($0, source) }
    guard doubles.count == head.count, Self.scale(doubles, from: 0) != nil,
      let style = [NearDecimal.Style.shortest, .seventeen].first(where: { style in
        Self.areWritten(doubles, in: style, as: values, source)
      })
    else { return nil }
    self.style = style
    doubles.reserveCapacity(values.count)
    for word in values.dropFirst(doubles.count) {
      guard let double = Self.double(word, source) else { return nil }
      doubles.append(double)
    }
    guard let scale = Self.scale(doubles, from: 0),
      Self.areWritten(doubles, in: style, as: values, source)
    else { return nil }
    self.scale = scale
    mantissas.reserveCapacity(doubles.count)
    distances.reserveCapacity(doubles.count)
    for double in doubles {
      guard let (mantissa, distance) = NearDecimal.find(double, scale: scale) else { return nil }
      mantissas.append(mantissa)
      distances.append(distance)
    }
  }

  /// The double that a lexeme denotes.
  private static func double(_ word: UInt64, _ source: ByteSource) -> Double? {
    let lexeme = String(decoding: source.bytes(Token(word: word).range), as: UTF8.self)
    guard let double = Double(lexeme), double.isFinite else { return nil }
    return double
  }

  /// The lowest scale, from `start` on, at which all doubles lie next to decimals.
  private static func scale(_ doubles: [Double], from start: Int) -> Int? {
    var scale = start
    for double in doubles {
      while NearDecimal.find(double, scale: scale) == nil {
        scale += 1
        if scale > NearDecimal.scaleLimit { return nil }
      }
    }
    return scale
  }

  /// Whether doubles in a style are the lexemes that they were read from.
  private static func areWritten(
    _ doubles: [Double], in style: NearDecimal.Style, as values: [UInt64], _ source: ByteSource
  ) -> Bool {
    var text: [UInt8] = []
    for (double, word) in zip(doubles, values) {
      text.removeAll(keepingCapacity: true)
      NearDecimal.append(double, style, to: &text)
      guard source.areEqual(Token(word: word).range, text) else { return false }
    }
    return true
  }
}
