// SPDX-License-Identifier: Apache-2.0

extension Telemetry {
  /// One sensor and what it measured last, in integers of a fixed scale.
  struct Device {
    private var random: Random
    private let name: String
    private let site: String
    private let firmware: String
    private let usualTemperature: Int
    /// Hundredths of a degree.
    private var temperature: Int
    /// Tenths of a per cent.
    private var humidity: Int
    /// Hundredths of a hectopascal.
    private var pressure: Int
    /// Parts per million.
    private var carbonDioxide: Int
    /// Millivolts, in sixteenths so that it can fall slowly.
    private var battery: Int
    /// Decibels, on the whole; what is measured scatters around it.
    private var signal: Int
    /// What the converters add to battery and signal this time.
    private var noise = (battery: 0, signal: 0)
    private var isOccupied = false
    private var faultyReports = 0

    init(seed: UInt64, index: Int) {
      var random = Random(seed: seed, topic: .device, index: index)
      name =
        "env-\(Text.padded(index + 1, digitCount: 3))-\(Text.lowercased(Text.filled("@#@#", &random)))"
      site = random.pickSkewed(["zrh-hq", "zrh-lab", "gva-2", "lyon", "osaka-1", "warehouse-b"])
      firmware = random.pickSkewed(["2.4.1", "2.4.0", "2.3.7", "1.9.12"])
      usualTemperature = site == "warehouse-b" ? 1_240 : random.central(1_950...2_300)
      temperature = usualTemperature
      humidity = random.central(300...620)
      pressure = random.central(98_000...102_300)
      carbonDioxide = random.central(420...600)
      battery = random.within(3_440...4_150) * 16
      signal = -random.central(45...88)
      self.random = random
    }

    /// Measures again.
    mutating func advance(minuteOfDay: Int) {
      if random.chance(perMille: 8) { isOccupied = (400...1_150).contains(minuteOfDay) }
      // The day's course is a triangle: coldest at 5:00, warmest at 17:00, 2 degrees apart.
      let distance = abs((minuteOfDay + 1_440 - 300) % 1_440 - 720)
      let target = usualTemperature + 100 - distance * 200 / 720 + (isOccupied ? 60 : 0)
      temperature += (target - temperature) / 40 + random.central(-12...12)
      if random.chance(perMille: 600) {
        humidity += random.central(-4...4) + (450 - humidity) / 120
      }
      pressure += random.central(-7...7)
      let breath = isOccupied ? random.within(-4...14) : random.within(-8...5)
      carbonDioxide = max(410, carbonDioxide + breath - (carbonDioxide - 450) / 60)
      battery -= random.chance(perMille: 250) ? 1 : 0
      if random.chance(perMille: 90) {
        signal = max(-97, min(-38, signal + random.within(-2...2)))
      }
      noise = (random.central(-5...5), random.central(-4...4))
      if faultyReports > 0 {
        faultyReports -= 1
      } else if random.chance(perMille: 2) {
        faultyReports = random.within(2...12)
      }
    }

    /// Writes what was measured last.
    ///
    /// - Parameters:
    ///   - time: When, in milliseconds since 1970.
    ///   - sequenceNumber: How many reports the device has sent before, lost ones included.
    ///   - writer: Where to write.
    func write(time: Int, sequenceNumber: Int, to writer: inout JSONWriter) {
      let millivolts = battery / 16 + noise.battery
      writer.object { writer in
        writer.member("device", name)
        writer.member("site", site)
        writer.member("ts", time)
        writer.member("seq", sequenceNumber)
        writer.member("temperature", decimal: temperature, scale: 2, zeros: .dropped)
        writer.member("humidity", decimal: humidity, scale: 1, zeros: .dropped)
        writer.member("pressure", decimal: pressure, scale: 2, zeros: .dropped)
        writer.member("co2", carbonDioxide)
        writer.member("battery", decimal: millivolts, scale: 3, zeros: .dropped)
        writer.member("rssi", signal + noise.signal)
        writer.member("occupied", isOccupied)
        writer.member("fw", firmware)
        writer.member("status", status(millivolts: millivolts))
      }
    }

    private func status(millivolts: Int) -> String {
      if faultyReports > 0 { return "sensor_fault" }
      if millivolts < 3_440 { return "low_battery" }
      return signal + noise.signal < -88 ? "weak_signal" : "ok"
    }
  }
}
