// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Input that must be there whole before anything can be done with it.
package struct WholeInput: Sendable {
  private var bytes: [UInt8] = []
  private let limit: Int

  /// Creates an input of no bytes yet.
  package init(limits: Limits) {
    // No text that may be decoded comes close to it encoded.
    let (limit, overflow) = limits.decodedByteCount.multipliedReportingOverflow(by: 2)
    self.limit = overflow ? .max : limit
  }

  /// Takes bytes that have arrived.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ more: [UInt8]) throws(HuskError) {
    guard more.count <= limit - bytes.count else {
      throw HuskError(.limitExceeded, "larger than the limit of \(limit) bytes")
    }
    bytes += more
  }

  /// Takes all bytes out.
  package mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }
}
