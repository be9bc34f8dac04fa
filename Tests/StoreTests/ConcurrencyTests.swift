// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Husk
import HuskCore
import Synchronization
import Testing

@Suite("Many who store templates at once", .timeLimit(.minutes(60)))
struct ConcurrencyTests {
  /// Does `body` on several threads at once and returns what it returns.
  private func onThreads<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    let results = Mutex<[Result]>([])
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do {
        let result = try body(index)
        results.withLock { $0.append(result) }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return results.withLock { $0 }
  }

  @Test(arguments: StoreKind.available)
  func threadsNeverGetTheSameVersion(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let stores = [fixture.store, try fixture.another()]
    let records = try onThreads(8) { thread in
      try (0..<20).map { number in
        try stores[thread % 2].put(bytes("\(thread) \(number)"), named: "name", expires: nil)
      }
    }.flatMap { $0 }
    #expect(records.map(\.version).sorted() == Array(1...160))
    for record in records {
      #expect(try fixture.store.template(named: "name", version: record.version) == record)
      #expect(try fixture.store.template(record.id) == record)
    }
  }

  @Test(arguments: StoreKind.available)
  func threadsThatStoreTheSameGetOneVersion(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let stores = [fixture.store, try fixture.another()]
    for round in 1...5 {
      let records = try onThreads(8) { thread in
        try stores[thread % 2].put(bytes("content \(round)"), named: "name", expires: nil)
      }
      #expect(Set(records).count == 1)
      #expect(records.first?.version == UInt64(round))
    }
  }

  @Test(arguments: StoreKind.available)
  func whatIsStoredWhileOthersRemoveItIsThere(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let stores = [fixture.store, try fixture.another()]
    let content = bytes("content")
    _ = try onThreads(2) { thread in
      for _ in 0..<50 {
        let record = try stores[thread].put(content, named: "name", expires: nil)
        if thread == 0 { _ = try stores[0].remove(record.entry) }
      }
    }
    // Whatever is left is found in both ways.
    let latest = try fixture.store.latestTemplate(named: "name")
    #expect(try fixture.store.template(TemplateID(hashing: content)) == latest)
    let record = try fixture.store.put(content, named: "name", expires: nil)
    #expect(try fixture.another().template(record.id) == record)
  }

  @Test(arguments: StoreKind.shared)
  func processesNeverGetTheSameVersion(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let writers = try (0..<4).map { number in
      try Writer(
        fixture.location, name: "name", tag: "\(number)", count: 25, in: fixture.scratch)
    }
    let stored = try writers.flatMap { try $0.finish() }
    #expect(stored.map(\.version).sorted() == Array(1...100))
    for (version, id) in stored {
      let record = try #require(try fixture.store.template(named: "name", version: version))
      #expect(record.id.description == id)
      #expect(try fixture.store.template(record.id) == record)
    }
  }

  @Test(arguments: StoreKind.shared)
  func processesThatStoreTheSameGetOneVersion(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let writers = try (0..<4).map { _ in
      try Writer(fixture.location, name: "name", tag: "same", count: 1, in: fixture.scratch)
    }
    for writer in writers { #expect(try writer.finish().map(\.version) == [1]) }
    #expect(try fixture.store.entries(named: nil).count == 1)
  }
}
