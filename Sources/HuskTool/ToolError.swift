// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

/// Why a command gave up: what people are told, and the exit status that goes with it.
package struct ToolError: Error, Sendable, Equatable {
  /// The exit status of the tool.
  package var status: ExitStatus
  /// The file that the message is about, or `nil` where it is about none.
  package var subject: String?
  /// What is wrong, or `nil` where nobody is left to be told.
  package var message: String?
  /// What the reader may do about it.
  package var hint: String?
  /// Whether standard output has got a part of what was to come, so that nothing can follow it.
  package private(set) var cutsOutput = false

  /// Creates an error about the input or the system.
  package init(_ message: String?, in subject: String? = nil, hint: String? = nil) {
    self.status = .failure
    self.subject = subject
    self.message = message
    self.hint = hint
  }

  /// Creates an error about a file that the system does not let us use.
  package init(_ error: SystemError, in subject: String) {
    self.init(error.description, in: subject)
  }

  /// Does what only the system can refuse, and says of which file if it does.
  package static func naming<Result: ~Copyable>(
    _ subject: String, _ body: () throws(SystemError) -> Result
  ) throws(ToolError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ToolError(error, in: subject)
    }
  }

  /// Creates an error about the command line.
  package static func usage(
    _ message: String, in subject: String? = nil, hint: String? = nil
  ) -> ToolError {
    var error = ToolError(message, in: subject, hint: hint)
    error.status = .usage
    return error
  }

  /// The same error where standard output has got a part of what was to come, or not.
  package func cuttingOutput(_ hasBegun: Bool) -> ToolError {
    var error = self
    error.cutsOutput = hasBegun
    return error
  }

  /// The reader of standard output went away: there is nothing left to do and nobody to tell.
  package static let closedPipe = ToolError(nil)

  /// Whether that is what has happened.
  package var isClosedPipe: Bool { message == nil }

  /// The lines for standard error: `husk: FILE: what is wrong`, then a hint if there is one.
  package var report: String {
    guard let message else { return "" }
    let place = subject.map { $0.isEmpty ? "'': " : "\($0): " } ?? ""
    var lines = "husk: \(Printable.text(place + message))\n"
    if let hint { lines += "hint: \(Printable.text(hint))\n" }
    return lines
  }
}
