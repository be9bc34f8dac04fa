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

/// The calls to the operating system that the tool makes, with its errors as Swift errors.
///
/// All C strings and buffers of the tool are handled here and in ``Interrupts``. A call that a
/// signal interrupts is made again, and so is one that a file would have had wait.
package enum POSIX {
  /// The ways in which a file is opened.
  package enum OpenMode: Sendable {
    /// For reading.
    case reading
    /// For writing to something that exists, without emptying it first.
    case writing
    /// For writing to a new regular file; fails where any file, or a link, has that name.
    case creating(permissions: UInt32)
    /// For writing to a new regular file in the directory that is named. It has no name yet, and is
    /// gone with the process unless it gets one (``FileDescriptor/link(as:)``). Only Linux has such files.
    case unnamed(permissions: UInt32)
  }

  /// Whether the last component of a path may be a symbolic link to what is meant.
  package enum Links: Sendable {
    /// Links are followed.
    case followed
    /// A link stands for itself.
    case kept
  }

  /// The time in whole seconds since 1970 UTC.
  package static var date: Int64 { Int64(time(nil)) }

  /// The value of a variable of the environment, or `nil` where it is not set or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The number of the first argument of the process that is not UTF-8, and so is another string.
  package static var firstOtherArgument: Int? {
    let arguments = CommandLine.arguments
    return arguments.indices.first { index in
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { return false }
      return unsafe strcmp(bytes, arguments[index]) != 0
    }
  }

  /// A time in whole seconds since 1970 UTC as `2026-11-21T08:15:00Z`.
  package static func dateText(_ seconds: Int64) -> String {
    var moment = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&moment, &parts) != nil else { return "\(seconds)" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (year, month, day) = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    let date = "\(year)-\(padded(month))-\(padded(day))"
    return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
  }

  /// The words of the system for an error number.
  package static func message(for number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }

  /// Opens a file and returns its descriptor.
  package static func openFile(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32 {
    let common = O_CLOEXEC | O_NOCTTY
    while true {
      let descriptor =
        switch mode {
        case .reading: unsafe open(path, O_RDONLY | common)
        case .writing: unsafe open(path, O_WRONLY | common)
        case .creating(let permissions):
          unsafe open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | common, mode_t(permissions))
        case .unnamed(let permissions): try openUnnamed(in: path, common, permissions)
        }
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }

  private static func openUnnamed(
    in directory: String, _ flags: Int32, _ permissions: UInt32
  ) throws(SystemError) -> Int32 {
    #if os(Linux)
      // `O_TMPFILE`, a macro that is not imported.
      let temporary = 0o20_000_000 | O_DIRECTORY
      let descriptor = unsafe open(directory, O_WRONLY | temporary | flags, mode_t(permissions))
      // It gets its name through this path, without which it would never have one.
      if descriptor >= 0, try status(of: path(of: descriptor), links: .kept) == nil {
        try closeFile(descriptor)
        throw SystemError(number: ENOTSUP)
      }
      return descriptor
    #else
      throw SystemError(number: ENOTSUP)
    #endif
  }

  /// The number of the open file that a path stands for, or `nil` where it names a file by itself.
  package static func descriptor(namedBy path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
      let digits = path.dropFirst(directory.count)
      return digits.utf8.allSatisfy(ASCII.isDigit) ? Int32(digits) : nil
    }
    return nil
  }

  /// The path that stands for an open file.
  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Puts what was written to a file on the disk, where the file system can.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP else { return }
    throw SystemError(number: errno)
  }

  /// Closes a descriptor.
  ///
  /// It is gone afterwards in any case. What the system reports here is the last chance to hear
  /// of a write that did not reach the disk.
  package static func closeFile(_ descriptor: Int32) throws(SystemError) {
    if close(descriptor) != 0 && errno != EINTR { throw SystemError(number: errno) }
  }

  /// Makes another descriptor of an open file, which programs that are started do not get.
  package static func duplicate(_ descriptor: Int32) throws(SystemError) -> Int32 {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw SystemError(number: errno) }
    return number
  }

  /// Reads at most `count` bytes from a descriptor and appends them to `bytes`.
  ///
  /// - Returns: The number of bytes, which is 0 only at the end.
  /// - Throws: ``SystemError`` as the system gives it.
  package static func readSome(
    _ descriptor: Int32, appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(SystemError) -> Int {
    let start = bytes.count
    try bytes.append(addingCapacity: count) { (output) throws(SystemError) in
      try unsafe output.withUnsafeMutableBufferPointer {
        (buffer, initialized) throws(SystemError) in
        let free = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[initialized...]))
        while true {
          let byteCount = unsafe read(descriptor, free.baseAddress, min(count, free.count))
          if byteCount >= 0 {
            initialized += byteCount
            return
          }
          if errno == EAGAIN {
            FileReadiness.waitForInput(of: descriptor)
          } else if errno != EINTR {
            throw SystemError(number: errno)
          }
        }
      }
    }
    return bytes.count - start
  }

  /// Reads the bytes of a range of a descriptor, or fewer where it ends, wherever its position is.
  ///
  /// - Throws: ``SystemError`` as the system gives it.
  package static func readRange(
    _ descriptor: Int32, _ range: Range<Int>
  ) throws(SystemError) -> [UInt8] {
    let (bytes, errorNumber) = FileRange.read(range, of: descriptor)
    if errorNumber != 0 { throw SystemError(number: errorNumber) }
    return bytes
  }

  /// Writes all bytes to a descriptor.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let byteCount = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
      }
      if byteCount >= 0 {
        offset += byteCount
      } else if errno == EAGAIN {
        FileReadiness.waitForRoom(of: descriptor)
      } else if errno != EINTR {
        throw SystemError(number: errno)
      }
    }
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Gives a descriptor that is closed to `/dev/null`, opened so that its proper use fails.
  ///
  /// A process may be started with standard streams closed. The first file it opens would become
  /// its standard output then, and messages would end up in somebody's data.
  package static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes writes to closed pipes and beyond size limits fail instead of ending the process.
  package static func reportWriteErrorsAsErrors() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The number of processors that the process may use.
  package static var processorCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// Ends the process.
  package static func endProcess(_ status: Int32) -> Never { exit(status) }

  /// The path of the program that runs, without symbolic links, or `nil` where the system does not say.
  package static var program: String? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var count = UInt32(path.count)
      guard unsafe _NSGetExecutablePath(&path, &count) == 0 else { return nil }
      return unsafe resolve(String(cString: path))
    #else
      return resolve("/proc/self/exe")
    #endif
  }

  /// Has another program run in place of this process, with its standard streams and its environment;
  /// returns only where it does not.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: Its arguments, of which the first is its name.
  /// - Throws: ``SystemError`` where it does not run.
  package static func become(
    _ path: String, _ arguments: [String]
  ) throws(SystemError) -> Never {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    let number = errno
    unsafe words.forEach { unsafe free($0) }
    throw SystemError(number: number)
  }
}

// Names, not contents.
extension POSIX {
  /// What the system knows about a path, or `nil` where nothing has that name.
  package static func status(
    of path: String, links: Links
  ) throws(SystemError) -> FileStatus? {
    var info = stat()
    let result =
      switch links {
      case .followed: unsafe stat(path, &info)
      case .kept: unsafe lstat(path, &info)
      }
    if result == 0 { return FileStatus(info) }
    if errno == ENOENT { return nil }
    throw SystemError(number: errno)
  }

  /// What the system knows about an open file.
  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var info = stat()
    if unsafe fstat(descriptor, &info) != 0 { throw SystemError(number: errno) }
    return FileStatus(info)
  }

  /// Sets the permission bits of an open file.
  package static func setPermissions(
    _ permissions: UInt32, of descriptor: Int32
  ) throws(SystemError) {
    if fchmod(descriptor, mode_t(permissions)) != 0 { throw SystemError(number: errno) }
  }

  /// Sets the time of the last change of an open file.
  package static func setModificationTime(
    _ time: FileStatus.Time, of descriptor: Int32
  ) throws(SystemError) {
    // The first is the time of the last access, which stays.
    let times = [
      timespec(tv_sec: 0, tv_nsec: omittedTime),
      timespec(tv_sec: time.seconds, tv_nsec: time.nanoseconds),
    ]
    if unsafe futimens(descriptor, times) != 0 { throw SystemError(number: errno) }
  }

  /// `UTIME_OMIT`, a macro that is not imported.
  private static var omittedTime: Int {
    #if canImport(Darwin)
      -2
    #else
      0x3fff_fffe
    #endif
  }

  /// Gives a file another name, which replaces the file that had it.
  package static func rename(_ source: String, replacing target: String) throws(SystemError) {
    if unsafe renameFile(source, target) != 0 { throw SystemError(number: errno) }
  }

  /// Gives a file a second name, which must be free.
  package static func link(_ source: String, as target: String) throws(SystemError) {
    if unsafe linkFile(source, target) != 0 { throw SystemError(number: errno) }
  }

  /// Gives an open file that has no name its first, which must be free.
  package static func link(_ descriptor: Int32, as target: String) throws(SystemError) {
    if unsafe linkat(AT_FDCWD, path(of: descriptor), AT_FDCWD, target, AT_SYMLINK_FOLLOW) != 0 {
      throw SystemError(number: errno)
    }
  }

  /// Removes the name of a file.
  package static func remove(_ path: String) throws(SystemError) {
    if unsafe unlink(path) != 0 { throw SystemError(number: errno) }
  }

  /// The path without symbolic links, or `nil` where it cannot be followed to its end.
  package static func resolve(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

extension SystemError {
  /// A file has the name already.
  package static let exists = SystemError(number: EEXIST)
  /// Nothing has the name.
  package static let notFound = SystemError(number: ENOENT)
  /// A directory stands where a file was meant.
  package static let isDirectory = SystemError(number: EISDIR)
  /// The reader of a pipe went away.
  package static let brokenPipe = SystemError(number: EPIPE)

  /// Whether the file system may lack what was asked for, rather than refuse it.
  package var isLackOfSupport: Bool {
    [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(number)
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    let kind: Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
      let changed = info.st_mtimespec
    #else
      let changed = info.st_mtim
    #endif
    self.init(
      kind: kind,
      identity: Identity(
        device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino)),
      permissions: UInt32(info.st_mode) & 0o777,
      modificationTime: Time(seconds: changed.tv_sec, nanoseconds: changed.tv_nsec),
      byteCount: Int(info.st_size))
  }
}

// The C functions whose names the methods above take.
private func renameFile(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(source, target)
}

private func linkFile(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
  unsafe link(source, target)
}
