// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file of the system; the one place that calls it.
struct FileDescriptor {
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  private let number: Int32

  /// The system could not write.
  struct WriteError: Error, CustomStringConvertible {
    /// The number of the error, for `strerror`.
    var number: Int32

    var description: String {
      unsafe "cannot write: " + String(cString: strerror(number))
    }
  }

  /// Writes all of some bytes.
  func write(_ bytes: [UInt8]) throws(WriteError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          unsafe Darwin.write(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
        #else
          unsafe Musl.write(number, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw WriteError(number: errno)
      }
    }
  }
}

/// Says what is wrong on standard error and ends the program.
func fail(_ message: String, status: Int32) -> Never {
  // A message that cannot be written is lost; the status still tells.
  try? FileDescriptor.standardError.write(Array("husk-corpus: \(message)\n".utf8))
  exit(status)
}
