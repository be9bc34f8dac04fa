// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool

/// Standard streams that a test provides and reads.
final class CapturedIO: ToolIO {
  var input: [UInt8] = []
  var inputIsTerminal = false
  var outputIsTerminal = false
  var errorIsTerminal = false
  let workingDirectory: String
  private var inputOffset = 0
  private var time = Duration.zero
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  /// What writing to standard output meets with.
  var outputError: SystemError?
  /// How many bytes go to standard output before it meets with that.
  var outputLimit = 0

  init(in directory: TemporaryDirectory) {
    workingDirectory = directory.path
  }

  /// For commands that touch no file: in a place where nobody can make one.
  init() {
    workingDirectory = "/dev/null/nowhere"
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs the tool.
  func run(_ arguments: String...) -> ExitStatus {
    Tool.run(arguments: arguments, io: self)
  }

  /// How much later it is each time somebody asks.
  var tick = Duration.zero

  /// The time in seconds since 1970; a test sets it.
  var date: Int64 = 1_800_000_000

  /// Variables of the environment.
  var variables: [String: String] = [:]

  /// What stores are looked for in the directory of the test.
  func variable(_ name: String) -> String? {
    name == "XDG_CACHE_HOME" ? workingDirectory + "/.cache" : variables[name]
  }

  var now: Duration {
    time += tick
    return time
  }

  /// Where the tool is told to be.
  var program: String?
  /// The programs that it asked to run in its place.
  private(set) var asked: [[String]] = []

  func become(_ path: String, _ arguments: [String]) throws(SystemError) -> Never {
    asked.append([path] + arguments)
    throw SystemError.notFound
  }

  func readInput(appendingTo bytes: inout [UInt8], atMost count: Int) -> Int {
    let piece = input.dropFirst(inputOffset).prefix(count)
    inputOffset += piece.count
    bytes += piece
    return piece.count
  }

  func writeOutput(_ bytes: [UInt8]) throws(SystemError) {
    if let outputError, output.count >= outputLimit { throw outputError }
    output += bytes
  }

  func writeError(_ bytes: [UInt8]) { errors += bytes }

  /// The lines that a person types when asked at the terminal, which is missing without any.
  var secrets: [String] = []

  func readSecret(_ prompt: String) throws(SystemError) -> [UInt8]? {
    guard !secrets.isEmpty else { throw SystemError(number: ENXIO) }
    errors += prompt.utf8
    let line = secrets.removeFirst()
    return line == "^C" ? nil : Array(line.utf8)
  }

  /// What happens when a result is about to get a name.
  var whenNamed: () -> Void = {}

  // Nothing interrupts a test.
  func willCreateTemporaryFile(_ path: String) { whenNamed() }
  func didFinishTemporaryFile() {}
}
