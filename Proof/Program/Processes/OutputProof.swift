// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskBench
import HuskCore
import HuskTestKit

/// Has the tool decode damaged files of each layout to a file: where it fails, no file is there.
struct OutputProof {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Tries damaged files of each layout.
  func run() async throws -> Report {
    let place = try Workspace()
    try place.write(Keyring(SampleKeys.first).text, "key")
    try await place.need("chmod 600 key")
    var random = SeededGenerator(seed: 5)
    var report = Report()
    var table = Table("", columns: ["layout"] + OutputTally.columns)
    let samples = try Samples.all()
    for layout in samples.map(\.layout).uniqued {
      var tally = OutputTally()
      for sample in samples where sample.layout == layout {
        guard case .bytes(let options) = sample.reader else { continue }
        let keys =
          (options.keys.keys.isEmpty ? "" : "--key key ")
          + (options.fieldKeys.keys.isEmpty ? "" : "--field-key key ")
        for number in 0..<settings.count(24) {
          // A cut between two files is no damage; DamageProof counts those.
          var damaged = sample.bytes
          if number.isMultiple(of: 2) {
            damaged.removeLast(random.within(1...(damaged.count - 1)))
            if sample.borders[damaged.count] != nil { continue }
          } else {
            damaged[random.below(damaged.count)] ^= 1 << UInt8(random.below(8))
          }
          try place.write(damaged, "in")
          let (ending, errors) = try await place.run("\"$husk\" decode \(keys)in -o out")
          tally.judge(
            ending, errors, found: place.read("out"), before: nil, whole: sample.original,
            temporary: place.removeTemporaryFiles())
          place.remove("out")
        }
      }
      guard tally.count > 0 else { continue }
      table.add([layout] + tally.cells)
      report.demand(tally.partial == 0, "\(layout): something was left under the name")
      report.demand(tally.leftBehind == 0, "\(layout): a temporary file was left")
      Progress.tick()
    }
    report.tables = [table]
    return report
  }
}
