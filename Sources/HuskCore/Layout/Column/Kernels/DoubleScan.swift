// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// The double nearest to a number lexeme, or `nil` where it has an exponent, more than 18 digits
  /// or is a negative zero.
  ///
  /// - Complexity: O(1).
  @inline(__always) package func parseDouble(_ range: ByteRange) -> Double? {
    guard let parts = parseDecimal(range) else { return nil }
    let power = PowerOfTen.values[parts.scale]
    // Both operands are exact up to 53 bits, and the quotient is rounded once.
    if parts.mantissa.magnitude <= 1 << 53 {
      return Double(parts.mantissa) / Double(power)
    }
    let quotient = Self.divide(parts.mantissa.magnitude, by: UInt64(power))
    return parts.mantissa < 0 ? -quotient : quotient
  }

  /// The double nearest to the quotient of two integers above zero and below 2 to the power of 63.
  static func divide(_ dividend: UInt64, by divisor: UInt64) -> Double {
    let dividendShift = dividend.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    var high = dividend << UInt64(dividendShift)
    var low: UInt64 = 0
    let normal = divisor << UInt64(divisorShift)
    var exponent = divisorShift - dividendShift - 64
    if high >= normal {
      low = high << 63
      high >>= 1
      exponent += 1
    }
    // Now the quotient has 64 bits: 53 to keep, and eleven to round by.
    let (quotient, remainder) = normal.dividingFullWidth((high, low))
    let rest = quotient & 0x7FF
    var significand = quotient >> 11
    let isAbove = rest > 0x400 || rest == 0x400 && remainder > 0
    let isTie = rest == 0x400 && remainder == 0
    if isAbove || isTie && significand & 1 == 1 { significand += 1 }
    let scale = Double(bitPattern: UInt64(exponent + 11 + 1023) << 52)
    return Double(significand) * scale
  }

  /// Whether a double in a style is the lexeme in `range`.
  ///
  /// - Complexity: O(1).
  @inline(__always) func isDouble(
    _ value: Double, _ style: NearDecimal.Style, in range: ByteRange, _ powers: PowerTable
  ) -> Bool {
    unsafe isWritten(in: range) { start in
      unsafe DoubleWriting.write(value, style, powers, start)
    } ?? areEqual(range, NearDecimal.description(of: value, style))
  }

  /// Whether what is written, of 64 bytes at most, is what stands in `range`; or `nil` where nothing is.
  @inline(__always) func isWritten(
    in range: ByteRange, _ write: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  ) -> Bool? {
    var text = InlineArray<96, UInt8>(repeating: 0)
    var span = text.mutableSpan
    return unsafe span.withUnsafeMutableBytes { buffer -> Bool? in
      guard let start = buffer.baseAddress, let end = unsafe write(start) else { return nil }
      guard unsafe end - start == range.count else { return false }
      var offset = 0
      var difference: UInt64 = 0
      while offset < range.count {
        let unused = UInt64(8 &* max(8 &- (range.count &- offset), 0))
        let written = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        difference |= (UInt64(littleEndian: written) ^ word(at: range.offset &+ offset)) &<< unused
        offset &+= 8
      }
      return difference == 0
    }
  }

  /// Takes numbers apart that are doubles next to decimals of `scale` digits, written with 17 digits.
  ///
  /// - Parameters:
  ///   - tokens: Words of numbers of `self`.
  ///   - scale: The digits of the decimals behind the point.
  /// - Returns: The decimals and how far away from them the doubles are, and the indices of the numbers that
  ///   are no such doubles.
  /// - Complexity: O(*n*) for *n* numbers.
  func nearDecimals(
    _ tokens: [UInt64], scale: Int
  ) -> (mantissas: [Int64], distances: [Int64], others: [Int]) {
    var distances: [Int64] = []
    var others: [Int] = []
    let mantissas = unsafe [Int64](unsafeUninitializedCapacity: tokens.count) { target, count in
      let mantissas = unsafe target
      distances = unsafe [Int64](unsafeUninitializedCapacity: tokens.count) { target, taken in
        unsafe takeNearDecimals(tokens, scale, mantissas, target, &others)
        count = tokens.count - others.count
        taken = count
      }
    }
    return (mantissas, distances, others)
  }

  private func takeNearDecimals(
    _ tokens: [UInt64], _ scale: Int, _ mantissas: UnsafeMutableBufferPointer<Int64>,
    _ distances: UnsafeMutableBufferPointer<Int64>, _ others: inout [Int]
  ) {
    let powers = PowerTable.common
    let power = Double(powers.ten(scale))
    var taken = 0
    for row in tokens.indices {
      guard let parts = parseDecimal(Token(word: tokens[row]).range),
        let value = Self.seventeen(parts, powers),
        let (mantissa, distance) = NearDecimal.find(value, power)
      else {
        others.append(row)
        continue
      }
      unsafe mantissas[taken] = mantissa
      unsafe distances[taken] = distance
      taken &+= 1
    }
  }

  /// The double that is written with 17 digits as a decimal is.
  @inline(__always) private static func seventeen(
    _ parts: DecimalParts, _ powers: PowerTable
  ) -> Double? {
    let magnitude = parts.mantissa.magnitude
    if let value = DoubleWriting.readSeventeen(magnitude, scale: parts.scale, powers) {
      return parts.mantissa < 0 ? -value : value
    }
    return seventeen(rare: parts, powers)
  }

  /// The same of numbers that are seldom.
  @inline(never) private static func seventeen(
    rare parts: DecimalParts, _ powers: PowerTable
  ) -> Double? {
    let magnitude = parts.mantissa.magnitude
    if magnitude == 0 { return parts.scale == 0 ? 0 : nil }
    // Two roundings: the double is this one or a neighbour, and no two are written alike.
    let near = Double(magnitude) / Double(powers.ten(parts.scale))
    var value = near
    if _slowPath(!DoubleWriting.isSeventeen(value, magnitude, scale: parts.scale, powers)) {
      value = near.nextUp
      if !DoubleWriting.isSeventeen(value, magnitude, scale: parts.scale, powers) {
        value = near.nextDown
        guard DoubleWriting.isSeventeen(value, magnitude, scale: parts.scale, powers) else {
          return nil
        }
      }
    }
    return parts.mantissa < 0 ? -value : value
  }
}
