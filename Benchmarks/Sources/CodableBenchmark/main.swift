// SPDX-License-Identifier: Apache-2.0

// Compares HuskEncoder and HuskDecoder with Foundation's coders on a list of 10,000 records. All
// contenders take turns in one process, on one thread, and the best of many turns counts. What is
// measured is the time of the processor, so that the ratios mean something on a machine that others
// use too.

import Foundation
import HuskCodable

let customers = (0..<10_000).map(Customer.init)
let foundationJSON = try JSONEncoder().encode(customers)
let fast = HuskEncoder(options: EncodeOptions(effort: Effort(level: 1)))
let usual = HuskEncoder()
let decoder = HuskDecoder()
let foundationBytes = foundationJSON.count
let usualBytes = try usual.encode(customers)
let fastBytes = try fast.encode(customers)
let plain = try usual.encodeJSON(customers)

/// Writes the records one by one, as a stream.
func stream(_ customers: [Customer], _ encoder: HuskEncoder) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var writer = HuskWriter<Customer>(encoder: encoder) { bytes += $0 }
  try writer.write(contentsOf: customers)
  try writer.finish()
  return bytes
}

let streamedBytes = try stream(customers, usual)
guard try decoder.decode([Customer].self, from: streamedBytes) == customers else {
  fatalError("HuskWriter wrote something else")
}

let contenders: [(name: String, byteCount: Int, run: () throws -> Bool)] = [
  ("encode: JSONEncoder", foundationBytes, { try JSONEncoder().encode(customers).count > 0 }),
  ("encode: HuskEncoder, JSON only", plain.count, { try usual.encodeJSON(customers).count > 0 }),
  ("encode: HuskEncoder -1", fastBytes.count, { try fast.encode(customers).count > 0 }),
  ("encode: HuskEncoder", usualBytes.count, { try usual.encode(customers).count > 0 }),
  // It also shows that the optimizer takes the specialization of a writer in another package.
  (
    "encode: HuskWriter", streamedBytes.count,
    { try stream(customers, usual).count == streamedBytes.count }
  ),
  (
    "decode: JSONDecoder", foundationBytes,
    { try JSONDecoder().decode([Customer].self, from: foundationJSON) == customers }
  ),
  (
    "decode: HuskDecoder, JSON only", plain.count,
    { try decoder.decodeJSON([Customer].self, from: plain) == customers }
  ),
  (
    "decode: HuskDecoder", usualBytes.count,
    { try decoder.decode([Customer].self, from: usualBytes) == customers }
  ),
]

var best = Array(repeating: Duration.seconds(1000), count: contenders.count)
for _ in 0..<15 {
  for (index, contender) in contenders.enumerated() {
    let start = clock()
    guard try contender.run() else { fatalError("\(contender.name) gives another answer") }
    best[index] = min(best[index], .microseconds((clock() - start) * 1_000_000 / CLOCKS_PER_SEC))
  }
}

print("| Coder | Bytes | of Foundation's | Milliseconds | times as fast as Foundation |")
print("|-------|------:|----------------:|-------------:|----------------------------:|")
for (index, contender) in contenders.enumerated() {
  let reference = best[index < 5 ? 0 : 5]
  let size = Double(contender.byteCount) / Double(foundationBytes)
  print(
    "| \(contender.name) | \(contender.byteCount)",
    String(format: "%.2f", size), String(format: "%.1f", best[index] / .milliseconds(1)),
    String(format: "%.2f", reference / best[index]), separator: " | ", terminator: " |\n")
}
