// SPDX-License-Identifier: Apache-2.0

/// What a few bytes tell of many.
package enum ByteStatistics {
  private static let sampleCount = 512

  /// How likely it is that two of the bytes are the same, in 256ths, judged by some of them.
  ///
  /// - Complexity: O(1).
  package static func likeness(_ bytes: [UInt8]) -> Int {
    var counts = InlineArray<256, UInt16>(repeating: 0)
    let step = max(bytes.count / sampleCount, 1)
    let count = min(bytes.count, sampleCount)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var squares = 0
      for index in 0..<count {
        let byte = unsafe Int(bytes[index &* step])
        // The squares of one and the next differ by twice the one, and one.
        squares &+= 2 &* Int(counts[byte]) &+ 1
        counts[byte] &+= 1
      }
      return count == 0 ? 0 : squares * 256 / (count * count)
    }
  }

  /// How many of the bytes are parts of numbers or hexadecimal digits, or end values, in 256ths, judged
  /// by some of them.
  ///
  /// - Complexity: O(1).
  package static func digitShare(_ bytes: [UInt8]) -> Int {
    let step = max(bytes.count / sampleCount, 1)
    let count = min(bytes.count, sampleCount)
    var digits = 0
    for index in 0..<count {
      let byte = bytes[index * step]
      let isSign = byte == ASCII.period || byte == ASCII.minus || byte < ASCII.space
      digits += isSign || ASCII.isHexDigit(byte) ? 1 : 0
    }
    return count == 0 ? 0 : digits * 256 / count
  }
}
