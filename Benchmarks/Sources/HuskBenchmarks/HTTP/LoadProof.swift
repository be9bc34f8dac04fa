// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskClient
import HuskServer

/// Many requests of many clients while the documents, and with them the template, change.
struct LoadProof {
  /// What came of it.
  struct Result {
    var requestCount = 0
    var clientCount = 0
    /// Requests that ended with an error.
    var failureCount = 0
    /// Answers that were no version of the document that was asked for.
    var wrongCount = 0
    /// Answers that were messages of a template.
    var messageCount = 0
    /// Versions of the template that were used.
    var templates: Set<TemplateID> = []
    var seconds = 0.0
  }

  /// The number of documents that are asked for.
  private static let documentCount = 8
  /// How often the documents become others while requests go on.
  private static let kinds = ["order", "invoice", "parcel", "ticket"]

  /// Makes the requests.
  static func run(requestCount: Int, clientCount: Int) async throws -> Result {
    let versions = kinds.map { kind in
      (0..<documentCount).map { document(kind, number: $0) }
    }
    let folder = try PageFolder(versions[0])
    let changes = Task {
      var version = 0
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(2))
        version = (version + 1) % kinds.count
        for (number, page) in versions[version].enumerated() {
          try folder.write(page, number: number)
        }
        try folder.site.refresh()
      }
    }
    let allowed = (0..<documentCount).map { number in Set(versions.map { $0[number] }) }
    let start = ContinuousClock.now
    var total = Result(requestCount: requestCount, clientCount: clientCount)
    await withTaskGroup(of: Result.self) { group in
      for task in 0..<clientCount {
        let share = requestCount / clientCount + (task < requestCount % clientCount ? 1 : 0)
        group.addTask { await requests(share, task, folder, allowed) }
      }
      for await part in group {
        total.failureCount += part.failureCount
        total.wrongCount += part.wrongCount
        total.messageCount += part.messageCount
        total.templates.formUnion(part.templates)
      }
    }
    changes.cancel()
    let time = start.duration(to: .now).components
    total.seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    return total
  }

  private static func requests(
    _ count: Int, _ task: Int, _ folder: PageFolder, _ allowed: [Set<[UInt8]>]
  ) async -> Result {
    // Nothing is asked for twice, so that a failure shows.
    let client = HuskClient(options: ClientOptions(attempts: 1, cacheByteCount: 0))
    var result = Result()
    for index in 0..<count {
      let number = (task + index) % documentCount
      do {
        let response = try await client.get(folder.url(number))
        if !allowed[number].contains(response.body) { result.wrongCount += 1 }
        if let template = response.template {
          result.messageCount += 1
          result.templates.insert(template)
        }
      } catch { result.failureCount += 1 }
    }
    return result
  }

  /// A list of ten records.
  private static func document(_ kind: String, number: Int) -> [UInt8] {
    let records = (0..<10).map { index in
      let id = number * 10 + index
      return #"{"id":\#(id),"\#(kind)":"\#(kind)-\#(id * 7919 % 10_000)","amount":\#(id % 90 + 10)"#
        + #","customer":{"id":\#(id * 31 % 500),"country":"\#(id % 2 == 0 ? "DE" : "FR")"}}"#
    }
    return Array(#"{"page":\#(number),"items":[\#(records.joined(separator: ","))]}"#.utf8)
  }
}
