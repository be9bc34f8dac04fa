// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file that is open to be read, and closed with its last user.
public final class OpenFile: Sendable {
  /// What tells a file from others, and from itself after a change.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
    var byteCount: Int
    var seconds: Int64
    var nanoseconds: Int64
  }

  /// The number of bytes when it was opened.
  public let byteCount: Int
  let identity: Identity
  private let descriptor: Mutex<Int32>

  /// Opens a file in a directory that is open; neither it nor a directory on the way may be a link.
  ///
  /// - Returns: Nothing where there is no such regular file.
  init?(_ components: [String], in directory: Int32) {
    var current = directory
    for (index, component) in components.enumerated() {
      let isLast = index == components.count - 1
      let kind = isLast ? O_NONBLOCK : O_DIRECTORY
      let next = unsafe openat(current, component, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      if current != directory { close(current) }
      guard next >= 0 else { return nil }
      current = next
    }
    guard current != directory else { return nil }
    var info = stat()
    guard unsafe fstat(current, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      close(current)
      return nil
    }
    #if canImport(Darwin)
      let changed = info.st_mtimespec
    #else
      let changed = info.st_mtim
    #endif
    descriptor = Mutex(current)
    byteCount = Int(info.st_size)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino),
      byteCount: byteCount, seconds: Int64(changed.tv_sec),
      nanoseconds: Int64(changed.tv_nsec))
  }

  /// Whether the last change is so long ago that another one would have another time.
  var isOld: Bool { Int64(time(nil)) - identity.seconds > 2 }

  /// The bytes from the start on, or `nil` where they cannot be read or have become fewer.
  func read() -> [UInt8]? {
    descriptor.withLock { descriptor in
      let bytes = FileRange.read(0..<byteCount, of: descriptor).bytes
      return bytes.count == byteCount ? bytes : nil
    }
  }

  /// Gives the descriptor to somebody who closes it.
  func release() -> Int32 {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
  }

  deinit {
    descriptor.withLock { if $0 >= 0 { _ = close($0) } }
  }
}
