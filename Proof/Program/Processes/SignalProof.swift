// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskBench
import HuskCore
import HuskTestKit

/// Sends signals to the tool at moments between its start and its end.
///
/// Under the name of the output is nothing, what was there before, or all of it. Temporary files are gone,
/// but for those of processes that were killed, which had no moment to remove anything.
struct SignalProof {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Tries each signal during each command, then writes to a store.
  func run() async throws -> Report {
    let place = try Workspace()
    let (text, file) = try await place.addFiles()
    var report = Report()
    var table = Table("", columns: ["during, and signal"] + OutputTally.columns)
    var random = SeededGenerator(seed: 11)
    for (name, arguments, whole, before) in [
      ("encode", ["encode", "text.ndjson", "-o", "out"], file, nil),
      ("encode -f", ["encode", "-f", "text.ndjson", "-o", "out"], file, Array("before".utf8)),
      ("decode", ["decode", "text.husk", "-o", "out"], text, nil),
      ("decode -f", ["decode", "-f", "text.husk", "-o", "out"], text, Array("before".utf8)),
    ] as [(String, [String], [UInt8], [UInt8]?)] {
      let command =
        [Child.husk]
        + arguments.map { $0.contains(".") || $0 == "out" ? place.at($0) : $0 }
      let duration = try await self.duration(of: command, place, before)
      for (signal, word) in [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGKILL, "SIGKILL")] {
        var tally = OutputTally()
        for _ in 0..<settings.count(120) {
          place.remove("out")
          if let before { try place.write(before, "out") }
          let child = try Child(command, errors: place.at(".errors"))
          try await Task.sleep(for: .microseconds(random.below(duration)))
          child.send(signal)
          tally.judge(
            try await child.wait(), "ended", found: place.read("out"), before: before,
            whole: whole, temporary: place.removeTemporaryFiles())
        }
        table.add(["`husk \(name)`, \(word)"] + tally.cells)
        report.demand(tally.partial == 0, "\(name), \(word): a part stands under the name")
        report.demand(
          signal == SIGKILL || tally.leftBehind == 0, "\(name), \(word): temporary files are left")
        Progress.tick()
      }
    }
    report.tables = [table]
    return report
  }

  /// How long a command takes, in microseconds, and a little more.
  private func duration(
    of command: [String], _ place: Workspace, _ before: [UInt8]?
  ) async throws -> Int {
    var most = 1000
    for _ in 0..<3 {
      place.remove("out")
      if let before { try place.write(before, "out") }
      let start = ContinuousClock.now
      guard try await Child(command).wait() == .exited(0) else {
        throw Workspace.Failure(description: "\(command) fails by itself")
      }
      let time = start.duration(to: .now).components
      most = max(most, Int(time.seconds) * 1_000_000 + Int(time.attoseconds / 1_000_000_000_000))
    }
    return most * 11 / 10
  }
}
