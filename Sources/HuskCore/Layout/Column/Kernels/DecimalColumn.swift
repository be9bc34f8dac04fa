// SPDX-License-Identifier: Apache-2.0

/// The numbers of a column as integers over one scale.
package struct DecimalColumn {
  /// The numbers times ten to the power of ``scale``; where no style fits, each times that of its own.
  package var mantissas: [Int64]
  /// The most digits behind a point.
  package var scale: Int
  /// The style that all are written in, or `nil` where no style fits or a mantissa overflows.
  package var style: DecimalStyle?
  /// The indices of the numbers that are not among the mantissas, as they cannot be written back.
  package var exceptions: [Int] = []
  /// How many digits of each number stand behind the point, where no style fits.
  package private(set) var scales: [UInt8] = []
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

  /// Brings mantissas to one scale, or leaves them as they are where one would overflow; returns whether it did.
  fileprivate static func rescale(
    _ mantissas: inout [Int64], _ scales: [UInt8], to scale: Int
  ) -> Bool {
    unsafe mantissas.withUnsafeMutableBufferPointer { mantissas in
      unsafe scales.withUnsafeBufferPointer { scales in
        unsafe PowerOfTen.values.withUnsafeBufferPointer { powers in
          var index = 0
          while index < mantissas.count {
            let (scaled, overflow) = unsafe mantissas[index].multipliedReportingOverflow(
              by: powers[scale &- Int(scales[index])])
            if _slowPath(overflow) { break }
            unsafe mantissas[index] = scaled
            index &+= 1
          }
          let isDone = index == mantissas.count
          while !isDone, index > 0 {
            index &-= 1
            unsafe mantissas[index] /= powers[scale &- Int(scales[index])]
          }
          return isDone
        }
      }
    }
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
    if self.style == nil { self.scales = scales }
  }

  /// How each number is written, where no style fits: twice the digits behind the point, and one more where the last
  /// digit is a zero.
  ///
  /// - Complexity: O(*n*) for *n* numbers.
  package var forms: [UInt8] {
    zip(mantissas, scales).map { $1 &* 2 &+ ($0 % 10 == 0 ? 1 : 0) }
  }

  /// The numbers but those at some places, in ascending order; `forms` are ``forms`` of all.
  ///
  /// - Complexity: O(*n*) for *n* numbers.
  package func without(_ others: [Int], _ forms: [UInt8]) -> DecimalColumn {
    var (kept, keptScales) = ([Int64](), [UInt8]())
    kept.reserveCapacity(mantissas.count - others.count)
    keptScales.reserveCapacity(mantissas.count - others.count)
    var tally = DecimalTally()
    var found: UInt64 = 0
    var start = 0
    for end in others + [mantissas.count] {
      for form in forms[start..<end] { found |= 1 &<< UInt64(form) }
      kept += mantissas[start..<end]
      keptScales += scales[start..<end]
      start = end + 1
    }
    tally.add(found)
    return DecimalColumn(kept, keptScales, tally)
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
