// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import Testing

@Suite("Files that appear when they are complete")
struct AtomicFileTests {
  private let directory: TemporaryDirectory
  private let io: CapturedIO

  init() throws {
    directory = try TemporaryDirectory()
    io = CapturedIO(in: directory)
  }

  private func file(
    _ existing: AtomicFile.Existing, permissions: UInt32? = nil,
    _ naming: AtomicFile.Naming = .early
  ) throws(SystemError) -> AtomicFile {
    try AtomicFile(
      directory.path("out"), existing: existing, permissions: permissions, io: io, naming: naming)
  }

  #if os(Linux)
    @Test("On Linux a file that is not complete has no name")
    func hasNoNameUntilCommitted() throws {
      let file = try file(.kept, .late)
      try file.write([1, 2, 3])
      #expect(try directory.names().isEmpty)
      try file.commit()
      #expect(try directory.read("out") == [1, 2, 3])
    }
  #endif

  @Test("Until it is committed the file has another name, and afterwards only its own")
  func hasAnotherNameUntilCommitted() throws {
    let file = try file(.kept)
    #expect(try directory.names().count == 1)
    #expect(!directory.exists("out"))
    try file.write([1, 2, 3])
    try file.commit()
    #expect(try directory.names() == ["out"])
    #expect(try directory.read("out") == [1, 2, 3])
  }

  @Test("A file that is not committed leaves nothing behind", arguments: AtomicFile.Naming.allCases)
  func leavesNothingBehind(naming: AtomicFile.Naming) throws {
    do {
      let file = try file(.replaced, naming)
      try file.write([1])
      _ = consume file
    }
    #expect(try directory.names().isEmpty)
  }

  @Test("A file that has taken the name meanwhile is kept", arguments: AtomicFile.Naming.allCases)
  func keepsAFileThatHasTakenTheName(naming: AtomicFile.Naming) throws {
    let file = try file(.kept, naming)
    try directory.write("precious", to: "out")
    var error: SystemError?
    try file.write([1])
    do throws(SystemError) { try file.commit() } catch let failure { error = failure }
    #expect(error == .exists)
    #expect(try directory.text("out") == "precious")
    #expect(try directory.names() == ["out"])
  }

  @Test(
    "A file that has taken the name meanwhile is replaced where that was asked for",
    arguments: AtomicFile.Naming.allCases)
  func replacesAFileThatHasTakenTheName(naming: AtomicFile.Naming) throws {
    let file = try file(.replaced, naming)
    try directory.write("old", to: "out")
    try file.write([1])
    try file.commit()
    #expect(try directory.read("out") == [1])
    #expect(try directory.names() == ["out"])
  }

  @Test("Without hard links, too, a name is taken only if it is free")
  func takesOnlyAFreeNameWithoutLinks() throws {
    try directory.write("new", to: "source")
    try AtomicFile.rename(directory.path("source"), toFree: directory.path("out"))
    #expect(try directory.names() == ["out"])
    #expect(try directory.text("out") == "new")

    try directory.write("newer", to: "source")
    #expect(throws: SystemError.exists) {
      try AtomicFile.rename(directory.path("source"), toFree: directory.path("out"))
    }
    #expect(try directory.text("out") == "new")
    #expect(throws: SystemError(number: ENOENT)) {
      try AtomicFile.rename(directory.path("nothing"), toFree: directory.path("other"))
    }
    #expect(try directory.names() == ["out", "source"])
  }

  @Test("A file gets the permissions it is meant to have", arguments: [0o600, 0o444, nil])
  func hasItsPermissions(permissions: UInt32?) throws {
    let early = try file(.replaced, permissions: permissions, .early)
    try early.commit()
    let expected = try POSIX.status(of: directory.path("out"), links: .kept)?.permissions
    let late = try file(.replaced, permissions: permissions, .late)
    try late.commit()
    #expect(try POSIX.status(of: directory.path("out"), links: .kept)?.permissions == expected)
  }

  @Test("Nobody else may read the file before it has its permissions", arguments: [0o600, 0o444])
  func isPrivateBeforeItHasItsPermissions(permissions: UInt32) throws {
    let file = try file(.kept, permissions: permissions)
    let temporary = directory.path(try #require(try directory.names().first))
    #expect(try POSIX.status(of: temporary, links: .kept)?.permissions == 0o600)
    try file.commit()
    #expect(
      try POSIX.status(of: directory.path("out"), links: .kept)?.permissions == permissions)
  }
}
