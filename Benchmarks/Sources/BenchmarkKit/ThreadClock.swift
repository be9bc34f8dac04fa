// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The processor time that the calling thread has used: what other processes do does not count.
package enum ThreadClock {
  /// The time so far, in nanoseconds.
  package static var now: Int {
    var time = timespec()
    let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(status == 0, "the system has no clock for the time of a thread")
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
