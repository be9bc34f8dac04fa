// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskBench
import HuskStores
import HuskTestKit

/// Has several processes write to one store at the same time, and kills some of them at any moment.
///
/// No version is given twice, nothing that was promised is missing, and whatever is there is what its
/// identity says.
struct StoreProof {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Lets processes write, then lets them be killed.
  func run() async throws -> Report {
    var report = Report()
    var table = Table(
      "",
      columns: [
        "processes", "rounds", "templates promised", "given twice", "missing",
        "content that differs",
        "stores that do not open",
      ])
    for (name, processCount, isKilled) in [
      ("2 that write", 2, false), ("4 that write", 4, false),
      ("2 that write, killed at any moment", 2, true),
      ("4 that write, killed at any moment", 4, true),
    ] {
      let tally = try await rounds(
        settings.count(isKilled ? 60 : 8), processCount, isKilled: isKilled)
      table.add(
        [name]
          + [
            tally.rounds, tally.promised, tally.twice, tally.missing, tally.different, tally.closed,
          ].map(\.grouped))
      report.demand(tally.promised > 0, "\(name): nothing was written")
      report.demand(
        tally.twice + tally.missing + tally.different + tally.closed == 0,
        "\(name): the store is not as it should be")
      Progress.tick()
    }
    report.tables = [table]
    return report
  }

  private struct Tally {
    var rounds = 0
    var promised = 0
    var twice = 0
    var missing = 0
    var different = 0
    var closed = 0
  }

  private func rounds(
    _ count: Int, _ processCount: Int, isKilled: Bool
  ) async throws -> Tally {
    let place = try Workspace()
    var random = SeededGenerator(seed: 13)
    var tally = Tally()
    var promised: [UInt64: String] = [:]
    let duration = try await Self.duration(processCount)
    for round in 0..<count {
      tally.rounds += 1
      let outputs = (0..<processCount).map { "written-\(round)-\($0)" }
      let children = try outputs.map { output in
        try Child(
          [
            Child.built("StoreWriter"), place.at("store.db"), "name", output,
            isKilled ? "400" : "150",
          ], output: place.at(output), errors: place.at(".errors"))
      }
      // They are opening or creating the file, or in the middle of a write.
      if isKilled {
        try await Task.sleep(for: .microseconds(random.within(duration / 50...duration)))
        // A machine with much else to do may not have got to a write in any round.
        if round == count - 1, promised.isEmpty { try await waitForLine(outputs, place) }
        for child in children { child.send(SIGKILL) }
      }
      for child in children {
        let ending = try await child.wait()
        if !isKilled, ending != .exited(0) { tally.missing += 1 }
      }
      for line in outputs.flatMap({ Self.lines(place.read($0) ?? []) }) {
        if promised.updateValue(line.id, forKey: line.version) != nil { tally.twice += 1 }
      }
      try await verify(place, promised, &tally)
    }
    tally.promised = promised.count
    return tally
  }

  /// Waits until one of some processes has said that it stored a template, for a minute at most.
  private func waitForLine(_ outputs: [String], _ place: Workspace) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end,
      outputs.allSatisfy({ Self.lines(place.read($0) ?? []).isEmpty })
    {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// How long so many processes take to write a little at the same time, in microseconds.
  private static func duration(_ processCount: Int) async throws -> Int {
    let place = try Workspace()
    let start = ContinuousClock.now
    let children = try (0..<processCount).map { number in
      try Child([Child.built("StoreWriter"), place.at("store.db"), "name", "\(number)", "40"])
    }
    for child in children { _ = try await child.wait() }
    let time = start.duration(to: .now).components
    return Int(time.seconds) * 1_000_000 + Int(time.attoseconds / 1_000_000_000_000)
  }

  /// The versions and identities that a process said it had stored; a line that was cut off says nothing.
  private static func lines(_ output: [UInt8]) -> [(version: UInt64, id: String)] {
    let text = String(decoding: output, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
      let words = $0.split(separator: " ")
      guard words.count == 2, let version = UInt64(words[0]) else { return nil }
      return (version, String(words[1]))
    }
  }

  /// Opens the store and looks at all that is in it.
  private func verify(
    _ place: Workspace, _ promised: [UInt64: String], _ tally: inout Tally
  ) async throws {
    do {
      let store = try TemplateStoreLocation(place.at("store.db")).open()
      let entries = try store.entries(named: "name")
      // Versions follow each other: what was not stored has not used one up.
      if entries.map(\.version) != Array(1..<UInt64(entries.count + 1)) { tally.different += 1 }
      let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.version, $0.id.description) })
      tally.missing += promised.count { known[$0.key] != $0.value }
      for entry in entries.suffix(2000) {
        // The content is hashed, and compared with the identity.
        if try store.template(entry.id)?.entry != entry { tally.different += 1 }
      }
    } catch { tally.closed += 1 }
    let (ending, _) = try await place.run("\"$husk\" template list >listed")
    if ending != .exited(0) { tally.closed += 1 }
  }
}
