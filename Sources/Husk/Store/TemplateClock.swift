// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a store takes the time from: whole seconds since 1970 UTC.
public struct TemplateClock: Sendable {
  private let read: @Sendable () -> Int64

  /// Creates a clock that reads the time in a way of its own.
  public init(_ read: @escaping @Sendable () -> Int64) {
    self.read = read
  }

  /// The clock of the system.
  public static let system = TemplateClock { Int64(time(nil)) }

  /// The time.
  public var now: Int64 { read() }
}
