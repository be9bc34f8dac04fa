// SPDX-License-Identifier: Apache-2.0

/// Documents of a few bytes, on which costs show that do not depend on the size.
package enum SmallDocument {
  /// The sizes that are measured, in bytes.
  package static let byteCounts = [5, 100, 500, 2_000, 8_000, 20_000]

  /// Makes an array of records of an exact size; a last string fills what they leave.
  ///
  /// - Parameter byteCount: The number of bytes, 5 at least.
  /// - Returns: The text, minified.
  package static func text(byteCount: Int) -> [UInt8] {
    precondition(byteCount >= 5, "a smaller document has no room for a string")
    var text = "["
    var number = 1
    while true {
      let record = """
        {"id":\(number),"name":"device \(number * 7 % 13)","on":\(number % 3 == 0),\
        "level":\(number * 37 % 100).5},
        """
      // Two quotes and the bracket must have room behind it.
      guard text.utf8.count + record.utf8.count + 3 <= byteCount else { break }
      text += record
      number += 1
    }
    let filling = String(repeating: "x", count: byteCount - text.utf8.count - 3)
    return Array((text + "\"" + filling + "\"]").utf8)
  }
}
