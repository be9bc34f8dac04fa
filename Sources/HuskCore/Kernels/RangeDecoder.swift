// SPDX-License-Identifier: Apache-2.0

/// Reads what ``RangeEncoder`` wrote (SPEC §13.3 Range coder).
package struct RangeDecoder {
  private let source: ByteSource
  private var offset: Int
  private let end: Int
  private var code: UInt32 = 0
  private var range: UInt32 = .max
  /// The share of one in the total that was asked for last.
  private var unit: UInt32 = 0

  /// So many bytes behind the end are taken for zeros.
  private static let slack = 4

  /// Creates a decoder of the bytes of a range of `source`, which must outlive it.
  package init(_ source: ByteSource, _ bytes: ByteRange) {
    self.source = source
    offset = bytes.offset
    end = bytes.end
    for _ in 0..<4 { code = code << 8 | UInt32(next()) }
  }

  /// Whether more bytes were asked for than any message lacks.
  package var isExhausted: Bool { offset > end + Self.slack }

  /// Whether exactly the bytes were taken that ``RangeEncoder/finishWhole()`` wrote.
  package var isAtEnd: Bool { offset == end && code == 0 }

  /// Whether there are more bytes than ``RangeEncoder/finish()`` writes behind what was read: one of
  /// the four that were taken last, or none where zeros in their place say the same.
  ///
  /// - Complexity: O(1), but not for each symbol.
  package var hasMore: Bool {
    var last: UInt32 = 0
    for place in offset - 4..<offset { last = last << 8 | UInt32(place < end ? source[place] : 0) }
    let low = UInt64(last &- code)
    let areZerosEnough = low == 0 || low + UInt64(range) > 1 << 32
    return end > offset - (areZerosEnough ? 4 : 3)
  }

  /// How many bits the symbols so far have taken, in 4096ths.
  ///
  /// - Complexity: O(1), but not for each symbol.
  package var cost: Int { (offset << 3) << 12 - BinaryLogarithm.of(Int(range)) }

  /// Where the next symbol stands among `total`, which the caller finds it by.
  @inline(__always) package mutating func target(of total: Int) -> Int {
    unit = range / UInt32(truncatingIfNeeded: total)
    return min(Int(code / unit), total &- 1)
  }

  /// Takes the symbol that ``target(of:)`` fell into.
  @inline(__always) package mutating func take(start: Int, frequency: Int) {
    // Damaged bytes can point behind the last symbol.
    code &-= unit &* UInt32(truncatingIfNeeded: start)
    range = unit &* UInt32(truncatingIfNeeded: frequency)
    normalize()
  }

  /// Reads a bit that is 1 with a probability of `probability` in 4096.
  @inline(__always) package mutating func bit(probability: Int) -> Int {
    let bound = (range &>> 12) &* UInt32(truncatingIfNeeded: probability)
    let bit: Int
    if code < bound {
      range = bound
      bit = 1
    } else {
      code &-= bound
      range &-= bound
      bit = 0
    }
    normalize()
    return bit
  }

  /// Reads a bit that is 1 with a probability of `share` in 65,536.
  @inline(__always) package mutating func bit(share: UInt32) -> Int {
    let bound = UInt32(truncatingIfNeeded: (UInt64(range) &* UInt64(share)) &>> 16)
    let bit: Int
    if code < bound {
      range = bound
      bit = 1
    } else {
      code &-= bound
      range &-= bound
      bit = 0
    }
    normalize()
    return bit
  }

  /// Reads `count` bits as they are, 0 to 64.
  package mutating func bits(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    var left = count
    while left > 0 {
      let taken = min(left, 16)
      left -= taken
      let part = target(of: 1 << taken)
      take(start: part, frequency: 1)
      value = value << UInt64(taken) | UInt64(truncatingIfNeeded: part)
    }
    return value
  }

  @inline(__always) private mutating func normalize() {
    while range < 1 &<< 24 {
      code = code &<< 8 | UInt32(next())
      range &<<= 8
    }
  }

  @inline(__always) private mutating func next() -> UInt8 {
    defer { offset &+= 1 }
    return offset < end ? source[offset] : 0
  }
}
