// SPDX-License-Identifier: Apache-2.0

/// Where the result of a command goes.
///
/// It is found, and a temporary file created, before the input is read, so that a command that
/// cannot write fails at once. A file appears when it is complete; pipes, devices and standard output
/// get the result as it comes.
package struct Destination: ~Copyable {
  /// What the result is, as far as a terminal is concerned.
  package enum Content: Sendable {
    /// Text that a person may look at.
    case text
    /// Bytes that a terminal would make a mess of.
    case binary
  }

  private let content: Content
  private let io: any ToolIO
  /// What messages call it, or `nil` for standard output.
  private let name: String?
  /// Where it is.
  private let target: String
  /// When the file that the result is made from was changed last.
  private var modificationTime: FileStatus.Time?
  /// What replaces the target in the end, or `nil` where the target has no contents to replace: a
  /// pipe, a device, standard output.
  private var file: AtomicFile?
  /// The pipe or device, once something was written to it.
  private var stream: FileDescriptor?

  /// Prepares to write to standard output.
  package init(standardOutputFor content: Content, io: any ToolIO) throws(ToolError) {
    if content == .binary && io.outputIsTerminal { throw Self.terminalRefused("(stdout)") }
    self.content = content
    self.io = io
    name = nil
    target = ""
  }

  /// Prepares to write to a file.
  ///
  /// A symbolic link to a file is followed, so that it is the file that is replaced. A path that stands for an
  /// open file, as `/dev/stdout` does, is no name of that: what is in the file stays, and the result goes on where
  /// others have stopped.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - content: What the result is.
  ///   - source: What the system knows about the file the result is made from, whose permission
  ///     bits and time of change the result takes over; `nil` for standard input.
  ///   - existing: What happens to a file that exists.
  ///   - results: The results of other inputs, which are never replaced.
  ///   - io: The standard streams and the working directory.
  /// - Throws: ``ToolError`` where the file may not or cannot be written.
  package init(
    _ path: String, for content: Content, madeFrom source: FileStatus?,
    existing: AtomicFile.Existing, besides results: Set<FileStatus.Identity> = [],
    io: any ToolIO
  ) throws(ToolError) {
    self.content = content
    self.io = io
    name = path
    let target = io.locate(path)
    self.target = target
    let found = try ToolError.naming(path) { () throws(SystemError) -> FileStatus? in
      // What a link leads to counts; a link that leads nowhere counts as a file.
      if let found = try POSIX.status(of: target, links: .followed) { return found }
      return try POSIX.status(of: target, links: .kept)
    }
    switch found?.kind {
    case .directory: throw ToolError(.isDirectory, in: path)
    case .regular? where POSIX.descriptor(namedBy: target) != nil: return
    case .other: return
    case .regular, .link, nil: break
    }
    if let found {
      if found.identity == source?.identity {
        throw .usage("the output is the input", in: path, hint: "name another file with -o")
      }
      if results.contains(found.identity) {
        throw .usage("the output is that of another input", in: path)
      }
      if existing == .kept { throw Self.alreadyExists(path) }
    }
    // The permission bits of a pipe mean something else.
    let origin = source?.kind == .regular ? source : nil
    modificationTime = origin?.modificationTime
    file = try ToolError.naming(path) { () throws(SystemError) in
      try AtomicFile(
        POSIX.resolve(target) ?? target, existing: existing,
        permissions: origin?.permissions, io: io)
    }
  }

  /// Whether the result becomes a file that stays.
  package var isFile: Bool { file != nil }

  /// Whether the result goes to something that has a name.
  package var isNamed: Bool { name != nil }

  /// Writes more of the result.
  package mutating func write(_ bytes: [UInt8]) throws(ToolError) {
    guard let name else { return try io.write(bytes) }
    if file == nil { try openStream(name) }
    do throws(SystemError) {
      try file?.write(bytes)
      try stream?.write(bytes)
    } catch { throw ToolError(error, in: name) }
  }

  /// Makes the result, which is complete, appear.
  ///
  /// - Parameter isDurable: Whether it is put on the disk before, so that what it was made from can go.
  /// - Returns: What tells the file from others, where the result is one.
  /// - Throws: ``ToolError`` where it cannot appear.
  @discardableResult
  package consuming func finish(
    durably isDurable: Bool = false
  ) throws(ToolError) -> FileStatus.Identity? {
    guard let name else { return nil }
    guard let file = file.take() else {
      try openStream(name)
      do throws(SystemError) {
        try stream?.close()
      } catch { throw ToolError(error, in: name) }
      return nil
    }
    do throws(SystemError) {
      // Some file systems have no such times, or let nobody set them; the result is complete without.
      if let modificationTime { try? file.setModificationTime(modificationTime) }
      return try file.commit(durably: isDurable)
    } catch {
      throw error == .exists ? Self.alreadyExists(name) : ToolError(error, in: name)
    }
  }

  private mutating func openStream(_ name: String) throws(ToolError) {
    guard stream == nil else { return }
    let opened = try ToolError.naming(name) { () throws(SystemError) -> FileDescriptor in
      if let number = POSIX.descriptor(namedBy: target) { return try FileDescriptor(of: number) }
      return try FileDescriptor(target, .writing)
    }
    if content == .binary && opened.isTerminal { throw Self.terminalRefused(name) }
    stream = consume opened
  }

  private static func alreadyExists(_ path: String) -> ToolError {
    ToolError(SystemError.exists.description, in: path, hint: "use -f to overwrite it")
  }

  private static func terminalRefused(_ name: String) -> ToolError {
    .usage(
      "binary output is not written to a terminal", in: name,
      hint: "name a file with -o, or redirect standard output")
  }
}
