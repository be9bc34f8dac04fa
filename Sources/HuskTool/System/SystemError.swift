// SPDX-License-Identifier: Apache-2.0

/// A call to the operating system that failed.
package struct SystemError: Error, Sendable, Equatable {
  /// The number the system gave as the reason (`errno`).
  package let number: Int32

  /// Creates an error from the number that the system gave.
  package init(number: Int32) {
    self.number = number
  }
}

extension SystemError: CustomStringConvertible {
  /// The reason in the words of the system.
  package var description: String { POSIX.message(for: number) }
}
