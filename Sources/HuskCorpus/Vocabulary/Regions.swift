// SPDX-License-Identifier: Apache-2.0

/// The countries that customers live in.
enum Regions {
  /// All regions.
  static let all = western + eastern

  /// How many of 1,000 customers live in each.
  static let weights = all.map(\.weight)
}
