// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The report of how long lookups in template stores take, in Markdown.
struct StoreReport {
  /// How lookups are measured.
  let sampler: Sampler

  /// Measures all stores.
  func text() throws -> String {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "husk-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }

    var table = MarkdownTable([
      "store", "template bytes", "by identity, best", "by identity, median", "by name, best",
      "by name, median",
    ])
    let path = directory.appending(path: "templates.db").path
    let contest = StoreContest(path: path, sampler: sampler)
    // Of 200 large templates a store keeps only some in memory, and reads the others each time.
    let results =
      try contest.run(count: 1000, usedCount: 1000, byteCount: 1024, note: "warm")
      + contest.run(count: 200, usedCount: 50, byteCount: 65_536, note: "warm")
      + contest.run(count: 200, usedCount: 200, byteCount: 65_537, note: "from the file").suffix(1)
    for result in results {
      table.add([
        result.name, Quantity.grouped(result.contentByteCount), time(result.byIdentity.minimum),
        time(result.byIdentity.median), time(result.byName.minimum), time(result.byName.median),
      ])
    }
    return introduction + "\n" + table.text
  }

  private func time(_ nanoseconds: Double) -> String { Quantity.ratio(nanoseconds / 1000) }

  private var introduction: String {
    """
    # Lookups in template stores

    How long a lookup takes that finds its template, by the first eight bytes of an identity and by
    name, in microseconds of the thread's processor time. Warm is a store whose content has been read
    and compared with its identity before; from the file, it is read and hashed each time. Best and
    median are those of \(sampler.roundCount) rounds.

    Written by `make bench`.

    """
  }
}
