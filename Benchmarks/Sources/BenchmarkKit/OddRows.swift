// SPDX-License-Identifier: Apache-2.0

/// Rows that have a field which most others lack, as logs do where something went wrong.
package enum OddRows {
  /// One row in so many has such a field, of so many that there are.
  private static let (period, fieldCount) = (3000, 12)

  /// Puts fields into some of the objects of a sequence.
  ///
  /// - Parameter lines: Minified objects with at least one member, each with an LF behind it.
  /// - Returns: The same with a few fields more.
  package static func insert(into lines: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(lines.count + lines.count / 1000)
    var row = 0
    for byte in lines {
      if byte == UInt8(ascii: "\n") {
        row += 1
        if row % period == 0, result.last == UInt8(ascii: "}") {
          let number = row / period
          result.removeLast()
          result += #","fault \#(number % fieldCount)":{"code":\#(number),"text":"too high"}}"#.utf8
        }
      }
      result.append(byte)
    }
    return result
  }
}
