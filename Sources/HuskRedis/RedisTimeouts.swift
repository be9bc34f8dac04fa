// SPDX-License-Identifier: Apache-2.0

/// How long servers may take.
public struct RedisTimeouts: Sendable, Hashable {
  /// How long a connection may take, in milliseconds.
  public var connectMilliseconds: Int
  /// How long an answer may take, in milliseconds.
  public var commandMilliseconds: Int

  /// Creates timeouts, both at least a millisecond.
  public init(connectMilliseconds: Int = 2000, commandMilliseconds: Int = 5000) {
    self.connectMilliseconds = max(connectMilliseconds, 1)
    self.commandMilliseconds = max(commandMilliseconds, 1)
  }
}
