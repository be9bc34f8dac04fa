// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A clock in nanoseconds.
package enum BenchClock: Sendable {
  /// The processor time of the calling thread: what other processes do does not count.
  case thread
  /// The time on the wall, for other programs.
  case wall

  /// The time so far, in nanoseconds.
  package var now: Int {
    var time = timespec()
    let id = self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
    let status = unsafe clock_gettime(id, &time)
    precondition(status == 0, "the system has no such clock")
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
