// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Husk
import HuskStore

/// Lookups in template stores that hit.
struct StoreContest {
  /// What is measured of one store.
  struct Result {
    /// What the store is called in reports.
    var name: String
    /// The size of each template, in bytes.
    var contentByteCount: Int
    /// Lookups by the first eight bytes of an identity.
    var byIdentity: Measurement
    /// Lookups of the newest version of a name.
    var byName: Measurement
  }

  /// The path of a file to keep a store in.
  let path: String
  /// How lookups are measured.
  let sampler: Sampler

  /// Measures stores that hold templates of one size.
  ///
  /// - Parameters:
  ///   - count: How many templates there are.
  ///   - usedCount: How many of them are looked up, one after the other.
  ///   - byteCount: The size of each.
  ///   - note: What reports say of the file.
  /// - Returns: A result for each store.
  /// - Throws: What a store throws, or ``WrongAnswer``.
  func run(count: Int, usedCount: Int, byteCount: Int, note: String) throws -> [Result] {
    let stores: [(String, any TemplateStore)] = [
      ("memory", MemoryTemplateStore()), ("SQLite, \(note)", try SQLiteTemplateStore(path: path)),
    ]
    return try stores.map { name, store in
      let records = try (0..<count).map { number in
        var content = Array("template \(number) of \(byteCount) bytes ".utf8)
        while content.count < byteCount { content += content }
        return try store.put(
          Array(content.prefix(byteCount)), named: "\(byteCount)/\(number)", expires: nil)
      }
      let prefixes = try records.map { try TemplateIDPrefix(bytes: $0.id.bytes.prefix(8)) }
      let names = records.map(\.name)
      var turn = 0
      let measurements = try sampler.measure([
        Contender("by identity", expected: byteCount) {
          turn = (turn + 1) % usedCount
          return try store.template(matching: prefixes[turn])?.content.count ?? 0
        },
        Contender("by name", expected: byteCount) {
          turn = (turn + 1) % usedCount
          return try store.latestTemplate(named: names[turn])?.content.count ?? 0
        },
      ])
      return Result(
        name: name, contentByteCount: byteCount, byIdentity: measurements[0],
        byName: measurements[1])
    }
  }
}
