// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The directory that is served, open for as long as it is.
final class SiteRoot: Sendable {
  let descriptor: Int32
  /// Its path without links, which tells it from others.
  let path: String

  /// Opens a directory.
  init(_ path: String) throws(ServerError) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let resolved = unsafe realpath(path, nil) else {
      let reason = unsafe String(cString: strerror(errno))
      throw ServerError("\(path): \(reason)")
    }
    defer { unsafe free(resolved) }
    self.path = unsafe String(cString: resolved)
  }

  deinit { close(descriptor) }
}
