// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read from start to end.
struct InputFile: ~Copyable, Sendable {
  private static let stepByteCount = 1 << 18

  private let descriptor: Int32
  private let name: String
  /// Whether it was opened here, and is closed here.
  private let isOwned: Bool
  /// Whether all of it was read.
  private(set) var isAtEnd = false

  /// Reads from a descriptor of the caller.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    name = "descriptor \(descriptor)"
    isOwned = false
  }

  /// Opens a file.
  init(path: String) throws(Failure) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    name = path
    isOwned = true
  }

  deinit { if isOwned { close(descriptor) } }

  /// Its bytes in any order; of a file that was not opened here only the caller knows where it starts.
  var bytes: FileBytes? {
    var status = stat()
    guard isOwned, unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return FileBytes(descriptor: descriptor, byteCount: Int(status.st_size))
  }

  /// Reads some bytes; none at the end.
  mutating func read() throws(Failure) -> [UInt8] {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.stepByteCount) { buffer, filled in
      repeat {
        count = unsafe readBytes(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      filled = max(count, 0)
    }
    guard count >= 0 else { throw Self.failure(name) }
    isAtEnd = count == 0
    return bytes
  }

  private static func failure(_ name: String) -> Failure {
    let reason = unsafe String(cString: strerror(errno))
    return .file("\(name): \(reason)")
  }
}

/// The call of the system, whose name the method has too.
private func readBytes(
  _ descriptor: Int32, _ place: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, place, count)
}
