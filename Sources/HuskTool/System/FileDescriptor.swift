// SPDX-License-Identifier: Apache-2.0

/// An open file, closed when its owner lets go of it.
package struct FileDescriptor: ~Copyable {
  private let number: Int32
  private var isOpen = true

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - mode: What it is opened for.
  /// - Throws: ``SystemError`` as the system gives it.
  package init(_ path: String, _ mode: POSIX.OpenMode) throws(SystemError) {
    number = try POSIX.openFile(path, mode)
  }

  deinit {
    // Nothing was written, or the failure that led here has been reported already.
    if isOpen { try? POSIX.closeFile(number) }
  }

  /// What the system knows about the file.
  package func status() throws(SystemError) -> FileStatus { try POSIX.status(of: number) }

  /// Whether the file is a terminal.
  package var isTerminal: Bool { POSIX.isTerminal(number) }

  /// Reads to the end; `nil` means that there are more than `limit` bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(try status().byteCount, limit, 1 << 30))
    return try POSIX.readAll(number, limit: limit, into: &bytes) ? bytes : nil
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try POSIX.writeAll(number, bytes) }

  /// Sets the permission bits of the file.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try POSIX.setPermissions(permissions, of: number)
  }

  /// Closes the file, and reports what the system only finds out then.
  package mutating func close() throws(SystemError) {
    isOpen = false
    try POSIX.closeFile(number)
  }
}
