// SPDX-License-Identifier: Apache-2.0

/// Writes numbers of any number of bits, the lowest bit first, into bytes from their highest bit on.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var bitCount = 0

  /// Writes the lowest bits of a number.
  mutating func write(_ value: Int, _ count: Int) {
    for place in 0..<count {
      if bitCount & 7 == 0 { bytes.append(0) }
      if value >> place & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(bitCount & 7) }
      bitCount += 1
    }
  }

  /// The bytes, filled up with at least one bit to a multiple of some number of bits.
  consuming func finish(multipleOf multiple: Int) -> [UInt8] {
    let end = (bitCount / multiple + 1) * multiple / 8
    return bytes + [UInt8](repeating: 0, count: end - bytes.count)
  }
}

/// Reads what ``BitWriter`` wrote.
struct BitReader {
  private let bytes: [UInt8]
  private var offset = 0

  /// Creates a reader at the first bit.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a number of some bits.
  ///
  /// - Throws: ``BenchError`` where there are fewer.
  mutating func read(_ count: Int) throws -> Int {
    guard offset + count <= bytes.count * 8 else { throw BenchError("the bits end too early") }
    var value = 0
    for place in 0..<count {
      let bit = bytes[offset >> 3] >> UInt8(7 - offset & 7) & 1
      value |= Int(bit) << place
      offset += 1
    }
    return value
  }
}
