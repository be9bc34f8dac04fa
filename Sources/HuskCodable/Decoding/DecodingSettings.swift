// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How a decoder turns JSON into values.
struct DecodingSettings: Sendable {
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether the strategy of keys does anything.
  private(set) var changesKeys = false

  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys {
    didSet {
      if case .useDefaultKeys = keys { changesKeys = false } else { changesKeys = true }
    }
  }
}
