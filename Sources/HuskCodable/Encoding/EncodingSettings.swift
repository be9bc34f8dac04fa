// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How an encoder turns values into JSON.
struct EncodingSettings: Sendable {
  var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
  var data = JSONEncoder.DataEncodingStrategy.base64
  var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether the strategy of keys does anything.
  private(set) var changesKeys = false

  var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys {
    didSet {
      if case .useDefaultKeys = keys { changesKeys = false } else { changesKeys = true }
    }
  }
}
