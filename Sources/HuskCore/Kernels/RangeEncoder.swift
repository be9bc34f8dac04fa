// SPDX-License-Identifier: Apache-2.0

/// Writes symbols in as many bits as their probabilities say (SPEC §13.3 Range coder).
///
/// A message is a number between 0 and 1; each symbol narrows the interval in which it lies by the
/// share that the symbol has. Carries are added to the bytes that were already written.
package struct RangeEncoder {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []
  private var low: UInt64 = 0
  private var range: UInt32 = .max

  /// What was written so far, in 4096ths of a bit.
  package var cost: Int {
    (8 * bytes.count + 32) << 12 - BinaryLogarithm.of(Int(range))
  }

  /// A total of frequencies must not be more.
  package static let maxTotal = 1 << 16

  /// Creates an encoder that has written nothing.
  package init() {}

  /// Starts anew and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    low = 0
    range = .max
  }

  /// Writes the symbol whose share is `frequency` of `total`, behind symbols of `start` in all.
  @inline(__always) package mutating func encode(
    start: Int, frequency: Int, of total: Int
  ) {
    assert(frequency > 0 && start + frequency <= total && total <= Self.maxTotal)
    let unit = range / UInt32(truncatingIfNeeded: total)
    low &+= UInt64(unit) &* UInt64(truncatingIfNeeded: start)
    range = unit &* UInt32(truncatingIfNeeded: frequency)
    normalize()
  }

  /// Writes a bit that is 1 with a probability of `probability` in 4096, 1 to 4095.
  @inline(__always) package mutating func encode(bit: Int, probability: Int) {
    assert(1..<4096 ~= probability)
    let bound = (range &>> 12) &* UInt32(truncatingIfNeeded: probability)
    // No branch is decided by the bit, which nobody foresees.
    let zeros = UInt32(truncatingIfNeeded: bit) &- 1
    low &+= UInt64(bound & zeros)
    range = bound &+ ((range &- bound &- bound) & zeros)
    normalize()
  }

  /// Writes a bit that is 1 with a probability of `share` in 65,536, 1 to 65,535 (SPEC §16.2
  /// Probabilities).
  @inline(__always) package mutating func encode(bit: Int, share: UInt32) {
    assert(1..<65_536 ~= share)
    let bound = UInt32(truncatingIfNeeded: (UInt64(range) &* UInt64(share)) &>> 16)
    if bit == 1 {
      range = bound
    } else {
      low &+= UInt64(bound)
      range &-= bound
    }
    normalize()
  }

  /// Writes the lowest `count` bits of a value as they are, 0 to 64, the highest first.
  package mutating func encode(bits value: UInt64, count: Int) {
    var left = count
    while left > 0 {
      let taken = min(left, 16)
      left -= taken
      let part = Int(truncatingIfNeeded: (value >> UInt64(left)) & (1 << UInt64(taken) - 1))
      encode(start: part, frequency: 1, of: 1 << taken)
    }
  }

  /// Writes as few bytes as tell the message, and returns all.
  ///
  /// A decoder takes the bytes that are not there for zeros.
  package mutating func finish() -> [UInt8] {
    for count in 0...4 {
      let mask = UInt64(1) << UInt64(8 * (4 - count)) - 1
      let value = (low + mask) & ~mask
      guard value < low + UInt64(range) else { continue }
      low = value
      for _ in 0..<count { shift() }
      carry()
      break
    }
    return bytes
  }

  /// Writes all that a decoder takes, so that it can tell where the bytes end, and returns all.
  package mutating func finishWhole() -> [UInt8] {
    for _ in 0..<4 { shift() }
    carry()
    return bytes
  }

  @inline(__always) private mutating func normalize() {
    while range < 1 &<< 24 {
      shift()
      range &<<= 8
    }
  }

  @inline(__always) private mutating func shift() {
    carry()
    bytes.append(UInt8(truncatingIfNeeded: low &>> 24))
    low = (low & 0xFF_FFFF) &<< 8
  }

  @inline(__always) private mutating func carry() {
    guard _slowPath(low > UInt64(UInt32.max)) else { return }
    low &= UInt64(UInt32.max)
    // The number is less than 1, so a byte that can take the carry is there.
    var index = bytes.count &- 1
    while bytes[index] == 0xFF {
      bytes[index] = 0
      index &-= 1
    }
    bytes[index] &+= 1
  }
}
