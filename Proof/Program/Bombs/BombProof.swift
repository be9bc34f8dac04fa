// SPDX-License-Identifier: Apache-2.0

import CAllocationMeter
import HuskBench
import HuskCore

/// Sends bombs to decoders, under the usual limits and under one of a megabyte of decoded bytes.
///
/// Each ends with an error, but for those that break no rule, and takes no more memory than eight times what
/// its limit allows it to become: sections may be larger than the text that comes of them.
struct BombProof {
  /// The stricter limit, in bytes.
  private static let strict = 1 << 20

  /// Tries all bombs.
  func run() -> Report {
    var report = Report()
    var table = Table(
      "",
      columns: [
        "bomb", "bytes", "answer", "seconds", "most memory", "with a limit of 1 MB",
      ])
    for bomb in Bombs.all() {
      let usual = Limits()
      let allowed =
        bomb.limit.map { usual[keyPath: $0] }
        ?? usual.decodedByteCount(forInputOf: bomb.bytes.count)
      let first = measure(bomb, usual, allowed, &report)
      let strict = Limits(
        templateByteCount: Self.strict, blockByteCount: Self.strict,
        decodedByteCount: Self.strict)
      let second = measure(bomb, strict, Self.strict, &report)
      table.add([
        bomb.name, bomb.bytes.count.grouped, first.answer,
        Figure.decimal(first.seconds, 2), memory(first.peak), memory(second.peak),
      ])
      Progress.tick()
    }
    report.tables = [table]
    return report
  }

  private func memory(_ peak: Int) -> String {
    allocation_meter_works() == 1 ? peak.megabytes : "not counted"
  }

  private func measure(
    _ bomb: Bomb, _ limits: Limits, _ allowed: Int, _ report: inout Report
  ) -> (answer: String, seconds: Double, peak: Int) {
    var answer: String?
    let start = ContinuousClock.now
    let peak = MemoryTally.peak {
      do throws(HuskError) { try bomb.decode(limits) } catch {
        answer = error.code.rawValue
      }
    }
    let time = start.duration(to: .now).components
    let seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    report.demand(
      (answer == nil) == bomb.isValid, "\(bomb.name): it is \(bomb.isValid ? "refused" : "decoded")"
    )
    // Beside what may be decoded, the windows of codecs, and the input.
    let most = 8 * allowed + 4 * bomb.bytes.count + 24 << 20
    report.demand(
      peak <= most, "\(bomb.name): \(peak) bytes of memory where \(most) are allowed")
    return (answer ?? "decoded", seconds, peak)
  }
}
