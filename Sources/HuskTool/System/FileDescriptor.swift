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

  /// Another descriptor of a file that the process has open, and of the same position in it.
  ///
  /// - Parameter other: The number of the descriptor.
  /// - Throws: ``SystemError`` where the process has no such file.
  package init(of other: Int32) throws(SystemError) { number = try POSIX.duplicate(other) }

  deinit {
    // Nothing was written, or the failure that led here has been reported already.
    if isOpen { try? POSIX.closeFile(number) }
  }

  /// Another descriptor of the same open file, and of the same position in it.
  package func duplicated() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(of: number)
  }

  /// What the system knows about the file.
  package func status() throws(SystemError) -> FileStatus { try POSIX.status(of: number) }

  /// Whether the file is a terminal.
  package var isTerminal: Bool { POSIX.isTerminal(number) }

  /// Reads at most `count` bytes and appends them to `bytes`; none are left where it returns 0.
  package func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(SystemError) -> Int {
    try POSIX.readSome(number, appendingTo: &bytes, atMost: count)
  }

  /// Reads the bytes of a range, or fewer where the file ends, and moves no position.
  package func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    try POSIX.readRange(number, range)
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try POSIX.writeAll(number, bytes) }

  /// Sets the permission bits of the file.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try POSIX.setPermissions(permissions, of: number)
  }

  /// Sets the time of the last change of the file.
  package func setModificationTime(_ time: FileStatus.Time) throws(SystemError) {
    try POSIX.setModificationTime(time, of: number)
  }

  /// Gives the file, which has no name, its first, which must be free.
  package func link(as target: String) throws(SystemError) {
    try POSIX.link(number, as: target)
  }

  /// Puts what was written on the disk.
  package func synchronize() throws(SystemError) { try POSIX.synchronize(number) }

  /// Closes the file, and reports what the system only finds out then.
  package mutating func close() throws(SystemError) {
    isOpen = false
    try POSIX.closeFile(number)
  }
}
