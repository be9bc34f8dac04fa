// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads of the operating system, whose stacks are large enough for the deepest document.
///
/// The threads that libraries lend out have stacks of a few hundred kilobytes on some systems.
enum WorkerThread {
  /// The size of a stack, in bytes; memory that is not used costs nothing.
  private static let stackByteCount = 1 << 23

  /// Has a new thread carry out `body`; nobody waits for its end.
  ///
  /// - Returns: Whether the system had a thread to give.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    guard unsafe pthread_attr_init(attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(attributes) }
    unsafe pthread_attr_setstacksize(attributes, stackByteCount)
    unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let status = unsafe pthread_create(&thread, attributes, run, context)
    if status != 0 { unsafe Unmanaged<Body>.fromOpaque(context).release() }
    return status == 0
  }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  #if canImport(Darwin)
    private typealias Context = UnsafeMutableRawPointer
  #else
    private typealias Context = UnsafeMutableRawPointer?
  #endif

  private static let run: @convention(c) (Context) -> UnsafeMutableRawPointer? = { context in
    let given: UnsafeMutableRawPointer? = unsafe context
    if let given = unsafe given {
      unsafe Unmanaged<Body>.fromOpaque(given).takeRetainedValue().run()
    }
    return nil
  }
}
