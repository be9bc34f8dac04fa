// SPDX-License-Identifier: Apache-2.0

/// How an encoder divides a block between columns and the text that they share.
package struct ColumnStrategy: Sendable, Equatable {
  /// Columns with fewer values always share the text of the block: what a description of their own
  /// costs does not come back.
  package static let smallCount = 12

  /// Columns with fewer values share the text of the block here.
  var leastCount = smallCount
  /// Whether columns that are no more than text share the text of the block too.
  var sharesText = false
  /// Whether strings are no more than text, whatever their pattern and however often they recur.
  var keepsStrings = false
  /// Whether tags, counts and presence words stand in document order.
  var sharesControls = false
  /// Whether columns are planned by estimates where they are else by trials: what is best for each by itself
  /// may leave others without keys to be grouped by.
  var plansByEstimates = false

  /// Every column by itself.
  package static let columns = ColumnStrategy()
  /// Everything by column but text, which stands in document order.
  package static let sharedText = ColumnStrategy(sharesText: true)
  /// Everything in document order but long columns of numbers.
  package static let document = ColumnStrategy(
    leastCount: 200, sharesText: true, keepsStrings: true, sharesControls: true)
  /// Strings by column, as they are.
  package static let plainText = ColumnStrategy(keepsStrings: true, sharesControls: true)

  /// Every column by itself, as low efforts plan them.
  package static let estimated = ColumnStrategy(plansByEstimates: true)

  /// All strategies; one of estimates comes behind those that it is compared with.
  package static let all = [columns, sharedText, document, plainText, estimated]

  /// Where a column stands.
  enum Place {
    /// By itself, as planned.
    case planned
    /// By itself, as a text.
    case text
    /// In the text that columns share.
    case shared
  }

  /// Where a column of `count` values stands that has this plan by itself.
  func place(_ plan: ScalarPlan, count: Int) -> Place {
    if case .shared = plan { return .shared }
    if case .constant = plan { return .planned }
    if count < leastCount { return .shared }
    if case .text = plan { return sharesText ? .shared : .planned }
    guard keepsStrings, !plan.hasNumbers else { return .planned }
    return sharesText ? .shared : .text
  }
}

extension ScalarPlan {
  /// Whether numbers are typed.
  fileprivate var hasNumbers: Bool {
    switch self {
    case .decimals, .nearDecimals, .floating: true
    case .mixed(_, let columns): columns.contains { $0.hasNumbers }
    default: false
    }
  }
}
