// SPDX-License-Identifier: Apache-2.0

internal import Husk
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The calls to the operating system that a store in a file makes.
enum SystemFiles {
  /// Creates an empty file that only its owner may read, unless there is a file already.
  static func createPrivateFile(_ path: String) throws(TemplateStoreError) {
    // Closing a file lets go of the locks that this process has on it. So the file is closed
    // before anybody in this process can get hold of it.
    let number = creation.withLock { _ -> Int32 in
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
      guard descriptor >= 0 else { return errno }
      close(descriptor)
      return 0
    }
    if number != 0, number != EEXIST { throw TemplateStoreError(errno: number, path) }
  }

  /// The size of a file in bytes, or `nil` where there is none.
  static func byteCount(of path: String) -> Int? {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { return nil }
    return Int(info.st_size)
  }

  /// Creates a directory and those it stands in, as far as they are missing, for the owner only.
  static func createPrivateDirectories(_ path: String) throws(TemplateStoreError) {
    if unsafe mkdir(path, mode_t(0o700)) == 0 || errno == EEXIST { return }
    let number = errno
    guard number == ENOENT, let parent = parent(of: path) else {
      throw TemplateStoreError(errno: number, path)
    }
    try createPrivateDirectories(parent)
    if unsafe mkdir(path, mode_t(0o700)) != 0, errno != EEXIST {
      throw TemplateStoreError(errno: errno, path)
    }
  }

  /// The path of the directory that something stands in, or `nil` at the top.
  static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    return String(path[..<slash])
  }

  /// The value of a variable of the environment, or `nil` where it is not set.
  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Waits.
  static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  private static let creation = Mutex(())
}

extension TemplateStoreError {
  fileprivate init(errno number: Int32, _ path: String) {
    let isDenied = [EACCES, EPERM, EROFS].contains(number)
    let reason = unsafe String(cString: strerror(number))
    self.init(
      isDenied ? .accessDenied : .unavailable,
      "\(path): the template store cannot be created there: \(reason)")
  }
}
