// SPDX-License-Identifier: Apache-2.0

/// Where a server listens.
package struct RedisAddress: Hashable, Sendable {
  /// A name or an IP address; those of version 6 without brackets.
  package var host: String
  /// The number of the port.
  package var port: UInt16

  /// Creates an address from its parts.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}

extension RedisAddress: CustomStringConvertible {
  /// The address as URLs have it.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
