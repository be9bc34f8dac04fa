// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import Testing

/// Opening this gives a new terminal.
private let terminal = "/dev/ptmx"

@Suite("Destinations")
struct DestinationTests {
  private func refusal(_ body: () throws(ToolError) -> Void) -> ToolError? {
    do throws(ToolError) { try body() } catch { return error }
    return nil
  }

  @Test("Binary output is refused where standard output is a terminal")
  func binaryOutputIsRefused() {
    let io = CapturedIO()
    io.outputIsTerminal = true
    let error = refusal { () throws(ToolError) in
      var destination = try Destination(standardOutputFor: .binary, io: io)
      try destination.write([0])
      try destination.finish()
    }
    #expect(error?.status == .usage)
    #expect(error?.subject == "(stdout)")
    #expect(error?.hint != nil)
    #expect(io.output.isEmpty)
  }

  @Test("Text is written to a terminal, and binary output to anything else")
  func textIsWrittenToATerminal() throws {
    let io = CapturedIO()
    var piped = try Destination(standardOutputFor: .binary, io: io)
    try piped.write([0])
    try piped.finish()
    io.outputIsTerminal = true
    var shown = try Destination(standardOutputFor: .text, io: io)
    try shown.write([1])
    try shown.finish()
    #expect(io.output == [0, 1])
  }

  @Test(
    "Binary output is refused by a terminal that is named",
    .enabled(if: (try? POSIX.status(of: terminal, links: .followed)) != nil))
  func binaryOutputIsRefusedByATerminalThatIsNamed() {
    let error = refusal { () throws(ToolError) in
      var destination = try Destination(
        terminal, for: .binary, madeFrom: nil, existing: .kept, io: CapturedIO())
      try destination.write([0])
      try destination.finish()
    }
    #expect(error?.status == .usage)
    #expect(error?.subject == terminal)
  }

  @Test(
    "An open file that a path stands for goes on where others have stopped, and is not replaced",
    arguments: ["/dev/fd", "/proc/self/fd"])
  func anOpenFileGoesOn(directory: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write([], to: "log")
    let number = try POSIX.openFile(temporary.path("log"), .writing)
    defer { try? POSIX.closeFile(number) }
    try POSIX.writeAll(number, [1])
    var destination = try Destination(
      "\(directory)/\(number)", for: .binary, madeFrom: nil, existing: .replaced, io: CapturedIO())
    let isFile = destination.isFile
    #expect(!isFile)
    try destination.write([2, 3])
    try destination.finish()
    try POSIX.writeAll(number, [4])
    #expect(try temporary.read("log") == [1, 2, 3, 4])
    #expect(try temporary.names() == ["log"])
  }

  @Test("Paths that stand for open files are told from others")
  func descriptorsAreTold() {
    let paths: [(String, Int32?)] = [
      ("/dev/stdin", 0), ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/63", 63),
      ("/proc/self/fd/4", 4), ("/dev/fd/", nil), ("/dev/fd/x", nil), ("/dev/fd/-1", nil),
      ("/dev/fd/99999999999", nil), ("/dev/null", nil), ("stdout", nil),
    ]
    for (path, number) in paths { #expect(POSIX.descriptor(namedBy: path) == number, "\(path)") }
  }

  @Test("A file that appears after the check is kept and reported like one that was there")
  func reportsAFileThatAppears() throws {
    let directory = try TemporaryDirectory()
    let io = CapturedIO(in: directory)
    let error = refusal { () throws(ToolError) in
      var destination = try Destination(
        "out", for: .text, madeFrom: nil, existing: .kept, io: io)
      try? directory.write("precious", to: "out")
      try destination.write([1])
      try destination.finish()
    }
    #expect(error == ToolError("File exists", in: "out", hint: "use -f to overwrite it"))
    #expect(try directory.text("out") == "precious")
  }

  @Test("A file that is made of another takes over when that was changed, to the nanosecond")
  func timesAreTakenOver() throws {
    let directory = try TemporaryDirectory()
    let io = CapturedIO(in: directory)
    try directory.write("[]", to: "in")
    let time = FileStatus.Time(seconds: 1_234_567_890, nanoseconds: 123_456_789)
    try FileDescriptor(directory.path("in"), .writing).setModificationTime(time)
    func changed(_ name: String) throws -> FileStatus.Time? {
      try POSIX.status(of: directory.path(name), links: .followed)?.modificationTime
    }
    #expect(io.run("encode", "in") == .success)
    #expect(io.run("decode", "in.husk", "-o", "out") == .success)
    #expect(try changed("in") == time)
    #expect(try changed("in.husk") == time)
    #expect(try changed("out") == time)
  }

  @Test("A file that was changed while it was read is kept, with --rm too")
  func changedFilesAreKept() throws {
    let directory = try TemporaryDirectory()
    let io = CapturedIO(in: directory)
    try directory.write("1\n", to: "in")
    io.whenNamed = { try? directory.write("1\n2\n", to: "in") }
    #expect(io.run("encode", "in", "--rm") == .failure)
    #expect(io.errorText == "husk: in: the file was changed while it was read, so it is kept\n")
    #expect(try directory.text("in") == "1\n2\n")
    #expect(directory.exists("in.husk"))
  }

  @Test("A reader that went away ends the tool quietly, other failures are named")
  func closedPipeIsQuiet() {
    let io = CapturedIO()
    io.outputError = .brokenPipe
    #expect(io.run("--version") == .failure)
    #expect(io.errors.isEmpty)
    io.outputError = .isDirectory
    #expect(io.run("--version") == .failure)
    #expect(io.errorText == "husk: (stdout): Is a directory\n")
  }

  @Test(
    "A failure in the middle of a stream ends it with that failure", arguments: ["1", "2", "7"])
  func failureEndsAStream(threadCount: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("[1, 2, 3]", to: "in")
    let made = CapturedIO(in: directory)
    #expect(made.run("encode", "in", "-c") == .success)
    try directory.write((0..<50).flatMap { _ in made.output }, to: "files")

    let io = CapturedIO(in: directory)
    io.outputError = SystemError(number: ENOSPC)
    io.outputLimit = 90
    #expect(io.run("decode", "files", "-c", "-T", threadCount) == .failure)
    #expect(io.errorText == "husk: (stdout): No space left on device\n")
    #expect(io.outputText == String(repeating: "[1, 2, 3]", count: 10))
  }
}
