// SPDX-License-Identifier: Apache-2.0

/// A file that appears under its name when it is complete, or not at all.
///
/// It is written without a name where the system can do that, so that nothing is left of it whatever
/// ends the process; otherwise under a temporary name in the directory of its target. Unless ``commit()``
/// succeeds, the temporary file is gone when the value is.
package struct AtomicFile: ~Copyable {
  /// What happens to a file that has the name already.
  package enum Existing: Sendable {
    /// It stays, and the new file does not appear.
    case kept
    /// It is replaced.
    case replaced
  }

  /// When the file gets its temporary name.
  package enum Naming: Sendable, CaseIterable {
    /// When it is complete, if the system has files without names.
    case late
    /// At once.
    case early
  }

  private let target: String
  private let temporary: String
  private let existing: Existing
  private let permissions: UInt32?
  private let io: any ToolIO
  private var descriptor: FileDescriptor
  /// Whether the file has its temporary name.
  private var isTemporaryLeft = false

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - target: The path under which the file appears in the end.
  ///   - existing: What happens to a file that has that path.
  ///   - permissions: The permission bits of the file in the end; `nil` leaves them to the umask.
  ///   - io: Who removes the temporary file if the process is interrupted.
  ///   - naming: When the file gets its temporary name.
  /// - Throws: ``SystemError``, among others where the directory cannot be written to.
  package init(
    _ target: String, existing: Existing, permissions: UInt32?, io: any ToolIO,
    naming: Naming = .late
  ) throws(SystemError) {
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? "./"
    let random = String(UInt64.random(in: 0 ... .max), radix: 16)
    // Short whatever the target is called, so that it fits where the target fits.
    let temporary = "\(directory).husk-\(random).tmp"
    // Nobody else may read the file before it has the permissions it is meant to have.
    let bits: UInt32 = permissions == nil ? 0o666 : 0o600
    self.target = target
    self.temporary = temporary
    self.existing = existing
    self.permissions = permissions
    self.io = io
    if naming == .late {
      do throws(SystemError) {
        descriptor = try FileDescriptor(String(directory), .unnamed(permissions: bits))
        return
      } catch {}  // What keeps a file with a name from being created will be heard of next.
    }
    // Announced first: a signal between the two calls finds nothing to remove, which is harmless.
    io.willCreateTemporaryFile(temporary)
    do throws(SystemError) {
      descriptor = try FileDescriptor(temporary, .creating(permissions: bits))
    } catch {
      io.didFinishTemporaryFile()
      throw error
    }
    isTemporaryLeft = true
  }

  deinit {
    // What cannot be removed is left, and nothing else would remove it.
    if isTemporaryLeft { try? POSIX.remove(temporary) }
    io.didFinishTemporaryFile()
  }

  /// Writes more of the contents.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try descriptor.write(bytes) }

  /// Sets the time of the last change, once all is written.
  package func setModificationTime(_ time: FileStatus.Time) throws(SystemError) {
    try descriptor.setModificationTime(time)
  }

  /// Gives the file, whose contents are complete, its name.
  ///
  /// - Parameter isDurable: Whether the contents are put on the disk before, so that a loss of power leaves
  ///   the old file or the new one. What can be made again need not wait for that.
  /// - Returns: What tells the file from others.
  /// - Throws: ``SystemError``; ``SystemError/exists`` where a file has taken the name meanwhile
  ///   and is to be kept.
  @discardableResult
  package consuming func commit(
    durably isDurable: Bool = false
  ) throws(SystemError) -> FileStatus.Identity {
    let identity = try descriptor.status().identity
    if let permissions { try descriptor.setPermissions(permissions) }
    if isDurable { try descriptor.synchronize() }
    if !isTemporaryLeft {
      io.willCreateTemporaryFile(temporary)
      try descriptor.link(as: temporary)
      isTemporaryLeft = true
    }
    try descriptor.close()
    switch existing {
    case .replaced:
      try POSIX.rename(temporary, replacing: target)
      isTemporaryLeft = false
    case .kept:
      try claimName()
    }
    return identity
  }

  /// Takes the final name without ever replacing a file.
  private mutating func claimName() throws(SystemError) {
    do throws(SystemError) {
      // Unlike a rename, a link fails where the name is taken. The temporary name goes in deinit.
      try POSIX.link(temporary, as: target)
    } catch {
      guard error.isLackOfSupport else { throw error }
      try Self.rename(temporary, toFree: target)
      isTemporaryLeft = false
    }
  }

  /// Gives a file another name, which must be free, on a file system without hard links.
  ///
  /// An empty file reserves the name until the other replaces it.
  package static func rename(
    _ source: String, toFree target: String
  ) throws(SystemError) {
    var placeholder = try FileDescriptor(target, .creating(permissions: 0o600))
    try placeholder.close()
    do throws(SystemError) {
      try POSIX.rename(source, replacing: target)
    } catch {
      try? POSIX.remove(target)
      throw error
    }
  }
}
