// SPDX-License-Identifier: Apache-2.0

/// What the tool tells the process that started it.
package enum ExitStatus: Int32, Sendable {
  /// All went well.
  case success = 0
  /// The input or the system is at fault.
  case failure = 1
  /// The command line is at fault.
  case usage = 2
}
