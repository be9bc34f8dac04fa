// SPDX-License-Identifier: Apache-2.0

extension IntegerPlan {
  /// The same plan with its bytes instead of its integers, which take several times the memory.
  ///
  /// However often it is written, the bytes are made once.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func written() -> IntegerPlan {
    switch self {
    case .constant, .written: self
    case .planes(let base, let width, let values):
      .written(
        width.encoding, base: base, width: width.whole,
        (0..<width.planeCount).map { width.plane($0, of: values, base: base) },
        count: values.count)
    case .packed(let base, let width, let values):
      .written(
        .packed, base: base, width: width, [PackedBytes.split(values, base: base, width: width)],
        count: values.count)
    case .delta(let first, let differences): .delta(first: first, differences.written())
    case .dictionary(let values, let count, let indices):
      .dictionary(values.written(), count: count, indices.written())
    case .runs(let count, let values, let lengths):
      .runs(count: count, values.written(), lengths.written())
    case .multiples(let progression, let quotients): .multiples(progression, quotients.written())
    case .numbered: made.written()
    case .derivable(let values, let plan, let appraisal):
      .derivable(values, plan.written(), appraisal)
    }
  }
}
