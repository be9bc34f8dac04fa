// SPDX-License-Identifier: Apache-2.0

/// What stands around the tool: its standard streams and the directory it works in.
package protocol ToolIO {
  /// Whether a person types standard input.
  var inputIsTerminal: Bool { get }
  /// Whether a person reads standard output.
  var outputIsTerminal: Bool { get }
  /// Whether a person reads standard error.
  var errorIsTerminal: Bool { get }
  /// The directory that relative paths start from, or an empty string for the process's own.
  var workingDirectory: String { get }

  /// The time since some moment; it never goes back.
  var now: Duration { get }

  /// The time in whole seconds since 1970 UTC.
  var date: Int64 { get }

  /// The value of a variable of the environment, or `nil` where it is not set or empty.
  func variable(_ name: String) -> String?

  /// The path of the program that runs, or `nil` where the system does not say.
  var program: String? { get }

  /// Has another program run in place of this process; returns only where it does not.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: Its arguments, of which the first is its name.
  /// - Throws: ``SystemError`` where it does not run.
  func become(_ path: String, _ arguments: [String]) throws(SystemError) -> Never

  /// Reads at most `count` bytes of standard input and appends them to `bytes`; none are left where
  /// it returns 0.
  func readInput(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(SystemError) -> Int
  /// Writes to standard output.
  func writeOutput(_ bytes: [UInt8]) throws(SystemError)
  /// Writes to standard error; where that fails there is nobody to tell.
  func writeError(_ bytes: [UInt8])

  /// Asks at the terminal for a line that does not show; `nil` where the person has given up.
  func readSecret(_ prompt: String) throws(SystemError) -> [UInt8]?

  /// Hears of a temporary file before it is created, so that it can be removed in an emergency.
  func willCreateTemporaryFile(_ path: String)
  /// Hears that the temporary file is gone or has its final name.
  func didFinishTemporaryFile()
}

extension ToolIO {
  /// The path that the system is given for a path of the command line.
  package func locate(_ path: String) -> String {
    // An empty path stays empty: the system then says that there is no such file.
    if path.isEmpty || path.hasPrefix("/") || workingDirectory.isEmpty { return path }
    return "\(workingDirectory)/\(path)"
  }

  /// Writes a result that is text to standard output.
  package func print(_ text: String) throws(ToolError) {
    try write(Array(text.utf8))
  }

  /// Writes a result to standard output.
  package func write(_ bytes: [UInt8]) throws(ToolError) {
    do throws(SystemError) {
      try writeOutput(bytes)
    } catch {
      throw error == .brokenPipe ? .closedPipe : ToolError(error, in: "(stdout)")
    }
  }

  /// Writes a message to standard error.
  package func log(_ text: String) {
    writeError(Array(text.utf8))
  }
}
