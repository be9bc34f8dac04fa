// SPDX-License-Identifier: Apache-2.0

/// Runs of bytes of every character, for stages that know nothing of what they carry.
package enum SampleBytes: String, Sendable, CaseIterable {
  /// One byte again and again.
  case constant
  /// A few words again and again, in a random order.
  case words
  /// A counter of four bytes, the lowest first.
  case counter
  /// Noise, which nothing can compress.
  case noise

  /// The first `count` bytes of a run.
  package func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 16)
    var index = 0
    while bytes.count < count {
      switch self {
      case .constant: bytes.append(0)
      case .words: bytes += generator.pick(["alpha,", "beta,", "gamma,", "{\"id\":"]).utf8
      case .counter:
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: index >> (8 * shift))) }
      case .noise:
        let word = generator.next()
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
      }
      index += 1
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
