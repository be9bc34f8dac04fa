// SPDX-License-Identifier: Apache-2.0

import Husk
import Synchronization

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(1_800_000_000)

  /// The time, in seconds since 1970 UTC.
  var now: Int64 { time.withLock { $0 } }

  /// The clock for a store.
  var clock: TemplateClock { TemplateClock { self.now } }

  func advance(seconds: Int64) { time.withLock { $0 += seconds } }
}
