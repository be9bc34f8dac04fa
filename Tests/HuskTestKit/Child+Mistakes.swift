// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Child {
  /// How a process ends that makes a mistake which `FatalMistake` knows by name.
  ///
  /// Exit tests of Swift Testing say the same in fewer words. But as long as one has ended and no thread
  /// is free to hear of it, another one of theirs asks the system for news without a pause: in a suite
  /// that keeps all cores busy, for minutes.
  package static func ending(
    ofMistake name: String, _ arguments: String...
  ) async throws -> Ending {
    try await Child(
      [built("FatalMistake"), name] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"]
    ).wait()
  }

  /// Whether a process ended because of a check that failed.
  package static func isTrap(_ ending: Ending) -> Bool {
    [.signalled(SIGILL), .signalled(SIGTRAP)].contains(ending)
  }
}
