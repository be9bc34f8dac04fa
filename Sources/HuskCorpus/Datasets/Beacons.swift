// SPDX-License-Identifier: Apache-2.0

/// A line per badge that a beacon has seen, as attendance at an event is counted.
///
/// Badges stay near a beacon for a while, the signal comes and goes, and batteries run down.
package struct Beacons: LineDataset {
  package static let name = "beacons"
  package static let summary =
    "an attendance beacon per line: badges that stay, rooms, signal strengths, sequence numbers"

  private struct Badge {
    var room: Int
    var signal: Int
    var battery: Int
    var sequence = 0
  }

  private static let rooms = ["hall", "stage", "workshop-1", "workshop-2", "cafe", "entrance"]
  private static let start = Timestamp(year: 2026, month: 5, day: 21).seconds + 9 * 3_600

  private var random: Random
  private var badges: [Badge] = []
  private var seconds = start

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    random = Random(seed: seed, topic: .beacon, index: 0)
    for _ in 0..<60 {
      badges.append(
        Badge(
          room: random.skewed(Self.rooms.count), signal: random.within(-85 ... -50),
          battery: random.within(60...100)))
    }
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    if random.chance(perMille: 400) { seconds += 1 }
    let number = random.below(badges.count)
    let moves = random.chance(perMille: 30)
    if moves { badges[number].room = random.below(Self.rooms.count) }
    badges[number].signal = min(max(badges[number].signal + random.within(-4...4), -96), -40)
    badges[number].sequence += 1
    if random.chance(perMille: 8) { badges[number].battery -= 1 }
    let badge = badges[number]
    writer.object { writer in
      writer.member("ts", seconds)
      writer.member("beacon", "b-\(Self.rooms[badge.room])-\(1 + number % 2)")
      writer.member("room", Self.rooms[badge.room])
      writer.member("badge", "e7:4c:0\(number / 10):\(10 + number % 10)")
      writer.member("seq", badge.sequence)
      writer.member("rssi", badge.signal)
      writer.member("near", badge.signal > -70)
      writer.member("battery", badge.battery)
      if moves { writer.member("event", "enter") }
    }
    writer.newline()
  }
}
