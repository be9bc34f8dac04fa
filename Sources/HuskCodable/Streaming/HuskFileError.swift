// SPDX-License-Identifier: Apache-2.0

/// A file or descriptor that could not be read or written.
public struct HuskFileError: Error, Sendable, Equatable {
  /// The path of the file, or what else it is called.
  public let name: String
  /// The number that the system gave as the reason (`errno`).
  public let number: Int32
  /// The reason in the words of the system.
  public let reason: String

  /// Creates an error from its parts.
  public init(name: String, number: Int32, reason: String) {
    self.name = name
    self.number = number
    self.reason = reason
  }
}

extension HuskFileError: CustomStringConvertible {
  /// The message for people: `customers.husk: No such file or directory`.
  public var description: String { "\(name): \(reason)" }
}
