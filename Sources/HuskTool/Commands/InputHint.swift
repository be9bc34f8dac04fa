// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What the reader may do about an input that is no JSON, by the bytes that it starts with.
package enum InputHint {
  /// How many bytes tell.
  package static let byteCount = 4

  /// What those start with that others have compressed.
  private static let compressed: [[UInt8]] = [
    [0x1F, 0x8B],  // gzip
    [0x28, 0xB5, 0x2F, 0xFD],  // zstd
    [0xFD, 0x37, 0x7A, 0x58],  // xz
    Array("BZh".utf8),
    [0x50, 0x4B, 0x03, 0x04],  // ZIP
  ]

  /// The hint, or `nil` where nothing is known that starts so.
  ///
  /// - Parameters:
  ///   - error: What is wrong.
  ///   - start: The first bytes of the input, ``byteCount`` or as many as there are.
  /// - Returns: The hint.
  package static func hint(_ error: HuskError, _ start: [UInt8]) -> String? {
    guard let offset = error.offset, offset <= 1, start.count > 1 else { return nil }
    if compressed.contains(where: start.starts) { return "decompress it first" }
    guard error.code == .unexpectedCharacter || error.code == .unexpectedEnd else { return nil }
    if start.starts(with: FileMagic.bytes.prefix(3)) {
      return "'husk decode' reads what 'husk encode' wrote"
    }
    // A byte order mark, or an ASCII character of two bytes.
    let isUTF16 =
      start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || (start[0] == 0) != (start[1] == 0)
    return isUTF16
      ? "this looks like UTF-16; JSON is UTF-8, which 'iconv -t UTF-8' makes of it" : nil
  }
}
