// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that ask a command which runs until it is told to end.
package enum StopSignal {
  private static let numbers = [SIGINT, SIGTERM]

  /// Keeps the signals for ``wait()``, from this thread and those that it starts.
  package static func hold() {
    var set = signals()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals; a second one ends the process at once.
  ///
  /// - Returns: The number of the signal.
  package static func wait() -> Int32 {
    var set = signals()
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    for other in numbers { _ = signal(other, SIG_DFL) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    return number
  }

  private static func signals() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }
}
