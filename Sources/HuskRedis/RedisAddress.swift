// SPDX-License-Identifier: Apache-2.0

/// Where a server listens.
struct RedisAddress: Hashable, Sendable {
  /// A name or an IP address; those of version 6 without brackets.
  var host: String
  var port: UInt16
}

extension RedisAddress: CustomStringConvertible {
  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
