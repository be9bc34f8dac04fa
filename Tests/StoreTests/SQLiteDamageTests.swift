// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskStore
import HuskTestKit
import Testing

@Suite("Files of stores that are damaged, and processes that are killed", .timeLimit(.minutes(60)))
struct SQLiteDamageTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// A store of some templates, as the bytes of its file.
  private func sample() throws -> (file: [UInt8], records: [TemplateRecord]) {
    let store = try SQLiteTemplateStore(path: scratch.path("sample.db"))
    let records = try (0..<40).map { number in
      // Some fit in a page, some do not.
      let content = bytes(String(repeating: "content \(number) ", count: number * 20))
      return try store.put(content, named: "name/\(number % 7)", expires: nil)
    }
    let database = try SQLiteDatabase(
      path: scratch.path("sample.db"), busyTimeoutMilliseconds: 0)
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (try scratch.read("sample.db"), records)
  }

  /// Looks everything up in a file, and expects nothing but right content and errors.
  private func expectNothingWrong(
    in file: [UInt8], _ records: [TemplateRecord], _ comment: Comment
  ) throws -> (found: Int, failed: Int) {
    let path = scratch.path("damaged.db")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try scratch.write(file, to: "damaged.db")
    var (found, failed) = (0, 0)
    do throws(TemplateStoreError) {
      let store = try SQLiteTemplateStore(path: path)
      for record in records {
        do throws(TemplateStoreError) {
          guard let there = try store.template(record.id) else { continue }
          #expect(there.id == record.id && there.content == record.content, comment)
          found += 1
        } catch {
          #expect([.damagedStore, .corruptedContent, .failure].contains(error.code), "\(error)")
          failed += 1
        }
      }
    } catch {
      #expect([.damagedStore, .unsupportedVersion, .failure].contains(error.code), "\(error)")
      failed += 1
    }
    return (found, failed)
  }

  @Test func damageNeverGivesOtherContent() throws {
    let (file, records) = try sample()
    let whole = try expectNothingWrong(in: file, records, "undamaged")
    #expect(whole == (records.count, 0))
    var failureCount = 0
    for start in stride(from: 0, to: file.count, by: max(file.count / 150, 1)) {
      var damaged = file
      for index in start..<min(start + 16, file.count) { damaged[index] ^= 0x5A }
      failureCount += try expectNothingWrong(in: damaged, records, "damaged at \(start)").failed
    }
    #expect(failureCount > 0)
  }

  @Test func aFileThatWasCutNeverGivesOtherContent() throws {
    let (file, records) = try sample()
    // The last page has some bytes that nobody needs.
    for count in stride(from: 1, to: file.count - 4096, by: max(file.count / 60, 1)) {
      let result = try expectNothingWrong(
        in: Array(file.prefix(count)), records, "cut at \(count)")
      #expect(result.failed > 0, "cut at \(count) of \(file.count)")
    }
  }

  @Test("Processes that are killed at any moment leave a whole store", .seeded)
  func killedProcessesLeaveAWholeStore() async throws {
    let path = scratch.path("templates.db")
    var generator = SeededGenerator()
    var promised: [UInt64: String] = [:]
    for round in 0..<12 {
      // Where this task waits long for its turn, the writers must not fill the store meanwhile.
      let writers = try (0..<2).map { number in
        try Writer(path, name: "name", tag: "\(round) \(number)", count: 400, in: scratch)
      }
      // Long enough for the first to write, or to be opening or creating the file.
      try await Task.sleep(for: .milliseconds(generator.within(5...120)))
      for writer in writers { writer.kill() }
      for (version, id) in try writers.flatMap({ try $0.stored() }) {
        #expect(promised.updateValue(id, forKey: version) == nil, "\(version) was minted twice")
      }
      let store = try SQLiteTemplateStore(path: path)
      let entries = try store.entries(named: "name")
      // Versions follow each other: what was not stored has not used one up.
      #expect(entries.map(\.version) == Array(1..<UInt64(entries.count + 1)))
      let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.version, $0.id) })
      for (version, id) in promised { #expect(known[version]?.description == id) }
      for entry in entries { #expect(try store.template(entry.id)?.entry == entry) }
    }
    #expect(!promised.isEmpty)
  }
}
