// SPDX-License-Identifier: Apache-2.0

/// The standard streams of the running process.
package struct ProcessIO: ToolIO {
  private let start = ContinuousClock.Instant.now

  /// Prepares the process for the tool and takes hold of its streams.
  package init() {
    POSIX.reserveStandardDescriptors()
    POSIX.reportWriteErrorsAsErrors()
    Interrupts.install()
  }

  package var inputIsTerminal: Bool { POSIX.isTerminal(0) }
  package var outputIsTerminal: Bool { POSIX.isTerminal(1) }
  package var errorIsTerminal: Bool { POSIX.isTerminal(2) }
  package var workingDirectory: String { "" }

  package var now: Duration { start.duration(to: .now) }

  package var date: Int64 { POSIX.date }

  package func variable(_ name: String) -> String? { POSIX.variable(name) }

  package var program: String? { POSIX.program }

  package func become(_ path: String, _ arguments: [String]) throws(SystemError) -> Never {
    try POSIX.become(path, arguments)
  }

  package func readInput(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(SystemError) -> Int {
    try POSIX.readSome(0, appendingTo: &bytes, atMost: count)
  }

  package func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
    try POSIX.writeAll(1, bytes)
  }

  package func writeError(_ bytes: [UInt8]) {
    try? POSIX.writeAll(2, bytes)
  }

  package func readSecret(_ prompt: String) throws(SystemError) -> [UInt8]? {
    try Terminal.readSecret(prompt)
  }

  package func willCreateTemporaryFile(_ path: String) { Interrupts.protect(path) }

  package func didFinishTemporaryFile() { Interrupts.release() }

  /// What the process was called with, behind its name.
  ///
  /// An argument that is not UTF-8 ends the process: as another string it would name another file.
  package var arguments: [String] {
    guard let other = POSIX.firstOtherArgument else {
      return Array(CommandLine.arguments.dropFirst())
    }
    let error = ToolError.usage(
      "argument \(other) is not UTF-8: \(CommandLine.arguments[other])",
      hint: "standard input and output stand for files with such names")
    log(error.report)
    exit(error.status)
  }

  /// Ends the process.
  package func exit(_ status: ExitStatus) -> Never { POSIX.endProcess(status.rawValue) }
}
