// SPDX-License-Identifier: Apache-2.0

/// What is sealed of the fields of a block (SPEC §14.9 Sealed values).
///
/// | Field    | Encoding      | Meaning                                                          |
/// |----------|---------------|------------------------------------------------------------------|
/// | `bytes`  | varint        | The bytes of the text of the block with its values               |
/// | `check`  | 4 bytes       | The check of that text, lowest byte first (SPEC §7 Checks)       |
/// | `count`  | varint        | The bytes of `values`; 0 where the block has no such field       |
/// | `values` | `count` bytes | The payload of a block frame (SPEC §9.4 Block frames)            |
/// | padding  | the rest      | Zeros                                                            |
package struct FieldValues {
  /// The number of bytes of the text of the block with its values.
  var decodedByteCount: Int
  /// The check of that text.
  var check: UInt32
  /// The values as the payload of a block frame, which may be empty.
  var values: [UInt8]

  /// About how many bytes a text may be larger for each byte that is sealed.
  private static let mostRatio = 900

  init(decodedByteCount: Int, check: UInt32, values: [UInt8]) {
    self.decodedByteCount = decodedByteCount
    self.check = check
    self.values = values
  }

  /// Reads what was sealed.
  init(_ plaintext: [UInt8], limits: Limits) throws(HuskError) {
    var reader = ByteReader(plaintext.span)
    decodedByteCount = try reader.readCount(
      upTo: limits.blockByteCount, "decoded bytes in a block")
    check = try reader.readLittleEndian()
    values = try reader.readBytes(try reader.readCount())
  }

  /// What is to be sealed, for a block that shows so many bytes of text without the values.
  func plaintext(besides shownByteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(decodedByteCount, to: &bytes)
    bytes.appendLittleEndian(check)
    Varint.append(values.count, to: &bytes)
    bytes += values
    // Readers limit the ratio, so values that compress too well need some padding, too.
    let least = max(decodedByteCount - shownByteCount, 0) / Self.mostRatio
    let count = Self.paddedCount(max(bytes.count, least))
    bytes += [UInt8](repeating: 0, count: count - bytes.count)
    return bytes
  }

  /// The next size that shows: a multiple of 64, and of larger powers of two from 2048 on, so that a
  /// size has at most as many leading bits as its number of bits has bits (Padmé).
  package static func paddedCount(_ count: Int) -> Int {
    let exponent = max(count, 1024).bitWidth - 1 - max(count, 1024).leadingZeroBitCount
    let kept = exponent.bitWidth - exponent.leadingZeroBitCount
    let unit = 1 << (exponent - kept)
    return (count + unit - 1) / unit * unit
  }
}
