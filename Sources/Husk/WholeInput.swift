// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Input that must be there whole before anything can be done with it.
struct WholeInput: Sendable {
  private var bytes: [UInt8] = []
  private var isComplete = false
  private var isTaken = false
  private let limit: Int

  /// Creates an input of no bytes yet.
  init(limits: Limits) {
    // No text that may be decoded comes close to it encoded.
    let (limit, overflow) = limits.decodedByteCount.multipliedReportingOverflow(by: 2)
    self.limit = overflow ? .max : limit
  }

  /// Takes bytes that have arrived; what is beyond the limit is of no use.
  mutating func append(_ more: [UInt8]) {
    if bytes.count <= limit { bytes += more }
  }

  /// Says that no more bytes will arrive.
  mutating func finish() {
    isComplete = true
  }

  /// Takes all of the input out, once it is there; `nil` before that, and afterwards.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``, before the end too.
  mutating func take() throws(HuskError) -> [UInt8]? {
    guard bytes.count <= limit else {
      throw HuskError(.limitExceeded, "larger than the limit of \(limit) bytes")
    }
    guard isComplete, !isTaken else { return nil }
    isTaken = true
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }
}
