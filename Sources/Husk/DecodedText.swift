// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// What was decoded, as who reads parts of it asks.
enum DecodedText {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether there is any text: a sequence of none can have whitespace, and a byte order mark.
  static func hasTexts(_ bytes: [UInt8]) -> Bool {
    let mark = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return !bytes.dropFirst(mark).allSatisfy(ASCII.isWhitespace)
  }
}
