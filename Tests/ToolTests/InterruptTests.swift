// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import HuskTool
import Testing

/// These start the real executable, because a signal ends a process.
@Suite("Interrupts", .timeLimit(.minutes(60)))
struct InterruptTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    #expect(unsafe mkfifo(directory.path("in"), 0o600) == 0)
  }

  /// Opens the pipe for both directions, so that this does not block, nor the pipe end, and for
  /// this process alone.
  private func openPipe() throws -> FileHandle {
    let descriptor = unsafe open(directory.path("in"), O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Waits until the tool, which is reading a pipe, has its temporary file, with a name or without.
  private func waitForTemporaryFile(of child: Child) async throws {
    let files = FileManager.default
    let descriptors = "/proc/\(child.identifier)/fd"
    let place = "/\(URL(filePath: directory.path).lastPathComponent)/#"
    while try directory.names().count < 2 {
      // Linux shows files without names so.
      let open = (try? files.contentsOfDirectory(atPath: descriptors)) ?? []
      let paths = open.compactMap { name in
        try? files.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
      }
      if paths.contains(where: { $0.contains(place) }) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("A signal removes the file that it has to, and ends the process as signals do")
  func removesWhatIsProtected() async throws {
    try directory.write("unfinished", to: "out")
    let ending = try await Child.ending(
      ofMistake: "signal-with-a-protected-file", directory.path("out"))
    #expect(ending == .signalled(SIGTERM))
    #expect(try directory.names() == ["in"])
  }

  @Test(
    "A signal leaves no file behind and ends the process as signals do",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func leavesNoFileBehind(signal: Int32) async throws {
    let pipe = try openPipe()
    let child = try Child([Child.husk, "encode", directory.path("in"), "-o", directory.path("out")])
    try await waitForTemporaryFile(of: child)
    child.send(signal)
    #expect(try await child.wait() == .signalled(signal))
    #expect(try directory.names() == ["in"])
    try pipe.close()
  }

  @Test("A signal that was ignored from the start stays ignored")
  func staysIgnored() async throws {
    let pipe = try openPipe()
    let child = try Child.shell(
      "trap '' HUP; exec \"$1\" encode \"$2\" -o \"$3\"",
      [Child.husk, directory.path("in"), directory.path("out")])
    try await waitForTemporaryFile(of: child)
    child.send(SIGHUP)
    try pipe.write(contentsOf: Data("[1]".utf8))
    try pipe.close()
    #expect(try await child.wait() == .exited(0))
    #expect(try directory.names() == ["in", "out"])
  }
}
