// SPDX-License-Identifier: Apache-2.0

internal import CThread

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads of the operating system, whose stacks are as large as is wanted.
///
/// The threads that libraries lend out have stacks of a few hundred kilobytes on some systems.
package enum SystemThread {
  /// The size of the stack of a thread that works on its own, in bytes; memory that is not used costs nothing.
  private static let usualStackByteCount = 1 << 23

  /// Has a new thread carry out `body`; nobody waits for its end.
  ///
  /// - Returns: Whether the system had a thread to give.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    begin(body, stackByteCount: usualStackByteCount, waits: false)
  }

  /// Has a new thread with a stack of so many bytes carry out `body`, and waits for its end.
  ///
  /// - Returns: Whether the system had a thread to give; nothing is done where it had none.
  package static func run(onStackOf byteCount: Int, _ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { begin($0, stackByteCount: byteCount, waits: true) }
  }

  private static func begin(
    _ body: @escaping () -> Void, stackByteCount: Int, waits: Bool
  ) -> Bool {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    guard unsafe pthread_attr_init(attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(attributes) }
    unsafe pthread_attr_setstacksize(attributes, stackByteCount)
    if !waits { unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED)) }
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    // The handle is a number with Glibc, and a pointer elsewhere.
    #if canImport(Glibc)
      var thread = pthread_t()
      let status = unsafe pthread_create(&thread, attributes, enter, context)
      if status == 0, waits { pthread_join(thread, nil) }
    #else
      var thread: pthread_t?
      let status = unsafe pthread_create(&thread, attributes, enter, context)
      if status == 0, waits, let thread = unsafe thread { unsafe pthread_join(thread, nil) }
    #endif
    if status != 0 { unsafe Unmanaged<Body>.fromOpaque(context).release() }
    return status == 0
  }

  /// How many bytes are left of the stack of the thread that asks, or a large number where nobody knows.
  ///
  /// - Complexity: O(1) but for the first time that a thread asks.
  @inline(never) package static var stackLeft: Int {
    var marker: UInt8 = 0
    let here = unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    var end = unsafe UInt(bitPattern: pthread_getspecific(stackEndKey))
    if end == 0 {
      end = unsafe husk_stack_end().map { UInt(bitPattern: $0) } ?? .max
      unsafe pthread_setspecific(stackEndKey, UnsafeRawPointer(bitPattern: end))
    }
    // Whoever runs on a stack of his own making is not on that of the thread.
    return here > end && here - end <= UInt(mostStackByteCount) ? Int(here - end) : .max
  }

  /// No stack of a thread is larger, in bytes.
  private static let mostStackByteCount = 1 << 40

  /// What the end of its stack is kept under for each thread.
  private static let stackEndKey: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }

  #if canImport(Darwin)
    private typealias Context = UnsafeMutableRawPointer
  #else
    private typealias Context = UnsafeMutableRawPointer?
  #endif

  private static let enter: @convention(c) (Context) -> UnsafeMutableRawPointer? = { context in
    let given: UnsafeMutableRawPointer? = unsafe context
    if let given = unsafe given {
      unsafe Unmanaged<Body>.fromOpaque(given).takeRetainedValue().run()
    }
    return nil
  }
}
