// SPDX-License-Identifier: Apache-2.0

/// Places for numbers of which the ratio counts, not the difference.
struct LogScale {
  /// The numbers that have a mark.
  let marks: [Double]
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - values: What must find a place; at least one is greater than 0.
  ///   - start: The place of the smallest mark.
  ///   - end: The place of the largest mark.
  init(_ values: [Double], from start: Double, to end: Double) {
    let values = values.filter { $0 > 0 }
    let least = values.min() ?? 1
    let most = max(values.max() ?? 10, least)
    var candidates: [Double] = []
    var power = 1e-6
    while power <= 1e12 {
      // Few powers of ten need marks between them.
      candidates += most / least < 300 ? [power, 2 * power, 5 * power] : [power]
      power *= 10
    }
    let below = candidates.lastIndex { $0 <= least } ?? 0
    var above = candidates.firstIndex { $0 >= most } ?? candidates.count - 1
    if above == below { above = min(below + 1, candidates.count - 1) }
    marks = Array(candidates[below...above])
    low = Self.logarithm(marks[0])
    high = Self.logarithm(marks[marks.count - 1])
    self.start = start
    self.end = end
  }

  /// The place of a number.
  func place(_ value: Double) -> Double {
    start + (Self.logarithm(value) - low) / (high - low) * (end - start)
  }

  /// The binary logarithm, to more digits than a screen has pixels.
  private static func logarithm(_ value: Double) -> Double {
    guard value > 0 else { return -100 }
    var result = Double(value.exponent)
    var rest = value.significand
    var bit = 0.5
    while bit > 1e-5 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        result += bit
      }
      bit /= 2
    }
    return result
  }
}
