// SPDX-License-Identifier: Apache-2.0

/// What the system knows about a file without opening it.
package struct FileStatus: Sendable, Equatable {
  /// The kinds of files that the tool treats differently.
  package enum Kind: Sendable {
    /// A file with contents that stay.
    case regular
    /// A directory.
    case directory
    /// A symbolic link; seen only where links are not followed.
    case link
    /// A pipe, a socket, a terminal or another device.
    case other
  }

  /// What tells one file from another, whatever its names.
  package struct Identity: Sendable, Hashable {
    /// The file system.
    package var device: UInt64
    /// The number of the file in its file system.
    package var number: UInt64
  }

  /// A moment, in seconds since 1970 UTC.
  package struct Time: Sendable, Equatable {
    /// The whole seconds.
    package var seconds: Int
    /// The nanoseconds after them.
    package var nanoseconds: Int

    /// Creates the moment.
    package init(seconds: Int, nanoseconds: Int) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  /// The kind of the file.
  package var kind: Kind
  /// What tells the file from others.
  package var identity: Identity
  /// The nine permission bits.
  package var permissions: UInt32
  /// When the contents were changed last.
  package var modificationTime: Time
  /// The size in bytes, where the file has one.
  package var byteCount: Int
}
