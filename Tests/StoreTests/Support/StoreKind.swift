// SPDX-License-Identifier: Apache-2.0

import Testing

/// The kinds of stores that keep the same promises.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case sqlite
  case redis
  case redisCluster

  /// The kinds that can be tested here.
  ///
  /// ``RedisTemplateStoreTests`` says so where some cannot.
  static let available = allCases.filter { $0.isLocal || RedisServer.program != nil }
  /// Those of them that several processes can use.
  static let shared = available.filter { $0 != .memory }

  private var isLocal: Bool { self == .memory || self == .sqlite }

  var testDescription: String { rawValue }
}
