// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import Testing

/// One run of a script in a directory of its own.
///
/// | Command                   | What it does                                               |
/// |---------------------------|------------------------------------------------------------|
/// | `husk ARGUMENT…`          | runs the tool; it succeeds, or with `!` fails              |
/// | `status N`                | the last run had this exit status                          |
/// | `stdout PATTERN`          | the last run wrote something that matches                  |
/// | `stderr PATTERN`          | the same for standard error                                |
/// | `silent stdout`           | the last run wrote nothing there; `stderr` likewise        |
/// | `stdin FILE`              | the next run reads this; no further one does               |
/// | `terminal STREAM…`        | a person is at these streams of the next run               |
/// | `variable NAME VALUE`     | the environment of the next run has this variable          |
/// | `typed LINE…`             | a person types these lines when the next run asks           |
/// | `slow`                    | each step of the next run takes seconds                     |
/// | `cmp A B`                 | two files are equal; `stdout` is the output of the last run |
/// | `exists FILE…`            | the files exist, or with `!` none of them does             |
/// | `files NAME…`             | these are all the files there are                          |
/// | `mkdir D`, `cp A B`, `rm FILE`, `cat FILE PART…`, `symlink A B`, `chmod MODE FILE`, `cut FILE BYTES` | arranges files |
/// | `mode MODE FILE`          | the file has these permission bits                         |
struct ScriptRun {
  private let script: Script
  private let directory: TemporaryDirectory
  private var last: CapturedIO
  private var status = ExitStatus.success
  private var next: CapturedIO

  init(_ script: Script) throws {
    self.script = script
    directory = try TemporaryDirectory()
    last = CapturedIO(in: directory)
    next = CapturedIO(in: directory)
    for file in script.files { try directory.write(file.text, to: file.name) }
  }

  mutating func run() throws {
    for line in script.lines {
      let holds = try perform(line.words[0], Array(line.words.dropFirst()), line)
      let place = "\(script.name):\(line.number): \(line.words.joined(separator: " "))"
      #expect(
        holds != line.isNegated,
        "\(place)\nstatus \(status)\nstdout: \(last.outputText)\nstderr: \(last.errorText)")
    }
  }

  private mutating func perform(
    _ command: String, _ words: [String], _ line: Script.Line
  ) throws -> Bool {
    switch command {
    case "husk":
      status = Tool.run(arguments: words, io: next)
      last = next
      next = CapturedIO(in: directory)
      return status == .success
    case "status": return String(status.rawValue) == words[0]
    case "stdout": return try matches(last.outputText, words[0])
    case "stderr": return try matches(last.errorText, words[0])
    case "silent": return (words[0] == "stdout" ? last.output : last.errors).isEmpty
    case "cmp": return try contents(words[0]) == contents(words[1])
    case "exists":
      // Negated, none may exist.
      return line.isNegated
        ? words.contains(where: directory.exists) : words.allSatisfy(directory.exists)
    case "files": return try directory.names() == words.sorted()
    case "mode": return try permissions(words[1]) == Int(words[0], radix: 8)
    default:
      try arrange(command, words)
      return true
    }
  }

  private mutating func arrange(_ command: String, _ words: [String]) throws {
    let manager = FileManager.default
    switch command {
    case "stdin": next.input = try directory.read(words[0])
    case "terminal":
      next.inputIsTerminal = words.contains("stdin")
      next.outputIsTerminal = words.contains("stdout")
      next.errorIsTerminal = words.contains("stderr")
    case "variable": next.variables[words[0]] = words[1]
    case "typed": next.secrets = words
    case "slow": next.tick = .seconds(2)
    case "mkdir":
      try manager.createDirectory(
        atPath: directory.path(words[0]), withIntermediateDirectories: false)
    case "cp": try directory.write(contents(words[0]), to: words[1])
    case "cat":
      let parts = try words.dropFirst().map(contents)
      try directory.write(Array(parts.joined()), to: words[0])
    case "rm": try manager.removeItem(atPath: directory.path(words[0]))
    case "symlink":
      try manager.createSymbolicLink(
        atPath: directory.path(words[1]), withDestinationPath: words[0])
    case "chmod":
      let mode = try #require(Int(words[0], radix: 8))
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path(words[1]))
    case "cut":
      let count = try #require(Int(words[1]))
      try directory.write(Array(directory.read(words[0]).prefix(count)), to: words[0])
    default: Issue.record("\(script.name): there is no command '\(command)'")
    }
  }

  private func contents(_ name: String) throws -> [UInt8] {
    name == "stdout" ? last.output : try directory.read(name)
  }

  private func matches(_ text: String, _ pattern: String) throws -> Bool {
    text.contains(try Regex(pattern).anchorsMatchLineEndings())
  }

  private func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
    return attributes[.posixPermissions] as? Int
  }
}
