// SPDX-License-Identifier: Apache-2.0

/// Scalars of a JSON text as values of Swift.
///
/// Every range is that of a token that the tokenizer has accepted.
extension ByteSource {
  /// The bytes of a range as a string; they must be UTF-8.
  package func string(_ range: ByteRange) -> String {
    unsafe String(decoding: view(range).buffer, as: UTF8.self)
  }

  /// Whether a backslash stands in a range.
  package func hasBackslash(_ range: ByteRange) -> Bool {
    unsafe view(range).buffer.contains(ASCII.backslash)
  }

  /// A number as an integer, or `nil` where it has a fraction or exponent, or does not fit.
  @inline(__always) package func integer(_ range: ByteRange) -> Int64? {
    guard let (magnitude, isNegative) = magnitude(range) else { return nil }
    if isNegative {
      return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// A number as a magnitude of 64 bits and a sign, or `nil` where it is not one.
  @inline(__always) package func magnitude(
    _ range: ByteRange
  ) -> (magnitude: UInt64, isNegative: Bool)? {
    var offset = range.offset
    let isNegative = self[offset] == ASCII.minus
    if isNegative { offset &+= 1 }
    // Nineteen digits always fit.
    guard range.end &- offset <= 19 else { return nil }
    var magnitude: UInt64 = 0
    while offset < range.end {
      let digit = self[offset] &- ASCII.zero
      guard digit < 10 else { return nil }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    return (magnitude, isNegative)
  }

  /// A number as the nearest double, or `nil` where that takes more than one rounding.
  ///
  /// Up to 2^53, and with powers of ten up to 10^22, both operands are exact, so that one division
  /// or multiplication rounds once.
  package func double(_ range: ByteRange) -> Double? {
    var offset = range.offset
    let isNegative = self[offset] == ASCII.minus
    if isNegative { offset &+= 1 }
    var mantissa: UInt64 = 0
    var scale = 0
    var hasPoint = false
    guard range.end &- offset <= 19 else { return nil }
    while offset < range.end {
      let byte = self[offset]
      if byte == ASCII.period {
        hasPoint = true
      } else {
        guard ASCII.isDigit(byte) else { return nil }
        mantissa = mantissa &* 10 &+ UInt64(byte &- ASCII.zero)
        if hasPoint { scale &+= 1 }
      }
      offset &+= 1
    }
    guard mantissa <= 1 &<< 53 else { return nil }
    let magnitude = Double(mantissa) / Double(PowerOfTen.values[scale])
    return isNegative ? -magnitude : magnitude
  }

  /// The tape index of the first member between two keys whose key is spelt as `name` is, or `nil`.
  ///
  /// - Complexity: O(*n*) for *n* members.
  package func member(
    _ name: String, from start: Int, to end: Int, _ tape: borrowing TokenTape
  ) -> Int? {
    var name = name
    var found: Int?
    name.withUTF8 { name in
      var key = start
      while key < end {
        let range = tape[key].range
        if range.count &- 2 == name.count,
          unsafe view(ByteRange(offset: range.offset &+ 1, count: name.count)).equals(name)
        {
          found = key
          return
        }
        let value = tape[key &+ 1]
        key &+= value.isScalar ? 2 : value.extent &+ 2
      }
    }
    return found
  }
}

extension ByteView {
  /// The bytes as the standard library takes them.
  @unsafe fileprivate var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count)
  }

  @inline(__always) @unsafe fileprivate func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<count {
      guard unsafe base.load(fromByteOffset: index, as: UInt8.self) == other[index] else {
        return false
      }
    }
    return true
  }
}
