// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of integer columns.
///
/// Low efforts choose by ``IntegerEstimator``. Higher ones compress the candidates at a fast
/// level, of long columns a sample, and take the smallest: what an encoding gives depends on what
/// the compressor finds repeated.
package struct IntegerPlanner: ~Copyable {
  private var estimator = IntegerEstimator()
  private var trial: TrialCompressor
  private let effort: Effort
  /// How many columns were planned that can be derived.
  private var plannedCount = 0

  /// Creates a planner.
  package init(_ effort: Effort) {
    self.effort = effort
    trial = TrialCompressor(level: effort.usesTrials ? 3 : 1)
  }

  /// Plans a column.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package mutating func plan(_ values: [Int64]) -> IntegerPlan { estimate(values).plan }

  /// Plans a column, and says what it comes to in bits.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package mutating func estimate(_ values: [Int64]) -> Sized<IntegerPlan> {
    var (best, width) = planOnce(values)
    guard width > 0, values.count >= Self.leastPlannedCount else { return best }
    if let recurring = planRecurring(values, width, otherwise: best) { best = recurring }
    if best.plan.hasStreams {
      // A plan that is tried is written several times, and kept while others are made.
      best.plan = .derivable(
        values, effort.usesTrials ? best.plan.written() : best.plan,
        IntegerPlan.Appraisal(bits: best.bits, serial: plannedCount))
      plannedCount += 1
    }
    return best
  }

  /// Columns with fewer values are written as they are.
  private static let leastPlannedCount = 8

  /// Plans a column that stands in another one.
  mutating func planInner(_ values: [Int64]) -> Sized<IntegerPlan> {
    let best = planOnce(values).best
    return Sized(best.plan.made, bits: best.bits)
  }

  /// Plans a column without a look at what recurs in it far away, and says how many bytes its values need.
  private mutating func planOnce(_ values: [Int64]) -> (best: Sized<IntegerPlan>, width: Int) {
    let whole = IntegerPlan.bytes(values, isPacked: false)
    guard case .planes(_, let width, _) = whole else { return (Sized(whole, bits: 32), 0) }
    let byteCount = width.planeCount
    guard values.count >= Self.leastPlannedCount else {
      return (Sized(whole, bits: values.count * 12 + 24), byteCount)
    }
    return (planMultiples(values, byteCount) ?? planSingle(values, whole, byteCount), byteCount)
  }

  /// Plans a column by its quotients, where all values have a factor or remainder in common.
  private mutating func planMultiples(_ values: [Int64], _ width: Int) -> Sized<IntegerPlan>? {
    guard width > 1, let progression = IntegerScan.progression(values) else { return nil }
    let quotients = IntegerScan.quotients(values, by: progression)
    let whole = IntegerPlan.bytes(quotients, isPacked: false)
    guard case .planes(_, let width, _) = whole else { return nil }
    let best = planSingle(quotients, whole, width.planeCount)
    // Others see the indices of a dictionary, if it stands in nothing.
    let plan: IntegerPlan =
      switch best.plan {
      case .numbered(_, let most, let otherwise):
        .numbered(values, most: most, otherwise: otherwise)
      case .dictionary(let entries, let count, let indices):
        .dictionary(.multiples(progression, entries), count: count, indices)
      case let plan: .multiples(progression, plan)
      }
    return Sized(plan, bits: best.bits + 64)
  }

  private mutating func planSingle(
    _ values: [Int64], _ whole: IntegerPlan, _ width: Int
  ) -> Sized<IntegerPlan> {
    effort.usesTrials ? planByTrial(values, whole) : planByEstimate(values, whole, width)
  }

  private mutating func planByEstimate(
    _ values: [Int64], _ whole: IntegerPlan, _ width: Int
  ) -> Sized<IntegerPlan> {
    let changes = IntegerScan.changes(values)
    let sample = Self.sample(values, min(max(values.count / 4, 128), IntegerEstimator.sampleLimit))
    guard sample.contains(where: { $0 != sample[0] }) else {
      return Sized(IntegerForm.runs.plan(values, isHasty: true) ?? whole, bits: changes * 24 + 64)
    }
    let estimates = estimator.estimate(sample, count: values.count, changes: changes)
    let best = estimates.best
    let other = estimates.without(.dictionary).best
    let mostEntries = IntegerForm.mostEntries(values, width)
    if let plan = planNumbered(
      values, width, (estimates.recurring, of: sample.count),
      unless: best.form == .dictionary ? mostEntries : 0,
      otherwise: Sized(other.form, bits: other.bits))
    {
      return plan
    }
    if best.form == .planes { return Sized(whole, bits: best.bits) }
    if best.form == .dictionary {
      return Sized(.numbered(values, most: mostEntries, otherwise: other.form), bits: best.bits)
    }
    if let plan = best.form.plan(values, isHasty: true, width: width) {
      return Sized(plan, bits: best.bits)
    }
    // There are more distinct values than the sample let expect.
    let others = estimates.without(best.form).best
    return Sized(others.form.plan(values, isHasty: true) ?? whole, bits: others.bits)
  }

  private mutating func planByTrial(
    _ values: [Int64], _ whole: IntegerPlan
  ) -> Sized<IntegerPlan> {
    let counts = effort.trialCounts
    var forms = IntegerForm.allCases
    var bits = 0
    for (round, count) in counts.enumerated() where forms.count > 1 {
      let sample = Self.sample(values, count)
      let (sizes, best) = tried(forms, sample)
      if sample.count == values.count { return best }
      // What a sample hardly tells apart is tried on a longer one.
      let isLast = round == counts.count - 1
      let limit = best.bits + (isLast ? 0 : best.bits / Self.closeness)
      forms = sizes.filter { $0.bits <= limit }.map(\.plan)
      bits = Int(Double(best.bits) * Double(values.count) / Double(sample.count))
    }
    return Sized(forms[0].plan(values, isHasty: false) ?? whole, bits: bits)
  }

  /// Forms that differ in the sample by less than this part may compare otherwise in a longer one.
  private static let closeness = 16

  /// What values come to in those forms that suit them, and the first of the smallest; planes, where none does.
  private mutating func tried(
    _ forms: [IntegerForm], _ values: [Int64]
  ) -> (sizes: [Sized<IntegerForm>], best: Sized<IntegerPlan>) {
    var sizes: [Sized<IntegerForm>] = []
    var best: Sized<IntegerPlan>?
    for form in forms {
      guard let plan = form.plan(values, isHasty: false) else { continue }
      let trial = Sized(plan, bits: bits(of: plan))
      sizes.append(Sized(form, bits: trial.bits))
      if best.map({ trial.bits < $0.bits }) ?? true { best = trial }
    }
    if let best { return (sizes, best) }
    let planes = IntegerPlan.bytes(values, isPacked: false)
    let size = bits(of: planes)
    return ([Sized(.planes, bits: size)], Sized(planes, bits: size))
  }

  /// What a plan comes to by itself, in bits.
  package mutating func bits(of plan: IntegerPlan) -> Int {
    var streams = StreamSet()
    plan.write(to: &streams)
    return trial.bits(of: streams)
  }

  /// Whether one plan comes to less than another one, which is made, found by compressing both.
  mutating func isSmaller(_ plan: IntegerPlan, than other: inout IntegerPlan) -> Bool {
    other = other.made
    return bits(of: plan) + Self.leastGain < bits(of: other)
  }

  /// What compressed plans must differ by, in bits.
  private static let leastGain = 64

  /// What the streams of a plan come to by themselves, in bits.
  package mutating func bits(of streams: consuming StreamSet) -> Int { trial.bits(of: streams) }

  /// Two runs of neighbours, from one and two thirds of the way; all of at most `count` values.
  private static func sample(_ values: [Int64], _ count: Int) -> [Int64] {
    guard values.count > count else { return values }
    // The start is different where values are numbered as they come.
    let half = count / 2
    let skipped = (values.count - 2 * half) / 3
    let first = skipped
    let second = skipped + half + skipped
    var sample: [Int64] = []
    sample.reserveCapacity(2 * half)
    sample.append(contentsOf: values[first..<first + half])
    sample.append(contentsOf: values[second..<second + half])
    return sample
  }
}

/// A plan and what it comes to.
package struct Sized<Plan> {
  package var plan: Plan
  /// What the plan comes to, in bits, measured or estimated.
  package var bits: Int

  /// Creates a plan with its size.
  package init(_ plan: Plan, bits: Int) {
    self.plan = plan
    self.bits = bits
  }
}

/// Compresses streams only to see how small they become.
package struct TrialCompressor: ~Copyable {
  private var compressor: Compressor
  /// What compresses texts, of all sizes alike.
  private var ofText: Compressor
  private var scratch: [UInt8] = []

  /// Creates a compressor of a zstd level that is fast, but tells candidates apart.
  package init(level: Int) {
    compressor = Compressor(.zstd, level: level)
    ofText = Compressor(.zstd, level: level, isEven: true)
  }

  /// What streams come to, in bits.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func bits(of streams: consuming StreamSet) -> Int {
    var byteCount = streams.descriptors.count
    byteCount += Self.byteCount(of: streams.joinText(), &ofText, &scratch)
    for section in [streams.numbers] + streams.large {
      byteCount += Self.byteCount(of: section, &compressor, &scratch)
    }
    return byteCount * 8
  }

  private static func byteCount(
    of bytes: [UInt8], _ compressor: inout Compressor, _ scratch: inout [UInt8]
  ) -> Int {
    if bytes.isEmpty { return 0 }
    scratch.removeAll(keepingCapacity: true)
    _ = compressor.compressIfSmaller(bytes, appendingTo: &scratch)
    return scratch.count
  }
}
