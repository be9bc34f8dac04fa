// SPDX-License-Identifier: Apache-2.0

import HuskCorpus

/// The customer records that experiments work on.
enum CustomerDocuments {
  private static let seed: UInt64 = 7

  /// A minified array of some records.
  static func document(recordCount: Int, seed: UInt64 = seed) -> [UInt8] {
    var bytes = DatasetRequest(Customers.self, size: .records(recordCount), seed: seed).bytes()
    // The line feed of a file.
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  /// A minified array of whole records whose size is as near as can be to a number of bytes.
  static func document(nearest byteCount: Int) -> [UInt8] {
    let mean = Double(document(recordCount: 200).count) / 200
    let count = max(Int((Double(byteCount) / mean).rounded()), 1)
    var best: [UInt8] = []
    for seed in 1...400 {
      let document = document(recordCount: count, seed: UInt64(seed))
      if best.isEmpty || abs(document.count - byteCount) < abs(best.count - byteCount) {
        best = document
      }
      if best.count == byteCount { break }
    }
    return best
  }
}
