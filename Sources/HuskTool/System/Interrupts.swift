// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Removes the unfinished output when a signal ends the process.
///
/// One path at a time is kept as a C string that is allocated beforehand: a signal handler may
/// neither allocate nor lock, so all it does is read an atomic word and call `unlink`, `signal`
/// and `raise`.
package enum Interrupts {
  /// The address of the path to remove, or 0.
  private static let address = Atomic<UInt>(0)

  /// Has the signals that end a process remove the unfinished output first.
  ///
  /// A signal that is ignored, as `nohup` arranges, stays ignored. The others end the process as
  /// they would have done, so that whoever waits for it sees the signal.
  package static func install() {
    address.store(0, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let previous = signal(number, handle)
      if isIgnored(previous) { _ = signal(number, SIG_IGN) }
    }
  }

  /// Names the file that a signal has to remove.
  ///
  /// The string is never freed, because a handler on another thread may be reading it: a few
  /// bytes per output.
  package static func protect(_ path: String) {
    let name = unsafe strdup(path)
    address.store(UInt(bitPattern: name), ordering: .releasing)
  }

  /// Takes back what ``protect(_:)`` named.
  package static func release() {
    address.store(0, ordering: .releasing)
  }

  private static let handle: @convention(c) (Int32) -> Void = { number in
    let path = unsafe UnsafePointer<CChar>(bitPattern: address.load(ordering: .acquiring))
    if let path = unsafe path { _ = unsafe unlink(path) }
    // The signal is blocked until the handler returns; then it ends the process.
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
