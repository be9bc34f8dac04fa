// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Numbers with fewer fraction digits than this are not taken for doubles.
  private static let nearScaleLimit = 12
  /// Numbers of so many bytes have 16 digits at least, as the noise of arithmetic has.
  private static let longByteCount = 18
  /// How many numbers tell whether all may be as long.
  private static let longSampleCount = 16

  /// Numbers with exceptions among them are to save one bit in so many.
  private static let exceptionShare = 16

  /// Plans numbers that can be typed, of which `column` holds the mantissas; most often nobody asks for
  /// their tokens.
  func planNumbers(
    _ column: DecimalColumn, _ values: () -> [UInt64]
  ) -> Sized<ScalarPlan> {
    let usesTrials = usesTrials(column.mantissas.count)
    var best: Sized<ScalarPlan>?
    if let style = column.style {
      let mantissas = workspace.integers.estimate(column.mantissas)
      best = Sized(
        .decimals(scale: column.scale, style, mantissas.plan), bits: mantissas.bits + 24)
    }
    if let near = planNearDecimals(column, values), near.bits < best?.bits ?? .max {
      best = near
    }
    let isText = !usesTrials && best.map { isBetterText($0.plan, values) } ?? false
    if !isText, column.mayBeFloating, let floating = planFloating(values()),
      floating.bits < best?.bits ?? .max
    {
      best = floating
    }
    if let best, !usesTrials, !isText,
      !isTextMuchSmaller(best.bits, column.mantissas.count, values)
    {
      return best
    }
    let repeated = planRepeated(values(), areStrings: false, .whole)
    guard let best, usesTrials, best.bits <= repeated.bits else { return repeated }
    return best
  }

  /// Whether numbers that recur are shorter as text than as integers of many bytes each.
  private func isBetterText(_ plan: ScalarPlan, _ values: () -> [UInt64]) -> Bool {
    let width: Int
    guard case .decimals(_, let style, let mantissas) = plan, style != .fixed else { return false }
    switch mantissas.ownPlan {
    case .packed(_, let byteCount, _): width = byteCount
    case .dictionary(.delta(_, .planes(_, let entryWidth, _)), let count, _):
      if count <= 256 { return false }
      width = entryWidth.planeCount
    default: return false
    }
    let values = values()
    let byteCount = values.reduce(0) { $0 + Token(word: $1).extent }
    return byteCount * 36 / values.count + 60 < 64 * width
  }

  /// Numbers that take more bits each have so many digits that what recurs in them counts: those of quotients do.
  private static let longNumberBits = 40

  /// Whether numbers that come to so many bits as such are clearly shorter as a text, as some of them are.
  func isTextMuchSmaller(_ bits: Int, _ count: Int, _ values: () -> [UInt64]) -> Bool {
    guard count >= Self.dividedLeast, bits > count * Self.longNumberBits else { return false }
    let values = values()
    let byteCount = values.reduce(0) { $0 + Token(word: $1).content.count }
    return Self.pays(expectedTextBits(values, byteCount), bits)
  }

  /// Plans numbers that have more digits than decimals are read with as doubles next to short ones, or
  /// returns `nil` where many are not.
  func planLongNumbers(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard !usesTrials(values.count) else { return nil }
    let step = max(values.count / Self.longSampleCount, 1)
    for row in stride(from: 0, to: values.count, by: step)
    where Token(word: values[row]).extent < Self.longByteCount { return nil }
    return planNearDecimals(values)
  }

  /// Plans numbers of which `column` holds most as doubles next to short decimals, or returns `nil` where many
  /// are not, or have no more digits than those.
  func planNearDecimals(
    _ column: DecimalColumn, _ values: () -> [UInt64]
  ) -> Sized<ScalarPlan>? {
    column.scale >= Self.nearScaleLimit ? planNearDecimals(values()) : nil
  }

  /// Plans numbers as doubles next to short decimals, or returns `nil` where many are not.
  private func planNearDecimals(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard let column = NearDecimalColumn(values, source) else { return nil }
    let mantissas = workspace.integers.estimate(column.mantissas)
    let distances = workspace.integers.estimate(column.distances)
    let near = Sized(
      ScalarPlan.nearDecimals(
        scale: column.scale, column.style, mantissas.plan, distances: distances.plan),
      bits: mantissas.bits + distances.bits + 24)
    guard !column.exceptions.isEmpty else { return near }
    let classes = TokenClasses(values, exceptions: column.exceptions)
    guard var mixed = planMixed(values, classes, { _ in near }) else { return nil }
    // Exceptions, and which they are, are streams of their own, which compress less well.
    mixed.bits += mixed.bits / Self.exceptionShare
    return mixed
  }
}
