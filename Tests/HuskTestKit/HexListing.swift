// SPDX-License-Identifier: Apache-2.0

/// Bytes as the lines of a vector: sixteen to a line, with what they are behind the first.
package struct HexListing: Sendable {
  /// The lines so far.
  package private(set) var lines: [String] = []
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Begins without bytes.
  package init() {}

  /// Writes down bytes and what they are.
  package mutating func show(_ more: [UInt8], _ note: String) {
    bytes += more
    var start = 0
    while start < more.count {
      let row = more[start..<min(start + 16, more.count)]
      let line = row.map(Self.digits).joined(separator: " ")
      let isFirst = start == 0
      lines.append(
        isFirst ? line + String(repeating: " ", count: max(2, 36 - line.count)) + "# " + note : line
      )
      start += row.count
    }
  }

  /// Writes down a remark.
  package mutating func remark(_ text: String) { lines.append("# " + text) }

  private static func digits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
