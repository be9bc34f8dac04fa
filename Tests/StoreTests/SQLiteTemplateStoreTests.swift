// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Husk
import HuskCore
import HuskStore
import Testing

@Suite("The template store in a file", .timeLimit(.minutes(60)))
struct SQLiteTemplateStoreTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("templates.db")
  }

  @Test func theFileIsForItsOwnerOnly() throws {
    let store = try SQLiteTemplateStore(path: path)
    _ = try store.put(bytes("content"), named: "name", expires: nil)
    for name in ["templates.db", "templates.db-wal", "templates.db-shm"] {
      #expect(try scratch.permissions(name) == 0o600)
    }
  }

  @Test func theFileStaysAfterTheStore() throws {
    let record = try SQLiteTemplateStore(path: path).put(bytes("x"), named: "n", expires: nil)
    #expect(try SQLiteTemplateStore(path: path).template(record.id) == record)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func anEmptyFileBecomesAStore() throws {
    try scratch.write([], to: "templates.db")
    _ = try SQLiteTemplateStore(path: path).put(bytes("x"), named: "n", expires: nil)
    #expect(try SQLiteTemplateStore(path: path).entries(named: nil).count == 1)
  }

  @Test func theStoreOfTheUserIsInTheCacheDirectory() throws {
    #expect(
      try SQLiteTemplateStore.defaultPath { ["XDG_CACHE_HOME": "/c", "HOME": "/h"][$0] }
        == "/c/husk/templates.db")
    for ignored in ["", "relative"] {
      #expect(
        try SQLiteTemplateStore.defaultPath { ["XDG_CACHE_HOME": ignored, "HOME": "/h"][$0] }
          == "/h/.cache/husk/templates.db")
    }
    #expect(throws: TemplateStoreError(.invalidLocation, "")) {
      try SQLiteTemplateStore.defaultPath { _ in nil }
    }
    let writer = try Writer(
      "", name: "name", tag: "tag", count: 1, in: scratch,
      environment: ["XDG_CACHE_HOME": scratch.path("a/b")])
    #expect(try writer.finish().map(\.version) == [1])
    for name in ["a", "a/b", "a/b/husk"] { #expect(try scratch.permissions(name) == 0o700) }
    #expect(try scratch.permissions("a/b/husk/templates.db") == 0o600)
  }

  @Test func manyMayCreateTheFileAtOnce() throws {
    for round in 0..<10 {
      let path = scratch.path("created-\(round).db")
      DispatchQueue.concurrentPerform(iterations: 6) { thread in
        #expect(throws: Never.self) {
          let store = try SQLiteTemplateStore(path: path)
          _ = try store.put(bytes("\(thread)"), named: "name", expires: nil)
        }
      }
      let versions = try SQLiteTemplateStore(path: path).entries(named: "name").map(\.version)
      #expect(versions == Array(1...6))
    }
  }

  @Test func pathsAreTakenAsTheyAre() throws {
    for name in ["file:x?mode=memory", ":memory:", "with space % #", "ü"] {
      let path = scratch.path(name)
      _ = try SQLiteTemplateStore(path: path).put(bytes("x"), named: "n", expires: nil)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    for path in ["", "a\u{0}b"] {
      #expect(throws: TemplateStoreError(.invalidLocation, "")) {
        try SQLiteTemplateStore(path: path)
      }
    }
    let missing = #expect(throws: TemplateStoreError(.unavailable, "")) {
      try SQLiteTemplateStore(path: scratch.path("no/such/file.db"))
    }
    #expect(missing?.description.contains("no/such/file.db: ") == true)
    #expect(throws: TemplateStoreError.self) { try SQLiteTemplateStore(path: scratch.path) }
  }

  @Test(arguments: [
    [0x0A], bytes("{\"some\": \"json\"}"), Array(repeating: 0, count: 8192),
    bytes("SQLite format 3\u{0}") + Array(repeating: 0xFF, count: 4096),
    bytes(String(repeating: "not a database ", count: 500)),
  ])
  func whatIsNoDatabaseIsLeftAlone(content: [UInt8]) throws {
    try scratch.write(content, to: "templates.db")
    let error = #expect(throws: TemplateStoreError(.damagedStore, "")) {
      try SQLiteTemplateStore(path: path)
    }
    #expect(error?.description.hasPrefix("\(path): ") == true)
    #expect(try scratch.read("templates.db") == content)
  }

  @Test(arguments: [
    ("CREATE TABLE mine (x)", TemplateStoreError.Code.damagedStore),
    ("PRAGMA application_id = 7", .damagedStore),
    ("PRAGMA user_version = 1", .damagedStore),
  ])
  func databasesOfOthersAreLeftAlone(
    sql: String, code: TemplateStoreError.Code
  ) throws {
    try scratch.write([], to: "templates.db")
    try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0).execute(sql)
    try expectRefusal(code)
  }

  @Test func storesOfLaterVersionsAreLeftAlone() throws {
    _ = try SQLiteTemplateStore(path: path).put(bytes("x"), named: "n", expires: nil)
    try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
      .execute("PRAGMA user_version = 2")
    let error = try expectRefusal(.unsupportedVersion)
    #expect(error?.description.contains("version 2") == true)
  }

  @Test func theLogOfALaterVersionStaysWhereItIs() throws {
    _ = try SQLiteTemplateStore(path: path)
    let other = try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
    try other.execute("PRAGMA user_version = 9")
    #expect(try !scratch.read("templates.db-wal").isEmpty)
    // Copied as they are while in use, as a process that was killed would leave them.
    for name in ["templates.db", "templates.db-wal"] {
      try scratch.write(try scratch.read(name), to: "copy" + name.dropFirst("templates".count))
    }
    let before = try (scratch.read("copy.db"), scratch.read("copy.db-wal"))
    #expect(throws: TemplateStoreError(.unsupportedVersion, "")) {
      try SQLiteTemplateStore(path: scratch.path("copy.db"))
    }
    #expect(try (scratch.read("copy.db"), scratch.read("copy.db-wal")) == before)
  }

  @discardableResult
  private func expectRefusal(_ code: TemplateStoreError.Code) throws -> TemplateStoreError? {
    let before = try scratch.read("templates.db")
    let error = #expect(throws: TemplateStoreError(code, "")) {
      try SQLiteTemplateStore(path: path)
    }
    #expect(try scratch.read("templates.db") == before)
    return error
  }

  @Test func tablesOfSomethingElseAreAnError() throws {
    _ = try SQLiteTemplateStore(path: path)
    try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
      .execute("ALTER TABLE template RENAME TO other")
    let store = try SQLiteTemplateStore(path: path)
    #expect(throws: TemplateStoreError(.damagedStore, "")) { try store.entries(named: nil) }
    #expect(throws: TemplateStoreError(.damagedStore, "")) {
      try store.put(bytes("x"), named: "n", expires: nil)
    }
  }

  @Test func rowsThatMakeNoSenseAreAnError() throws {
    let store = try SQLiteTemplateStore(path: path)
    let other = try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
    try other.execute("INSERT INTO template VALUES ('n', 1, x'0102', 3, 4, NULL)")
    #expect(throws: TemplateStoreError(.damagedStore, "")) {
      try store.latestTemplate(named: "n")
    }
    try other.execute("UPDATE template SET version = -1, id = zeroblob(32)")
    #expect(throws: TemplateStoreError(.damagedStore, "")) { try store.entries(named: nil) }
  }

  @Test func contentThatIsMissingIsAnError() throws {
    let record = try SQLiteTemplateStore(path: path).put(bytes("x"), named: "n", expires: nil)
    try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0).execute("DELETE FROM content")
    let store = try SQLiteTemplateStore(path: path)
    #expect(throws: TemplateStoreError(.corruptedContent, "")) { try store.template(record.id) }
  }

  @Test func aLockThatIsHeldTooLongIsAnError() throws {
    let store = try SQLiteTemplateStore(path: path, busyTimeoutMilliseconds: 20)
    let record = try store.put(bytes("x"), named: "n", expires: nil)
    let other = try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: TemplateStoreError(.busy, "")) {
      try store.put(bytes("y"), named: "n", expires: nil)
    }
    #expect(throws: TemplateStoreError(.busy, "")) { try store.remove(record.entry) }
    // Who only reads need not wait.
    #expect(try store.template(record.id) == record)
    try other.execute("ROLLBACK")
    #expect(try store.put(bytes("y"), named: "n", expires: nil).version == 2)
  }

  @Test func aFileThatMayNotBeWrittenIsAnError() throws {
    // The first user may write everything, so it is SQLite that is told.
    let store = try SQLiteTemplateStore(path: path)
    let record = try store.put(bytes("x"), named: "n", expires: nil)
    let other = try SQLiteDatabase(path: path, busyTimeoutMilliseconds: 0)
    try other.execute("PRAGMA query_only = ON")
    #expect(throws: TemplateStoreError(.accessDenied, "")) {
      try other.execute("DELETE FROM content")
    }
    #expect(try store.template(record.id) == record)
  }
}
