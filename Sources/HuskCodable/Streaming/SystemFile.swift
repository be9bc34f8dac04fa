// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, and the calls to the operating system that it takes.
///
/// A call that a signal interrupts is made again.
final class SystemFile: Sendable {
  /// What it is called in errors.
  let name: String
  let descriptor: Int32
  private let isOwned: Bool

  /// Takes a descriptor of somebody else, who closes it.
  init(descriptor: Int32) {
    name = "descriptor \(descriptor)"
    self.descriptor = descriptor
    isOwned = false
  }

  /// The number of an argument that makes no sense (`EINVAL`).
  static var invalidArgument: Int32 { EINVAL }

  /// Opens a file for reading.
  init(reading path: String) throws(HuskFileError) {
    name = path
    descriptor = try Self.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    isOwned = true
  }

  /// Makes a new file; fails where any file, or a link, has that path.
  init(creating path: String) throws(HuskFileError) {
    name = path
    descriptor = try Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
    isOwned = true
  }

  /// Opens something that is there for writing, such as a pipe; of a pipe that waits for a reader.
  init(writing path: String) throws(HuskFileError) {
    name = path
    descriptor = try Self.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    isOwned = true
  }

  deinit { if isOwned { _ = close(descriptor) } }

  private static func open(_ path: String, _ flags: Int32) throws(HuskFileError) -> Int32 {
    while true {
      let descriptor = unsafe openFile(path, flags)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw failure(path) }
    }
  }

  /// Reads at most `count` bytes, and none only at the end.
  func read(atMost count: Int) throws(HuskFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try bytes.append(addingCapacity: count) { (output) throws(HuskFileError) in
      try unsafe output.withUnsafeMutableBufferPointer {
        (buffer, initialized) throws(HuskFileError) in
        while true {
          let byteCount = unsafe readFile(descriptor, buffer.baseAddress, min(count, buffer.count))
          if byteCount >= 0 {
            initialized = byteCount
            return
          }
          // A descriptor that does not wait has something later.
          if errno == EAGAIN {
            FileReadiness.waitForInput(of: descriptor)
          } else if errno != EINTR {
            throw Self.failure(name)
          }
        }
      }
    }
    return bytes
  }

  /// Whether it is a regular file that was opened by its path, so that its bytes can be read in any order.
  var isRegular: Bool { isOwned && status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  private var status: stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Whether a path leads to something without contents that stay: a pipe, a device, a socket.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
      && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The path without symbolic links, or `nil` where it cannot be followed to its end.
  static func resolve(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(HuskFileError) {
    var offset = 0
    while offset < bytes.count {
      let byteCount = unsafe bytes.withUnsafeBytes { buffer in
        unsafe writeFile(
          descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
      }
      if byteCount >= 0 {
        offset += byteCount
      } else if errno == EAGAIN {
        FileReadiness.waitForRoom(of: descriptor)
      } else if errno != EINTR {
        throw Self.failure(name)
      }
    }
  }

  /// Puts what was written on the disk.
  func synchronize() throws(HuskFileError) {
    // Not every file system can.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw Self.failure(name) }
  }

  /// Whether a read would return at once, be it with an error.
  var hasInput: Bool { descriptor < 0 || FileReadiness.hasInput(descriptor) }

  /// Gives a file another name, which replaces the file that had it.
  static func rename(_ source: String, replacing target: String) throws(HuskFileError) {
    if unsafe renameFile(source, target) != 0 { throw failure(target) }
  }

  /// Removes a name, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  private static func failure(_ name: String) -> HuskFileError {
    let number = errno
    return HuskFileError(
      name: name, number: number, reason: unsafe String(cString: strerror(number)))
  }
}

extension SystemFile: SeekableBytes {
  var byteCount: Int { Int(status?.st_size ?? 0) }

  func read(_ range: Range<Int>) -> [UInt8] { FileRange.read(range, of: descriptor).bytes }
}

// The C functions whose names the methods above take.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(path, flags, 0o666)
}

private func readFile(_ file: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, target, count)
}

private func writeFile(_ file: Int32, _ source: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, source, count)
}

private func renameFile(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(source, target)
}
