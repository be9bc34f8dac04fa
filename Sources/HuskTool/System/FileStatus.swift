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
  package struct Identity: Sendable, Equatable {
    /// The file system.
    package var device: UInt64
    /// The number of the file in its file system.
    package var number: UInt64
  }

  /// The kind of the file.
  package var kind: Kind
  /// What tells the file from others.
  package var identity: Identity
  /// The nine permission bits.
  package var permissions: UInt32
  /// The size in bytes, where the file has one.
  package var byteCount: Int
}
