// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskCore
import HuskTestKit

/// Has a reader go away after some bytes: the tool ends quietly, and what was read is the start of its output.
struct PipeProof {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Tries both ways, with readers of different patience.
  func run() async throws -> Report {
    let place = try Workspace()
    let (text, file) = try await place.addFiles("-1")
    var report = Report()
    var table = Table(
      "",
      columns: [
        "command", "readers that went away", "ended quietly", "had written all", "anything else",
      ])
    var random = SeededGenerator(seed: 7)
    for (name, command, whole) in [
      ("husk encode", "\"$husk\" encode -1 -c text.ndjson", file),
      ("husk encode -T 2", "\"$husk\" encode -1 -T 2 -c text.ndjson", file),
      ("husk decode", "\"$husk\" decode -c text.husk", text),
      ("husk decode -T 2", "\"$husk\" decode -T 2 -c text.husk", text),
    ] {
      var (count, quiet, all, other) = (0, 0, 0, 0)
      for number in 0..<settings.count(60) {
        let byteCount = number == 0 ? 0 : number == 1 ? 10 : random.below(whole.count)
        let (ending, errors) = try await place.run(
          "{ \(command); echo $? >status; } | head -c \(byteCount) >got")
        count += 1
        let got = place.read("got") ?? []
        let status = String(decoding: place.read("status") ?? [], as: UTF8.self)
        let isStart = got.count == byteCount && whole.starts(with: got)
        switch (ending, status) {
        case (.exited(0), "1\n") where errors.isEmpty && isStart: quiet += 1
        // What is left fits into the pipe, or the reader was quick.
        case (.exited(0), "0\n") where errors.isEmpty && isStart: all += 1
        default: other += 1
        }
      }
      table.add(["`\(name)`"] + [count, quiet, all, other].map(\.grouped))
      report.demand(other == 0, "\(name): \(other) readers that went away were noticed otherwise")
      Progress.tick()
    }
    report.tables = [table]
    return report
  }
}
