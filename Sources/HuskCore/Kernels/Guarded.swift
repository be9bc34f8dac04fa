// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// State that threads share, of which one at a time has it: the mutex of the system, as the core is built
/// without modules of Swift beside the standard library.
@safe final class Guarded<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  /// Creates shared state.
  init(_ state: State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "the system has no mutex")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Does something with the state, unless another thread has it now; then there is no result.
  ///
  /// Nobody waits, so a process that was forked while another thread had the state goes on without it.
  func withLockIfAvailable<Result>(_ body: (inout State) -> Result) -> Result? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&state)
  }
}
