// SPDX-License-Identifier: Apache-2.0

import HuskTool

/// Standard streams that a test provides and reads.
final class CapturedIO: ToolIO {
  var input: [UInt8] = []
  var inputIsTerminal = false
  var outputIsTerminal = false
  var errorIsTerminal = false
  let workingDirectory: String
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  /// What writing to standard output meets with.
  var outputError: SystemError?

  init(in directory: TemporaryDirectory) {
    workingDirectory = directory.path
  }

  /// For commands that touch no file.
  init() {
    workingDirectory = "/nonexistent"
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs the tool.
  func run(_ arguments: String...) -> ExitStatus {
    Tool.run(arguments: arguments, io: self)
  }

  func readInput(limit: Int) -> [UInt8]? { input.count <= limit ? input : nil }

  func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
    if let outputError { throw outputError }
    output += bytes
  }

  func writeError(_ bytes: [UInt8]) { errors += bytes }

  // Nothing interrupts a test.
  func willCreateTemporaryFile(_ path: String) {}
  func didFinishTemporaryFile() {}
}
