// SPDX-License-Identifier: Apache-2.0

/// Strings of one length with the same bytes at all places but those of digits.
package struct FixedSkeleton {
  /// The longest string that is taken for one, in bytes.
  package static let byteCountLimit = 256

  private let byteCount: Int
  private var literals: [UInt64] = []
  private var literalMasks: [UInt64] = []

  /// Takes the skeleton of a string: decimal digits are places, all else is literal.
  ///
  /// - Parameters:
  ///   - string: The content of a string.
  ///   - source: Where it stands.
  package init?(_ string: ByteRange, _ source: ByteSource) {
    guard string.count <= Self.byteCountLimit else { return nil }
    byteCount = string.count
    literals.reserveCapacity((byteCount + 7) / 8)
    literalMasks.reserveCapacity((byteCount + 7) / 8)
    for start in stride(from: 0, to: byteCount, by: 8) {
      var mask: UInt64 = 0
      for place in 0..<min(8, byteCount - start)
      where !ASCII.isDigit(source[string.offset + start + place]) {
        mask |= 0xFF << UInt64(8 * place)
      }
      literalMasks.append(mask)
      literals.append(source.word(at: string.offset + start) & mask)
    }
  }

  /// Whether all strings have the skeleton; `tokens` are words of strings or keys of `source`.
  ///
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first that has not.
  package func fits(_ tokens: [UInt64], _ source: ByteSource) -> Bool {
    let last = UInt64.max >> UInt64(8 * ((8 - byteCount % 8) % 8))
    return unsafe literals.withUnsafeBufferPointer { literals in
      unsafe literalMasks.withUnsafeBufferPointer { masks in
        for word in tokens {
          let token = Token(word: word)
          guard token.extent &- 2 == byteCount else { return false }
          var offset = token.offset &+ 1
          var difference: UInt64 = 0
          var index = 0
          while index < literals.count {
            let characters = source.word(at: offset)
            let mask = unsafe masks[index]
            let used = index == literals.count &- 1 ? last : .max
            difference |= unsafe (characters ^ literals[index]) & mask
            difference |= DigitWord.others(characters) & ~mask & used
            offset &+= 8
            index &+= 1
          }
          guard difference == 0 else { return false }
        }
        return true
      }
    }
  }
}

extension ByteSource {
  /// The values of the runs of digits at one place of strings, which has nothing but digits.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `self`.
  ///   - place: Where the run starts behind the quote.
  ///   - width: The number of digits, 1 to 18.
  /// - Returns: The values.
  /// - Complexity: O(*n*) for *n* tokens, and one allocation.
  package func parseRuns(_ tokens: [UInt64], at place: Int, width: Int) -> [Int64] {
    let count = tokens.count
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      let unused = UInt64(8 &* max(8 &- width, 0))
      var row = 0
      while row < count {
        let start = Token(word: tokens[row]).offset &+ 1 &+ place
        if width <= 8 {
          let digits = (word(at: start) ^ 0x3030_3030_3030_3030) &<< unused
          unsafe target[row] = DigitWord.join(digits)
        } else {
          unsafe target[row] = parseDigits(ByteRange(offset: start, count: width)) ?? 0
        }
        row &+= 1
      }
    }
  }

  /// The number of decimal digits from `start` on, up to `end`.
  @inline(__always) package func digitCount(_ start: Int, _ end: Int) -> Int {
    var offset = start
    while offset < end {
      let others = DigitWord.others(word(at: offset))
      if others != 0 { return min(offset &+ others.trailingZeroBitCount &>> 3, end) &- start }
      offset &+= 8
    }
    return end &- start
  }
}

extension ByteSource {
  /// The moments that open strings which all have digits at the same places.
  ///
  /// - Parameters:
  ///   - tokens: Words of strings or keys of `self`.
  ///   - unit: The unit of the moments.
  ///   - places: Where each run of the unit starts behind the quote.
  /// - Returns: The moments, or `nil` where some string has no moment of the unit.
  /// - Complexity: O(*n*) for *n* tokens, and one allocation.
  func parseMoments(_ tokens: [UInt64], _ unit: CalendarUnit, at places: [Int]) -> [Int64]? {
    var runs = InlineArray<7, (place: Int, unused: UInt64, radix: Int64)>(repeating: (0, 0, 0))
    for (run, width) in unit.widths.enumerated() {
      runs[run] = (places[run], UInt64(64 - 8 * width), run < 3 ? 0 : unit.radices[run - 3])
    }
    let runCount = unit.runCount
    var isMoment = true
    // Neighbours often share their day.
    var last: (year: Int64, month: Int64, day: Int64) = (0, 0, 0)
    var dayNumber: Int64 = 0
    let moments = unsafe [Int64](unsafeUninitializedCapacity: tokens.count) { target, count in
      count = tokens.count
      for row in 0..<tokens.count {
        let start = Token(word: tokens[row]).offset &+ 1
        let year = number(start &+ runs[0].place, runs[0].unused)
        let month = number(start &+ runs[1].place, runs[1].unused)
        let day = number(start &+ runs[2].place, runs[2].unused)
        if day != last.day || month != last.month || year != last.year {
          guard year >= 1, 1...12 ~= month, 1...CalendarUnit.dayCount(year, month) ~= day else {
            isMoment = false
            count = 0
            return
          }
          dayNumber = CalendarUnit.dayNumber(year, month, day)
          last = (year, month, day)
        }
        var moment = dayNumber
        for run in 3..<max(runCount, 3) {
          let value = number(start &+ runs[run].place, runs[run].unused)
          isMoment = isMoment && value < runs[run].radix
          moment = moment &* runs[run].radix &+ value
        }
        unsafe target[row] = moment
      }
    }
    return isMoment ? moments : nil
  }

  /// The value of up to eight digits, whose word has so many bits behind them.
  @inline(__always) private func number(_ start: Int, _ unused: UInt64) -> Int64 {
    DigitWord.join((word(at: start) ^ 0x3030_3030_3030_3030) &<< unused)
  }
}
