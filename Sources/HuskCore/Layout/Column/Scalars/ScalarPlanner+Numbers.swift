// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Numbers with fewer fraction digits than this are not taken for doubles.
  private static let nearScaleLimit = 12
  /// Numbers of so many bytes have 16 digits at least, as the noise of arithmetic has.
  private static let longByteCount = 18
  /// How many numbers tell whether all may be as long.
  private static let longSampleCount = 16

  /// Numbers that take fewer bits each as decimals are not taken for doubles next to short ones.
  private static let leastNearBits = 8
  /// So many numbers tell which doubles they are, where there are several times as many.
  private static let doubleSampleCount = 256

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
    let leastBits = usesTrials ? 0 : Self.leastNearBits * column.mantissas.count
    let mayBeNear = column.scale >= Self.nearScaleLimit && best?.bits ?? .max >= leastBits
    let doubles = DoubleForms(mayBeNear, column.mayBeFloating)
    let tried = usesTrials ? doubles : promising(doubles, values)
    if tried.contains(.near), let near = planNearDecimals(values()),
      near.bits < best?.bits ?? .max
    {
      best = near
    }
    let isText = !usesTrials && best.map { isBetterText($0.plan, values) } ?? false
    if !isText, tried.contains(.floating), let floating = planFloating(values()),
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

  /// Plans numbers, some of which are no decimals, as doubles in the way that takes less, or returns `nil` where most are
  /// none; `column` holds those that are decimals.
  func planDoubles(_ column: DecimalColumn, _ values: [UInt64]) -> Sized<ScalarPlan>? {
    let all = DoubleForms(column.scale >= Self.nearScaleLimit, true)
    let tried = usesTrials(values.count) ? all : promising(all) { values }
    let floating = tried.contains(.floating) ? planFloating(values) : nil
    let near = tried.contains(.near) ? planNearDecimals(values) : nil
    guard let floating, let near else { return floating ?? near }
    return near.bits < floating.bits ? near : floating
  }

  /// Those forms of doubles in which some numbers do not take clearly more than in another.
  private func promising(_ forms: DoubleForms, _ values: () -> [UInt64]) -> DoubleForms {
    guard forms == [.near, .floating] else { return forms }
    let values = values()
    let count = Self.doubleSampleCount
    guard values.count >= 4 * count else { return forms }
    let start = (values.count - count) / 2
    let sample = Array(values[start..<start + count])
    guard let near = planNearDecimals(sample), let floating = planFloating(sample) else {
      return forms
    }
    // Where both take about as much, nearly all that is left of numbers is chance.
    return DoubleForms(near.bits < floating.bits, floating.bits * 7 <= near.bits * 8)
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

/// What doubles may be planned as.
private struct DoubleForms: OptionSet {
  let rawValue: UInt8

  /// As those next to short decimals.
  static let near = DoubleForms(rawValue: 1)
  /// As floating-point numbers.
  static let floating = DoubleForms(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ near: Bool, _ floating: Bool) {
    self = []
    if near { insert(.near) }
    if floating { insert(.floating) }
  }
}
