// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// A column of strings with hexadecimal digits.
  ///
  /// Digits of a group that is the same in all strings are literals.
  package mutating func hexadecimal(
    _ pattern: HexPattern, _ columns: [IntegerView], count: Int
  ) -> ColumnCursor {
    let groupSizes = pattern.groups
    let constants = zip(columns, groupSizes).map {
      Self.digits($0, count: $1, isUppercase: pattern.isUppercase)
    }
    var segments: [ColumnCursor.HexSegment] = []
    var literal: [UInt8] = [ASCII.quote]
    var group = 0
    // How many digits of the next group were used.
    var used = 0
    for part in pattern.parts {
      var left = part.digitCount
      while left > 0 {
        let count = min(left, groupSizes[group] - used)
        if let digits = constants[group] {
          literal += digits[used..<used + count]
        } else {
          segments.append(segment(literal, count, startsGroup: used == 0))
          literal = []
        }
        left -= count
        used += count
        guard used == groupSizes[group] else { continue }
        group += 1
        used = 0
      }
      literal += part.literal
    }
    segments.append(segment(literal + [ASCII.quote], 0, startsGroup: false))
    let others = columns.indices.filter { constants[$0] == nil }
    let groups = others.map {
      ColumnCursor.HexGroup(values: IntegerCursor(columns[$0]), digitCount: groupSizes[$0])
    }
    longestLexeme = max(longestLexeme, 64 + 2 * HexPattern.lengthLimit)
    var cursor = unsafe ColumnCursor(
      .hexadecimal, count, constant(0), UnsafeRawPointer(copy(groups)),
      UnsafeMutableRawPointer(copy(segments)), segments.count - 1,
      others: others.enumerated().compactMap {
        columns[$1].isMade ? (view: columns[$1], number: $0) : nil
      })
    cursor.scale = UInt8(groups.count)
    cursor.style = pattern.isUppercase ? 1 : 0
    return cursor
  }

  private mutating func segment(
    _ literal: [UInt8], _ digitCount: Int, startsGroup: Bool
  ) -> ColumnCursor.HexSegment {
    unsafe ColumnCursor.HexSegment(
      literal: copy(literal), literalCount: literal.count, digitCount: digitCount,
      startsGroup: startsGroup)
  }

  /// The digits of a group that is the same everywhere, or `nil` where it is not or has more digits.
  private static func digits(
    _ column: IntegerView, count: Int, isUppercase: Bool
  ) -> [UInt8]? {
    guard let value = column.constant, value >= 0, value >> (4 * count) == 0 else { return nil }
    return (0..<count).reversed().map { place in
      let digit = UInt8(value >> (4 * place) & 0xF)
      let letter = (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
      return digit + (digit < 10 ? ASCII.zero : letter)
    }
  }
}
