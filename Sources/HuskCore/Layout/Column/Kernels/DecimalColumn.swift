// SPDX-License-Identifier: Apache-2.0

/// The numbers of a column as integers over one scale.
package struct DecimalColumn {
  /// The numbers times ten to the power of ``scale``.
  package var mantissas: [Int64]
  /// The most digits behind a point.
  package var scale: Int
  /// The style that all are written in, or `nil` where no style fits or a mantissa overflows.
  package var style: DecimalStyle?
  /// The indices of the numbers that are not among the mantissas, as they cannot be written back.
  package var exceptions: [Int] = []
}

extension ByteSource {
  /// Parses the numbers of a column; `tokens` are words of numbers of `self`.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func parseDecimals(_ tokens: [UInt64]) -> DecimalColumn {
    let count = tokens.count
    var tally = DecimalTally()
    var scales: [UInt8] = []
    let mantissas = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe tokens.withUnsafeBufferPointer { tokens in
        let parsed = unsafe parseIntegers(tokens, into: target)
        initialized = parsed
        if parsed == count { return }
        tally.addIntegers(parsed)
        scales = unsafe [UInt8](unsafeUninitializedCapacity: count) { places, placed in
          unsafe places.update(repeating: 0)
          initialized = unsafe parse(tokens, from: parsed, into: target, places, &tally)
          placed = initialized
        }
      }
    }
    return DecimalColumn(mantissas, scales, tally)
  }

  /// Brings mantissas to one scale, and returns whether that went without overflow.
  fileprivate static func rescale(
    _ mantissas: inout [Int64], _ scales: [UInt8], to scale: Int
  ) -> Bool {
    var hasOverflown = false
    unsafe mantissas.withUnsafeMutableBufferPointer { mantissas in
      unsafe scales.withUnsafeBufferPointer { scales in
        unsafe PowerOfTen.values.withUnsafeBufferPointer { powers in
          var index = 0
          while index < mantissas.count {
            let (scaled, overflow) = unsafe mantissas[index].multipliedReportingOverflow(
              by: powers[scale &- Int(scales[index])])
            unsafe mantissas[index] = scaled
            hasOverflown = hasOverflown || overflow
            index &+= 1
          }
        }
      }
    }
    return !hasOverflown
  }
}

extension DecimalColumn {
  /// Creates a column from the digits of its numbers, and how many of them stand behind a point, where that
  /// is not the same in all.
  package init(_ mantissas: consuming [Int64], _ scales: [UInt8], _ tally: DecimalTally) {
    let style = scales.isEmpty ? .fixed : tally.style
    self.mantissas = []
    self.style = style
    scale = tally.highest
    exceptions = tally.exceptions
    if let style, style != .fixed, !ByteSource.rescale(&mantissas, scales, to: tally.highest) {
      self.style = nil
    }
    self.mantissas = mantissas
  }
}

extension DecimalTally {
  /// The style that all numbers are written in, or `nil`.
  fileprivate var style: DecimalStyle? {
    if hasOneScale { return .fixed }
    if flags & Self.untrimmed == 0 { return .trimmed }
    return flags & Self.untrimmedToOne == 0 ? .trimmedToOne : nil
  }
}
