// SPDX-License-Identifier: Apache-2.0

import CAllocationMeter
import Husk
import HuskBench
import HuskCore

/// The memory that decoders allocate for inputs of several kinds, beside what is allowed.
struct MemoryTally {
  private struct Line {
    var count = 0
    var refused = 0
    /// The most bytes that a case took.
    var most = 0
    /// The largest share of what its input allows.
    var share = 0.0
  }

  /// What may be allocated beyond four times the input, in bytes.
  let allowance: Int
  private var names: [String] = []
  private var fileCount = 0
  private var lines: [String: Line] = [:]
  /// Cases that took more.
  private(set) var excesses: [String] = []

  init(allowance: Int) { self.allowance = allowance }

  /// The memory that a call takes at most at once, in bytes.
  static func peak(of body: () -> Void) -> Int {
    allocation_meter_start()
    body()
    return Int(allocation_meter_peak())
  }

  /// Makes a call about an input of so many bytes, which may take some memory more than others.
  mutating func measure(
    _ name: String, _ inputByteCount: Int, allowing more: Int = 0,
    _ decode: () throws(HuskError) -> Void
  ) {
    var isRefused = false
    let peak = Self.peak {
      do throws(HuskError) { try decode() } catch { isRefused = true }
    }
    if lines[name] == nil { names.append(name) }
    let allowed = allowance + 4 * inputByteCount + more
    var line = lines[name] ?? Line()
    line.count += 1
    line.refused += isRefused ? 1 : 0
    line.most = max(line.most, peak)
    line.share = max(line.share, Double(peak) / Double(allowed))
    lines[name] = line
    if peak > allowed {
      excesses.append("\(name): \(peak) bytes of memory for \(inputByteCount) bytes of input")
    }
  }

  /// Decodes a file at once, and each eighth in pieces, too.
  mutating func measureFile(
    _ name: String, _ file: [UInt8], _ options: DecodeOptions = DecodeOptions(),
    allowing more: Int = 0
  ) {
    measure(name, file.count, allowing: more) { () throws(HuskError) in
      _ = try Husk.decode(file, options: options)
    }
    fileCount += 1
    guard fileCount.isMultiple(of: 8) else { return }
    measure(name, file.count, allowing: more) { () throws(HuskError) in
      var stream = StreamDecoder(options: options)
      for start in stride(from: 0, to: file.count, by: 64) {
        stream.append(Array(file[start..<min(start + 64, file.count)]))
        while try stream.next() != nil {}
      }
      stream.finish()
      while try stream.next() != nil {}
    }
  }

  /// A line for each kind of input.
  var table: Table {
    var table = Table(
      "", columns: ["what lies", "tried", "refused", "most memory", "of what is allowed"])
    for name in names {
      guard let line = lines[name] else { continue }
      table.add([
        name, line.count.grouped, line.refused.grouped,
        allocation_meter_works() == 1 ? line.most.megabytes : "not counted",
        Figure.percent(line.share),
      ])
    }
    return table
  }
}
