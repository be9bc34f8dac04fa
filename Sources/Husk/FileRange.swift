// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads bytes of open files, wherever these are in their reading.
package enum FileRange {
  /// Reads the bytes of a range, which a signal does not end.
  ///
  /// - Returns: The bytes, or fewer where the file ends or cannot be read, and the number that the system gives
  ///   the reason of the latter: 0 without one.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func read(
    _ range: Range<Int>, of descriptor: Int32
  ) -> (bytes: [UInt8], errorNumber: Int32) {
    // Empty arrays are one piece of memory for all threads, to which their count would be written.
    guard !range.isEmpty else { return ([], 0) }
    var errorNumber: Int32 = 0
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: range.count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        while initialized < range.count {
          let byteCount = unsafe pread(
            descriptor, buffer.baseAddress.map { unsafe $0 + initialized },
            range.count - initialized, off_t(range.lowerBound + initialized))
          if byteCount > 0 {
            initialized += byteCount
          } else if byteCount == 0 {
            return
          } else if errno != EINTR {
            errorNumber = errno
            return
          }
        }
      }
    }
    return (bytes, errorNumber)
  }
}
