// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The mean of ratios: doubling one of them outweighs halving another, exactly.
package enum GeometricMean {
  /// Finds the mean of positive ratios; `nil` where there are none.
  package static func of(_ ratios: [Double]) -> Double? {
    guard !ratios.isEmpty else { return nil }
    return exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
  }
}
