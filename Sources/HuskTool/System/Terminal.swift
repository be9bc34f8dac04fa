// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal of the process, whatever its standard streams are.
enum Terminal {
  /// What ends a line that is typed without the help of the terminal.
  private enum Control {
    static let interrupt: UInt8 = 0x03
    static let end: UInt8 = 0x04
    static let backspaces: [UInt8] = [0x08, 0x7F]
    static let eraseLine: UInt8 = 0x15
    static let returns: [UInt8] = [0x0A, 0x0D]
  }

  /// Asks for a line that does not show while it is typed.
  ///
  /// - Returns: The line without its end, or `nil` where the person has given up.
  /// - Throws: ``SystemError`` where there is no terminal.
  static func readSecret(_ prompt: String) throws(SystemError) -> [UInt8]? {
    let number = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(number: errno) }
    defer { close(number) }
    var saved = termios()
    guard unsafe tcgetattr(number, &saved) == 0 else { throw SystemError(number: errno) }
    // Keys that interrupt arrive like others, so that the terminal is always left as it was.
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard unsafe tcsetattr(number, TCSAFLUSH, &silent) == 0 else {
      throw SystemError(number: errno)
    }
    defer {
      unsafe _ = tcsetattr(number, TCSAFLUSH, &saved)
      try? POSIX.writeAll(number, Array("\n".utf8))
    }
    try POSIX.writeAll(number, Array(prompt.utf8))
    return try readLine(number)
  }

  private static func readLine(_ number: Int32) throws(SystemError) -> [UInt8]? {
    var line: [UInt8] = []
    // What grows moves, and leaves a copy behind.
    line.reserveCapacity(4096)
    while true {
      var input: [UInt8] = []
      guard try POSIX.readSome(number, appendingTo: &input, atMost: 1) > 0 else { return nil }
      switch input[0] {
      case Control.interrupt: return nil
      case Control.end where line.isEmpty: return nil
      case _ where Control.returns.contains(input[0]): return line
      case _ where Control.backspaces.contains(input[0]):
        // A character may have several bytes.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      case Control.eraseLine: line.removeAll(keepingCapacity: true)
      default: line.append(input[0])
      }
    }
  }
}
