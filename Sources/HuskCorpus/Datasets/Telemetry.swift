// SPDX-License-Identifier: Apache-2.0

/// A line per measurement, as a queue between sensors and a database sees them.
///
/// A few dozen devices report every ten seconds, each a little early or late. Values wander, keep
/// to what is usual at the hour, and stay where they are now and then; batteries run down, signals
/// fade, and some reports are lost.
package struct Telemetry: LineDataset {
  package static let name = "telemetry"
  package static let summary =
    "a flat sensor record per line: near-regular times, wandering decimals, status flags"

  private var random: Random
  private var devices: [Device]
  private var turn = 0

  /// The first moment, in milliseconds since 1970.
  private static let start = Timestamp(year: 2026, month: 2, day: 9).seconds * 1_000
  private static let intervalMilliseconds = 10_000

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    random = Random(seed: seed, topic: .network, index: 0)
    devices = (0..<24).map { Device(seed: seed, index: $0) }
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    // Four reports in a thousand never arrive.
    repeat { turn += 1 } while random.chance(perMille: 4)
    let position = turn % devices.count
    let step = turn / devices.count
    devices[position].advance(minuteOfDay: step * Self.intervalMilliseconds / 60_000 % 1_440)
    let time =
      Self.start + step * Self.intervalMilliseconds + 400 * position
      + random.central(-35...60)
    devices[position].write(time: time, sequenceNumber: step, to: &writer)
    writer.newline()
  }
}
