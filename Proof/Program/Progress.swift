// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Shows on a terminal that something happens.
enum Progress {
  private static let isOnTerminal = isatty(STDERR_FILENO) == 1

  /// A dot for something that is done.
  static func tick() {
    if isOnTerminal { FileHandle.standardError.write(Data(".".utf8)) }
  }
}
