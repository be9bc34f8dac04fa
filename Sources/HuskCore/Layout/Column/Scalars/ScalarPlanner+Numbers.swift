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
    let isText = !effort.usesTrials && best.map { isBetterText($0.plan, values) } ?? false
    if !isText, column.scale >= Self.nearScaleLimit, let near = planNearDecimals(values),
      near.bits < best?.bits ?? .max
    {
      best = near
    }
    if let best, !effort.usesTrials, !isText { return best }
    let repeated = planRepeated(values, areStrings: false)
    guard let best, effort.usesTrials, best.bits <= repeated.bits else { return repeated }
    return best
  }

  /// Whether numbers that recur are shorter as text than as integers of many bytes each.
  private func isBetterText(_ plan: ScalarPlan, _ values: [UInt64]) -> Bool {
    let width: Int
    guard case .decimals(_, let style, let mantissas) = plan, style != .fixed else { return false }
    switch mantissas.ownPlan {
    case .packed(_, let byteCount, _): width = byteCount
    case .dictionary(.delta(_, .planes(_, let byteCount, _)), let count, _):
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
