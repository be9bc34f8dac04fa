// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import HuskTestKit
import Testing

/// These start the real executable, because its surroundings are what is tested.
@Suite("The executable and its surroundings", .timeLimit(.minutes(60)))
struct ProcessTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let numbers = (0..<200_000).map(String.init).joined(separator: ",")
    try directory.write("[\(numbers)]", to: "large.json")
    try directory.write("{\"a\": 1}", to: "small.json")
  }

  /// Runs a shell script in which `$1` is the tool and `$2` the directory.
  private func run(_ script: String) async throws -> (ending: Child.Ending, errors: String) {
    let child = try Child.shell(
      "cd \"$2\" && \(script)", [Child.husk, directory.path], errors: directory.path(".errors"))
    return (try await child.wait(), try directory.text(".errors"))
  }

  @Test("Text goes through a pipeline and comes back")
  func textComesBack() async throws {
    let result = try await run("\"$1\" encode <large.json | \"$1\" decode | cmp - large.json")
    #expect(result == (.exited(0), ""))
  }

  @Test("What has a name but is no file is encoded to standard output")
  func devicesHaveNoName() async throws {
    let script = """
      "$1" encode /dev/stdin <large.json | "$1" decode | cmp - large.json \
        && mkfifo pipe && (cat large.json >pipe &) && "$1" encode pipe | "$1" decode | cmp - large.json \
        && ! test -e pipe.husk && ! test -e /dev/stdin.husk
      """
    #expect(try await run(script) == (.exited(0), ""))
  }

  @Test("An argument that is no UTF-8 names no other file")
  func argumentsAreUTF8() async throws {
    let script = #"name=$(printf 'n\377.json'); cp small.json "$name"; "$1" encode "$name""#
    let (ending, errors) = try await run(script)
    #expect(ending == .exited(2))
    #expect(errors.hasPrefix("husk: argument 2 is not UTF-8: "))
    #expect(
      try await run(script.replacing("encode", with: "encode small.json -o")).ending == .exited(2))
  }

  @Test("Standard output that is named goes on, and the file behind it is not replaced")
  func namedOutputGoesOn() async throws {
    let script = """
      { echo first; "$1" encode -f small.json -o /dev/stdout; echo last; } >log \
        && "$1" encode -c small.json >encoded && { echo first; cat encoded; echo last; } | cmp - log
      """
    #expect(try await run(script) == (.exited(0), ""))
  }

  @Test("A reader that goes away ends the tool quietly")
  func closedPipeIsQuiet() async throws {
    let script = "{ \"$1\" encode -c large.json; echo $? >status; } | true"
    #expect(try await run(script) == (.exited(0), ""))
    #expect(try directory.text("status") == "1\n")
  }

  @Test(
    "Standard streams that are full or closed are named",
    arguments: [
      ("encode small.json -c >/dev/full", "husk: (stdout): No space left on device\n"),
      ("encode small.json -c >&-", "husk: (stdout): Bad file descriptor\n"),
      ("encode <&-", "husk: (stdin): Bad file descriptor\n"),
      ("encode <.", "husk: (stdin): Is a directory\n"),
    ])
  func namesStreams(arguments: String, errors: String) async throws {
    #expect(try await run("\"$1\" \(arguments)") == (.exited(1), errors))
  }

  @Test("No file of the tool takes the place of a closed standard output")
  func closedOutputTakesNoFile() async throws {
    #expect(try await run("\"$1\" encode small.json -o out >&-") == (.exited(0), ""))
    #expect(try await run("\"$1\" decode out -o again >&- 2>&-") == (.exited(0), ""))
    #expect(try directory.read("again") == directory.read("small.json"))
  }

  @Test("A file that cannot be written to its end is not left behind")
  func leavesNoPartOfAFile() async throws {
    let result = try await run("ulimit -f 1; \"$1\" encode --layout text large.json -o out")
    #expect(result == (.exited(1), "husk: out: File too large\n"))
    #expect(try directory.names() == [".errors", "large.json", "small.json"])
  }

  @Test("A named pipe is written to")
  func writesToANamedPipe() async throws {
    let script = "mkfifo p && { cat p >got & \"$1\" encode small.json -o p && wait; }"
    #expect(try await run(script) == (.exited(0), ""))
    #expect(try await run("\"$1\" decode -c got | cmp - small.json") == (.exited(0), ""))
  }

  @Test("The umask counts for what comes from standard input")
  func umaskCounts() async throws {
    #expect(try await run("umask 027; \"$1\" encode <small.json -o out") == (.exited(0), ""))
    let status = try POSIX.status(of: directory.path("out"), links: .kept)
    #expect(status?.permissions == 0o640)
  }

  @Test("Of many that write the same file at once, one wins and the others say so")
  func oneOfManyWins() async throws {
    let children = try (0..<6).map { number in
      try Child(
        [Child.husk, "encode", directory.path("large.json"), "-o", directory.path("out")],
        errors: directory.path("errors\(number)"))
    }
    var endings: [Child.Ending] = []
    for child in children { endings.append(try await child.wait()) }
    #expect(endings.count { $0 == .exited(0) } == 1)
    #expect(endings.count { $0 == .exited(1) } == 5)
    let errors = try (0..<6).map { try directory.text("errors\($0)") }
    #expect(errors.count { $0.contains("File exists") } == 5)
    #expect(try directory.names().filter { $0.hasPrefix(".husk") }.isEmpty)
  }

  @Test("A directory that may not be written to is refused", .disabled(if: geteuid() == 0))
  func refusesADirectory() async throws {
    let result = try await run("mkdir d && chmod 500 d && \"$1\" encode small.json -o d/out")
    #expect(result == (.exited(1), "husk: d/out: Permission denied\n"))
  }

  @Test("The exit status of the process is that of the tool", arguments: [("help", 0), ("x", 2)])
  func handsOnTheStatus(command: String, status: Int32) async throws {
    #expect(try await run("\"$1\" \(command)").ending == .exited(status))
  }

  #if canImport(Glibc)
    @Test("A start waits for no library that most commands do not need")
    func startsWithoutSomeLibraries() async throws {
      // The loader says what it would load, and runs nothing.
      let script = "LD_TRACE_LOADED_OBJECTS=1 \"$1\" >libraries"
      #expect(try await run(script) == (.exited(0), ""))
      let libraries = try directory.text("libraries")
      #expect(libraries.contains("libzstd"))
      for name in ["libbrotli", "libcrypto", "libsqlite3"] { #expect(!libraries.contains(name)) }
    }

    @Test("A library that cannot be loaded is named")
    func namesALibrary() async throws {
      try directory.write("no library", to: "libsqlite3.so.0")
      try directory.write("no library", to: "libcrypto.so.3")
      let tool = "LD_LIBRARY_PATH=\"$LD_LIBRARY_PATH:$2\" \"$1\""
      #expect(try await run("\(tool) encode small.json") == (.exited(0), ""))
      try directory.write("", to: "store.db")
      let stored = try await run("\(tool) template list --store store.db")
      #expect(stored.ending == .exited(1))
      #expect(stored.errors.contains("store.db: the template store cannot be opened"))
      #expect(stored.errors.contains("libsqlite3.so.0"))
      try directory.write("no library", to: "libbrotlidec.so.1")
      let words = (0..<400).map { "\"\($0 * 7919 % 1000) of some words\"" }
      try directory.write("[\(words.joined(separator: ","))]", to: "words.json")
      let packed = try await run("\"$1\" encode --codec brotli words.json -o packed")
      #expect(packed.ending == .exited(0))
      let unpacked = try await run("\(tool) decode packed -o unpacked")
      #expect(unpacked.ending == .exited(1))
      #expect(unpacked.errors.contains("libbrotlidec cannot be loaded"))
      // Who asks for a library has to have it; others go without.
      try directory.write("no library", to: "libbrotlienc.so.1")
      let asked = try await run("\(tool) encode --codec brotli words.json -o unpacked")
      #expect(asked.ending == .exited(1))
      #expect(asked.errors.contains("libbrotlienc cannot be loaded"))
      let best = try await run("\(tool) encode --max words.json -o best && \(tool) test best >out")
      #expect(best == (.exited(0), ""))
      // What is to be sealed does not stay open.
      let sealed = try await run("\(tool) keygen -o key")
      #expect(sealed.ending != .exited(0) && sealed.errors.contains("libcrypto.so.3"))
      #expect(try !directory.names().contains { ["key", "unpacked"].contains($0) })
    }
  #endif
}
