// SPDX-License-Identifier: Apache-2.0

/// A range coder as SPEC §13.3 Range coder says it, with a number that has as many digits as it
/// takes.
package struct ReferenceRangeEncoder: Sendable {
  /// The digits of the low end that are written, to base 256.
  private var written: [UInt8] = []
  /// Their continuation, in 32 bits.
  private var low: UInt64 = 0
  private var range: UInt64 = 0xFFFF_FFFF

  /// Creates an encoder that has written nothing.
  package init() {}

  /// Writes one of some outcomes by its number.
  package mutating func choose(_ number: Int, _ frequencies: [Int]) {
    guard frequencies.count > 1 else { return }
    let unit = range / UInt64(frequencies.reduce(0, +))
    let start = frequencies[..<number].reduce(0, +)
    narrow(unit * UInt64(start), unit * UInt64(frequencies[number]))
  }

  /// Writes a bit that is 1 with a probability of so many in 4096.
  package mutating func bit(_ bit: Int, _ probability: Int) {
    let bound = (range >> 12) * UInt64(probability)
    bit == 1 ? narrow(0, bound) : narrow(bound, range - bound)
  }

  /// Writes a bit that is 1 with a probability of so many in 65,536.
  package mutating func share(_ bit: Int, _ probability: Int) {
    let bound = (range * UInt64(probability)) >> 16
    bit == 1 ? narrow(0, bound) : narrow(bound, range - bound)
  }

  /// Writes the lowest bits of a value.
  package mutating func bits(_ value: UInt64, _ count: Int) {
    var left = count
    while left > 0 {
      let part = min(left, 16)
      left -= part
      let unit = range >> UInt64(part)
      narrow(unit * ((value >> UInt64(left)) % (1 << UInt64(part))), unit)
    }
  }

  private mutating func narrow(_ start: UInt64, _ size: UInt64) {
    add(start)
    range = size
    while range < 1 << 24 {
      written.append(UInt8(low >> 24))
      low = (low % (1 << 24)) << 8
      range <<= 8
    }
  }

  private mutating func add(_ amount: UInt64) {
    low += amount
    guard low >= 1 << 32 else { return }
    low -= 1 << 32
    var index = written.count - 1
    while written[index] == 0xFF {
      written[index] = 0
      index -= 1
    }
    written[index] += 1
  }

  /// The bytes of a message that ends here.
  package var bytes: [UInt8] {
    // The fewest bytes behind which zeros can stand.
    for count in 0..<4 {
      let unit = UInt64(1) << UInt64(8 * (4 - count))
      let value = (low + unit - 1) / unit * unit
      guard value < low + range else { continue }
      var whole = self
      whole.add(value - low)
      let rest = (0..<count).map { UInt8((value % (1 << 32)) >> UInt64(24 - 8 * $0) & 0xFF) }
      return whole.written + rest
    }
    return written + (0..<4).map { UInt8(low >> UInt64(24 - 8 * $0) & 0xFF) }
  }
}
